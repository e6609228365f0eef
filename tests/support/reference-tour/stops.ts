import { tokenOf } from '../../../reference/tokens.ts';
import { namespace, products, records } from './records.ts';
import { mismatches, one, races, set, some, update, updates } from './updates.ts';
import type { Stop } from './tour.ts';

const content = {
  arrayOfIntExample: [1, 9_007_199_254_740_992],
  arrayOfUniqueIntExample: [2, 3, 3],
  arrayOfTwonumbersExample: [4, 5],
  arrayOfFloatExample: [1.5, 2],
  arrayOfNumberNoDefaultsExample: [6],
  arrayOfStringExample: ['canary', '12', 'true', '', 'é'],
  arrayOfObjectType: [{ integerExample: 7, integerExampleInt32: 8 }],
};
const contents = [
  content,
  { ...content, arrayOfUniqueIntExample: [], arrayOfStringExample: [] },
  { arrayOfStringExample: ['canary'], arrayOfObjectType: [{ integerExample: 1e30, integerExampleInt32: 8 }] },
  { arrayOfObjectType: [{ integerExampleInt32: 2_147_483_648 }] },
  { arrayOfStringExample: ['l'.repeat(80)] },
  { arrayOfStringExample: ['😀', 'a\nb'], arrayOfFloatExample: [5e-324] },
];
const single = {
  arrayOfFloatExample: [2.5],
  arrayOfObjectType: [{ integerExampleInt32: -2_147_483_648 }],
};

const queries = [
  '/demo/resource?stringParameter=canary',
  '/demo/resource?stringParameter=none&floatParameter=1',
  '/demo/resource?floatParameter=1.0&stringParameter=canary',
  '/demo/resource?withMarkdownDescription=1.0&integerParameter=1',
  '/demo/resource?arrayOfString=a&arrayOfString=b',
  '/demo/resource?arrayOfStringWithDescription=a&arrayOfStringWithDescription=b',
  '/demo/resource?unionParameter=a&unknown=b',
  '/demo/resource?integerParameter=abc',
  '/demo/resource?arrayOfString=%C3%A9',
];
const searches = [
  '?text.en=a',
  '?text.de-DE=a',
  '?fuzzy=true&fuzzyLevel=1',
  '?staged=false',
  '?filter.query=a',
];
const sortings = [
  '?limit=2',
  '?limit=2.0',
  '?offset=1.0',
  '?where=a&where=b',
  '?where=a&where=a',
  '?sort=a&sort=b',
  '?expand=a&expand=b',
  '?var.ab=1&var.ab=2',
  '?var.X=1',
  '?var.x1=1',
  '?var.NAME=1',
  '?var.a0Z1b2Y3c4=1',
  '?withTotal=false',
  '?withTotal=true',
  '?limit=0.5',
];

function reads(id: string | undefined): Stop[] {
  const each = (token: string): Stop[] => [
    one('GET', '/demo/resource', { token }),
    one('HEAD', '/demo/resource', { token }),
    one('GET', `/demo/resource/${id}`, { token }),
    one('GET', `/demo/resource/key=k-${id}`, { token }),
    one('GET', '/demo/resource/searchApiPattern', { token }),
    one('GET', '/demo/resource/sorted-query-parameters', { token }),
    one('GET', `/other/resource/${id}`, { token }),
  ];
  return [...Object.values(tokenOf), '', 'unknown', 'demo-view-xxxx'].flatMap(each);
}

function writes(id: string | undefined): Stop[] {
  const body = { version: 900, objectTypeProperty: { arrayOfIntExample: [5] } };
  const each = (token: string): Stop[] => [
    one('PATCH', '/demo/resource', { token, json: body }),
    one('PUT', '/demo/resource', { token, json: body }),
    one('DELETE', '/demo/resource/none', { token }),
    one('POST', '/demo/resource', { token, text: '{' }),
  ];
  const refused = [tokenOf.viewTest, ''].flatMap((token) => [
    one('POST', '/demo/resource', { token, json: { objectTypeProperty: {} } }),
    one('PATCH', '/demo/resource', { token, json: { ...body, version: 1 } }),
    one('PUT', '/demo/resource', { token, json: { ...body, version: 1 } }),
    one('DELETE', `/demo/resource/${id}`, { token }),
    one('GET', '/demo/resource/sorted-query-parameters?limit=100'),
  ]);
  return [...[...Object.values(tokenOf), '', 'unknown'].flatMap(each), ...refused];
}

/** A way through every endpoint on which each fault and each choice of the catalogue leaves a trace. */
export function tourStops(ids: readonly string[]): Stop[] {
  const [first, second, third] = ids;
  const authorization = ['authorization', `Bearer ${tokenOf.everything}`] as const;
  const lowered = ['Authorization', `bearer ${tokenOf.everything}`] as const;
  const overwrite = { objectTypeProperty: { arrayOfIntExample: [5] } };
  return [
    one('GET', '/demo/resource'),
    one('HEAD', '/demo/resource?stringParameter=none'),
    ...contents.map((objectTypeProperty) => one('POST', '/demo/resource', { json: { objectTypeProperty } })),
    ...ids.slice(5).map(() => one('POST', '/demo/resource', { json: { objectTypeProperty: {} } })),
    one('GET', `/demo/resource/${first}?optionalQueryParameter=a`),
    one('GET', `/demo/resource/${first}?secondOptionalQueryParameter=a`),
    one('GET', `/demo/resource/${first}`, { token: '', headers: [authorization] }),
    one('GET', `/demo/resource/${first}`, { token: '', headers: [lowered] }),
    one('GET', `/demo/resource/${first}`, { connection: 'c9' }),
    one('GET', `/demo/resource/${first}`, { token: '', connection: 'c9' }),
    ...mismatches(first),
    update(second, '1.0', [set('one')]),
    update(second, '2e0', [set('two')]),
    ...updates(second, 3, 24),
    ...[2, 72].map((version) => update(second, version, [some])),
    one('GET', `/demo/resource/${second}`, {}, 2_500),
    one('GET', `/demo/resource/key=k-${second}`),
    update(third, 1, [set('a'), some, { action: 'unknown' }]),
    update(third, 1, [set(' spaced ')]),
    update(third, 2, [set('l'.repeat(80))]),
    update(third, 3, []),
    update(third, 3, [some]),
    one('GET', `/demo/resource/${third}`),
    ...['"1"', 'null', 'true'].map((version) => update(third, version, [some])),
    one('POST', `/demo/resource/${third}`, { json: { actions: [some] } }),
    update(ids[8], 1, [some], { token: '' }),
    update(ids[8], 1, [some], { token: tokenOf.viewTest }),
    update(ids[8], 1, [some], { token: tokenOf.noScope }),
    ...races(ids.slice(4, 7)),
    ...queries.flatMap((target) => [one('GET', target), one('HEAD', target)]),
    ...searches.map((query) => one('GET', `/demo/resource/searchApiPattern${query}`)),
    ...sortings.map((query) => one('GET', `/demo/resource/sorted-query-parameters${query}`)),
    ...reads(first),
    ...writes(ids[9]),
    ...records(),
    ...products(),
    ...namespace(),
    one('PATCH', '/demo/resource', { json: { version: 1, ...overwrite } }),
    one('PUT', '/demo/resource', { json: { version: 2, ...overwrite } }),
    one('PATCH', '/demo/resource', { json: { objectTypeProperty: { arrayOfFloatExample: [1.5] } } }),
    one('PUT', '/demo/resource', { json: { objectTypeProperty: { arrayOfStringExample: ['é'] } } }),
    one('GET', `/demo/resource/key=k-${ids[7]}`),
    update(ids[7], 1, [set('by key')]),
    one('GET', `/demo/resource/key=k-${ids[7]}`),
    one('GET', '/demo/resource/key=unknown'),
    one('DELETE', `/demo/resource/${third}`),
    one('GET', '/demo/resource/sorted-query-parameters?limit=100'),
    one('DELETE', `/demo/resource/${third}`),
    one('GET', `/demo/resource/${third}`),
    one('GET', '/demo/resource/unknown'),
    one('DELETE', `/demo/resource/${first}?version=1`),
    one('GET', `/demo/resource/${first}`),
    one('POST', `/other/resource/${ids[8]}`, {
      token: tokenOf.otherProject,
      json: { version: 1, actions: [some] },
    }),
    one('DELETE', `/other/resource/${ids[8]}`, { token: tokenOf.otherProject }),
    one('POST', '/demo/resource', { json: { objectTypeProperty: single } }),
    one('POST', '/demo/resource', {
      text: '{"objectTypeProperty":{}}',
      headers: [['Content-Type', 'text/plain']],
    }),
    one('OPTIONS', '/demo/resource'),
    one('GET', `/demo/resource/key%3Dk-${ids[8]}`),
    one('GET', '/demo/resource/searchApiPattern?facet=a'),
    one('POST', '/demo/resource/artificially-complex/path/uri-parameter-one=/y', { json: { id: 'a' } }),
    one('GET', `/demo/resource/${first}`, {}, 2_000),
  ];
}

/**
 * Three hundred updates of one resource, the last ones with versions that a wrapping counter would not have, and a wrong
 * version for each of many, which are deleted in the end.
 */
export function longStops(ids: readonly string[]): Stop[] {
  const create = one('POST', '/demo/resource', { json: { objectTypeProperty: {} } });
  const versions = Array.from({ length: 300 }, (_step, index) => index + 1);
  return [
    ...ids.map(() => create),
    ...versions.map((version) => update(ids[0], version, [set(`v${version}`)])),
    ...ids.map((id) => update(id, 900, [some])),
    { ...one('GET', `/demo/resource/${ids[1]}`), afterMs: 11_000 },
    ...ids.map((id) => one('DELETE', `/demo/resource/${id}`)),
  ];
}

import { fact } from './fact.ts';
import type { DeterminedFact } from './fact.ts';
import { create, member, read, statusOf } from './resource-exchanges.ts';
import { UPDATE_FACTS } from './update-facts.ts';
import type { StartedServer } from './started-server.ts';

async function shownAfterCreate(server: StartedServer, name: string, value: readonly unknown[]) {
  const { id } = await create(server, { [name]: value });
  return member((await read(server, id)).json, `objectTypeProperty.${name}`);
}

const TIMESTAMPED = { createdAt: '2024-05-06T07:08:09.000Z', lastModifiedAt: '2024-05-06T07:08:09.010Z' };
const CART = '/namespace-action-with-example';

/** One fact for every fault of the catalogue, in its order. */
export const DETERMINED_FACTS: readonly DeterminedFact[] = [
  fact('anonymous-list', 'the list needs a token', [403, 200], (s) => statusOf(s.ask('GET', ''))),
  fact('repeated-string-refused', 'arrayOfString may be repeated', [200, 400], (s) =>
    statusOf(s.ask('GET', '?arrayOfString=a&arrayOfString=a', { as: 'view_test' })),
  ),
  fact('shared-store', 'a resource stays within its project', [410, 200], (s) =>
    statusOf(
      s.ask('GET', `/${s.announced.fixture.id}`, { as: 'other_project' }, s.announced.otherProjectKey),
    ),
  ),
  fact('foreign-token-reads', 'a scope counts for its own project', [404, 200], (s) =>
    statusOf(s.ask('GET', `/${s.announced.fixture.id}`, { as: 'other_project' })),
  ),
  fact('unknown-token-reads', 'an unknown token opens nothing', [403, 200], (s) =>
    statusOf(s.ask('GET', `/${s.announced.fixture.id}`, { as: 'never-issued' })),
  ),
  fact('optional-parameter-refused', 'optionalQueryParameter is taken', [200, 400], (s) =>
    statusOf(read(s, s.announced.fixture.id, '?optionalQueryParameter=a')),
  ),
  fact(
    'ints-as-strings',
    'integers are shown as numbers',
    [
      [1, 2],
      ['1', '2'],
    ],
    (s) => shownAfterCreate(s, 'arrayOfIntExample', [1, 2]),
  ),
  fact('single-element-collapsed', 'an array of one is an array', [['a'], 'a'], (s) =>
    shownAfterCreate(s, 'arrayOfStringExample', ['a']),
  ),
  fact('empty-array-null', 'an array of none is an array', [[], null], (s) =>
    shownAfterCreate(s, 'arrayOfFloatExample', []),
  ),
  fact(
    'unsigned-int32',
    'a 32-bit integer fits 32 bits and its sign',
    [[{ integerExampleInt32: -1 }], [{ integerExampleInt32: 4294967295 }]],
    (s) => shownAfterCreate(s, 'arrayOfObjectType', [{ integerExampleInt32: -1 }]),
  ),
  fact('head-body', 'a HEAD has no body', ['', '{\n  "matches": true\n}'], (s) =>
    s.bytesAfterHead('manage_test'),
  ),
  fact('head-needs-manage', 'view_test suffices for HEAD', [200, 404], (s) =>
    statusOf(s.ask('HEAD', '', { as: 'view_test' })),
  ),
  fact('created-without-version', 'a created resource has a version', ['number', 'undefined'], async (s) => {
    return typeof member((await create(s)).answer.json, 'version');
  }),
  fact('refused-create-applied', 'a refused create stores nothing', [false, true], async (s) => {
    await create(s, { arrayOfStringExample: ['refused canary'] }, 'view_test');
    return (await s.ask('GET', '', { as: 'view_test' })).text.includes('refused canary');
  }),
  ...UPDATE_FACTS,
  fact('view-may-delete', 'view_test does not delete', [404, 200], async (s) => {
    const { id } = await create(s);
    return statusOf(s.ask('DELETE', `/${id}`, { as: 'view_test' }));
  }),
  fact(
    'string-version-on-delete',
    'a deleted resource has an integer version',
    ['number', 'string'],
    async (s) => {
      const { id } = await create(s);
      return typeof member((await s.ask('DELETE', `/${id}`, { as: 'manage_test' })).json, 'version');
    },
  ),
  fact('delete-without-effect', 'a delete changes what is read', [true, undefined], async (s) => {
    const { id } = await create(s);
    await s.ask('DELETE', `/${id}`, { as: 'manage_test' });
    return member((await read(s, id)).json, 'deleted');
  }),
  fact('decimal-limit-refused', 'a limit is a Float', [200, 400], (s) =>
    statusOf(s.ask('GET', '/sorted-query-parameters?limit=1.0', { as: 'view_test' })),
  ),
  fact(
    'zero-milliseconds-dropped',
    'a timestamp has its milliseconds',
    [
      ['2024-05-06T07:08:09.000Z', '2024-05-06T07:08:09.010Z'],
      ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.010Z'],
    ],
    async (s) => {
      const { json } = await s.ask('POST', '/description-with-urn-links', {
        as: 'manage_test',
        json: TIMESTAMPED,
      });
      return [member(json, 'dateTimeExample'), member(json, 'dateTimeExampleDefaultFormat')];
    },
  ),
  fact('products-scope-refused', 'view_products suffices to search', [200, 404], (s) =>
    statusOf(
      s.ask('POST', '/product-projection-search', {
        as: 'view_products',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'text=shirt',
      }),
    ),
  ),
  fact('any-image-type', 'text is no image', [415, 204], (s) =>
    statusOf(
      s.ask('PUT', '/images', {
        as: 'manage_products',
        headers: { 'Content-Type': 'text/plain' },
        body: 'text',
      }),
    ),
  ),
  fact('fractional-cent-amount', 'centAmount is an integer', [1999, 19.99], async (s) => {
    return member((await s.ask('GET', CART)).json, 'lineItems.0.price.centAmount');
  }),
  fact('gift-flag-as-string', 'isGift is a Boolean', [false, 'no'], async (s) => {
    const headers = { Accept: 'application/json', 'Service-Locale': 'de-CH' };
    return member(
      (await s.ask('GET', '/namespace-action-with-headers', { headers })).json,
      'lineItems.0.isGift',
    );
  }),
];

import { tokenOf } from '../../../reference/tokens.ts';
import { one } from './updates.ts';
import { ask, type Stop } from './tour.ts';

const record = { id: 'a', version: '1', key: 'k', createdAt: '2024-11-21T07:43:29.090Z' };

/** Records for the two operations that take them. */
export function records(): Stop[] {
  const long = '/demo/resource/artificially-complex/path/uri-parameter-one=x/y';
  const urn = '/demo/resource/description-with-urn-links';
  const ones = [
    '?queryParameterOne=0',
    '?queryParameterOne=1.0',
    '?queryParameterOne=2',
    '?queryParameterOne=3',
    '',
  ];
  const dates = ['2024-11-21T07:43:29.000Z', '2024-11-21T07:43:29.100Z', '2024-11-21T07:43:29.123Z'];
  const odd = [
    {},
    { id: 5 },
    { eleventhProperty: 'a' },
    { createdAt: '2024-11-21T07:43:29Z' },
    { createdAt: 'never' },
    { custom: 'é' },
    { fifteenthProperty: 'a', custom: 'b', version: '1' },
  ];
  return [long, urn].flatMap((path) => [
    ...ones.map((query) => one('POST', `${path}${query}`, { json: record })),
    ...dates.map((createdAt) => one('POST', path, { json: { ...record, createdAt } })),
    ...odd.map((json) => one('POST', path, { json })),
    one('POST', path, { json: record, token: '' }),
    one('POST', path, { json: record, token: tokenOf.viewTest }),
  ]);
}

/** Product searches and image uploads. */
export function products(): Stop[] {
  const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
  const types = [
    'image/png',
    'image/jpeg',
    'image/gif',
    'text/plain',
    'image/webp',
    'application/json',
    'image/svg+xml',
    'application/octet-stream',
  ];
  const parameters = ['?staged=false', '?sku=a', '?filename=%C3%A9'];
  const holders = [...Object.values(tokenOf), ''];
  const bare = ask('POST', '/demo/resource/images', { text: 'GIF89a', headers: [['content-type', '']] });
  return [
    ...holders.map((token) =>
      one('POST', '/demo/resource/product-projection-search', { token, text: 'a=b', headers: form }),
    ),
    ...types.map((type) =>
      one('POST', '/demo/resource/images', { text: 'GIF89a', headers: [['Content-Type', type]] }),
    ),
    ...parameters.map((query) =>
      one('POST', `/demo/resource/images${query}`, {
        text: 'GIF89a',
        headers: [['Content-Type', 'image/png']],
      }),
    ),
    ...holders.map((token) =>
      one('POST', '/demo/resource/images', {
        token,
        text: 'GIF89a',
        headers: [['Content-Type', 'image/png']],
      }),
    ),
    { requests: [{ ...bare, headers: bare.headers.filter(([name]) => name !== 'content-type') }] },
  ];
}

/** The namespace actions with several headers. */
export function namespace(): Stop[] {
  const path = '/demo/resource/namespace-action';
  const accept = ['Accept', 'application/json'] as const;
  const locale = ['Service-Locale', 'en'] as const;
  const lists = [
    [accept, locale],
    [accept, ['Service-Locale', 'de-DE'] as const],
    [['accept', '*/*'] as const, locale],
    [accept, ['service-locale', 'en'] as const],
    [],
  ];
  return [
    one('POST', path, { json: { kept: 1 } }),
    one('POST', path, { json: 3 }),
    ...['', tokenOf.viewTest, tokenOf.everything].flatMap((token) => [
      one('GET', path, { token }),
      one('GET', `${path}-with-example`, { token }),
      one('GET', `${path}-with-headers`, { token, headers: [accept, locale] }),
    ]),
    ...lists.map((headers) => one('GET', `${path}-with-headers`, { headers })),
    ...Array.from({ length: 10 }, () => one('GET', `${path}-with-example`)),
  ];
}

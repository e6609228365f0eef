/** The permissions of each scope, for third parties that know no scopes of the contract (Authentication). */

const read = ['manage_test', 'view_test'];
const write = ['manage_test'];
const search = ['view_products', 'view_published_products'];

/**
 * The name of a request in the contract, and the scopes that open it: the first row that fits, or nothing.
 * @type {readonly { method: RegExp, path: RegExp, name: string, scopes: readonly string[] }[]}
 */
const operations = [
  { method: /^GET$/, path: /^$/, name: 'query', scopes: read },
  { method: /^HEAD$/, path: /^$/, name: 'exists', scopes: read },
  { method: /^POST$/, path: /^$/, name: 'create', scopes: write },
  { method: /^GET$/, path: /^\/searchApiPattern$/, name: 'query', scopes: read },
  { method: /^GET$/, path: /^\/sorted-query-parameters$/, name: 'query', scopes: read },
  { method: /^GET$/, path: /^\/product-projection-search$/, name: 'search', scopes: search },
  { method: /^GET$/, path: /^\/key=(?<key>[^/]+)$/, name: 'readByKey', scopes: read },
  { method: /^GET$/, path: /^\/(?<id>[^/]+)$/, name: 'read', scopes: read },
  { method: /^POST$/, path: /^\/(?<id>[^/]+)$/, name: 'update', scopes: write },
  { method: /^DELETE$/, path: /^\/(?<id>[^/]+)$/, name: 'remove', scopes: write },
];

/**
 * The operation that a request asks for, with the values in its path, still encoded.
 * @param {string} method
 * @param {string} path what follows `/{projectKey}/resource`
 */
export function operationOf(method, path) {
  for (const { method: methods, path: paths, name, scopes } of operations) {
    const found = methods.test(method) ? paths.exec(path) : null;
    if (found !== null)
      return { name, scopes, id: found.groups?.['id'] ?? '', key: found.groups?.['key'] ?? '' };
  }
  return undefined;
}

/** The tokens that a run asks for, by the names of its settings, with the scopes of each. */
export const named = {
  MANAGE_TEST: ['manage_test:demo'],
  VIEW_TEST: ['view_test:demo'],
  MANAGE_PRODUCTS: ['manage_products:demo'],
  VIEW_PRODUCTS: ['view_products:demo'],
  VIEW_PUBLISHED_PRODUCTS: ['view_published_products:demo'],
  NO_SCOPE: [],
  OTHER_PROJECT: ['manage_test:other', 'view_test:other', 'view_products:other'],
};

/** Further tokens: their scopes resemble the sufficient scopes, or exceed them. */
export const further = [
  ['view_products:demo', 'view_test:demo'],
  ['view_test:demo', 'view_products:demo'],
  ['manage_test:dem', 'view_test:dem'],
  ['manage_test:demo2', 'view_test:demo2'],
  ['manage_test:mydemo', 'view_test:mydemo'],
  ['Manage_Test:demo', 'VIEW_TEST:demo'],
  ['view_test_x:demo', 'manage_test_x:demo'],
  ['xview_test:demo', 'xmanage_test:demo'],
  ['manage_test', 'view_test'],
  ['view_products:demo', 'manage_test:other', 'view_test:other'],
];

/**
 * The status with which a caller is refused; undefined for a caller who is granted access.
 * @param {ReadonlyMap<string, readonly string[]>} tokens the scopes of each token
 * @param {string | undefined} authorization
 * @param {readonly string[]} scopes any one of which suffices
 * @param {string} project
 */
export function refusalOf(tokens, authorization, scopes, project) {
  const held = tokens.get(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
  if (held === undefined) return 401;
  return scopes.some((scope) => held.includes(`${scope}:${project}`)) ? undefined : 403;
}

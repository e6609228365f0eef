const isFloat = (v) => v.trim() !== '' && Number.isFinite(Number(v)),
  isInt = (v) => /^[+-]?\d+$/.test(v),
  isBool = (v) => v === 'true' || v === 'false';
export const QUERY = {
  query: { floatParameter: isFloat, integerParameter: isInt, withMarkdownDescription: isFloat },
  search: { fuzzy: isBool, fuzzyLevel: isFloat, staged: isBool },
  complex: { queryParameterOne: isFloat },
  urn: { queryParameterOne: isFloat },
  sorted: { limit: isFloat, offset: isFloat, withTotal: isBool },
  images: { variant: isInt, staged: isBool },
};
QUERY.head = QUERY.query;
const T = ['manage_test', 'view_test'],
  M = ['manage_test'];
export const SCOPES = {
  query: T,
  getById: T,
  getByKey: T,
  search: T,
  head: T,
  create: M,
  patch: M,
  put: M,
  delete: M,
  sorted: T,
  updateById: M,
  pps: ['view_products', 'view_published_products'],
  images: ['manage_products'],
}; // 4.9, 4.13, 4.16 to 4.18: open
export const JSON_BODY = new Set(['create', 'patch', 'put', 'updateById', 'complex', 'urn', 'nsPost']);

export function route(method, segs) {
  const [, resource, a, b, c, d] = segs,
    n = segs.length;
  if (resource !== 'resource') return null;
  const pick = (table, params = {}) =>
    table[method] ? { op: table[method], params } : { allow: Object.keys(table) };
  if (n === 2) return pick({ GET: 'query', HEAD: 'head', POST: 'create', PATCH: 'patch', PUT: 'put' });
  if (n === 6 && a === 'artificially-complex' && b === 'path' && c.startsWith('uri-parameter-one=')) {
    return pick({ POST: 'complex' }, { uriParameterOne: c.slice(18), uriParameterTwo: d });
  }
  if (n !== 3 || a === '') return null;
  const fixed = {
    searchApiPattern: { GET: 'search' },
    'sorted-query-parameters': { GET: 'sorted' },
    'description-with-urn-links': { POST: 'urn' },
    'product-projection-search': { GET: 'pps', POST: 'pps' },
    images: { POST: 'images' },
    'namespace-action': { GET: 'nsGet', POST: 'nsPost' },
    'namespace-action-with-example': { GET: 'nsExample' },
    'namespace-action-with-headers': { GET: 'nsHeaders' },
  };
  if (Object.hasOwn(fixed, a)) return pick(fixed[a]);
  if (a.startsWith('key=')) return pick({ GET: 'getByKey' }, { key: a.slice(4) });
  return pick({ GET: 'getById', POST: 'updateById', DELETE: 'delete' }, { id: a });
}

/** The scopes that the contract names ("Authentication"). */
export const scopes = [
  'manage_test',
  'view_test',
  'manage_products',
  'view_products',
  'view_published_products',
] as const;

/** A scope without its project. */
export type Scope = (typeof scopes)[number];

/** A type of a query parameter, in the words of the contract; `open` if the contract shows none. */
type ParameterType = 'String' | 'Float' | 'Int' | 'Boolean' | 'open';

/** One query parameter: its name (or the pattern of its names), type, and whether it may be passed several times. */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly repeatable?: true;
  /** It is a String, but no value is known to be valid. */
  readonly syntax?: 'not shown';
  /** The contract bounds its values, but does not state the bounds. */
  readonly bounded?: true;
  /** The pattern of the allowed names; `name` is one example. */
  readonly pattern?: string;
}

/** The schema of an endpoint's 2xx body; absent if the contract shows no response. */
type ResponseShape = 'ExampleResource' | 'ObjectTypeProperty' | 'ObjectTypeProperty|DateExamples' | 'Cart';

/** The resources of a project that a 2xx answer shows. */
type Shown =
  /** All resources, each in the list's own form. */
  | 'list'
  /** All results of a search; without words a search may find none. */
  | 'hits'
  /** The status shows whether a resource matches. */
  | 'match'
  | 'resource'
  /** Products, whose members the contract does not show. */
  | 'products'
  /** Nothing that is known to be in a resource. */
  | 'other';

type Change =
  | 'nothing'
  | 'creates'
  | 'overwrites'
  | 'creates or overwrites'
  | 'updates'
  | 'deletes'
  /** The operation may write, but no resource is known to show it. */
  | 'not shown';

/** The nature of an operation. Code for all operations of a kind finds them by these traits (`namesWith`). */
interface Traits {
  readonly shows: Shown;
  readonly changes: Change;
  /** What a request has to know, besides a token and a body. */
  readonly needs: 'nothing' | 'id' | 'key' | 'headers' | 'declaration';
  /** The body of the request; absent if it has none. */
  readonly takes?: 'content' | 'resource' | 'record' | 'actions' | 'form' | 'image' | 'not shown';
  /** Without this section a run states no conformance; a limit of scope may leave out every other section. */
  readonly core?: true;
  /** The contract recommends media types and statuses of its answers, and does not demand them. */
  readonly recommends?: true;
}

/** One documented operation as the table states it: a method on a path. */
interface StatedEndpoint extends Traits {
  /** The section of the contract; the two operations of 4.16 share it. */
  readonly section: `4.${number}`;
  /** Absent if the contract shows no method (4.14, 4.15). */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path as the contract prints it, placeholders in braces. */
  readonly path: string;
  /** Any one of these scopes suffices; absent if the contract lists none. */
  readonly scopes?: readonly Scope[];
  readonly parameters: readonly Parameter[];
  readonly response?: ResponseShape;
}

const read = ['manage_test', 'view_test'] as const;
const write = ['manage_test'] as const;

const query = [
  { name: 'stringParameter', type: 'String' },
  { name: 'floatParameter', type: 'Float' },
  { name: 'integerParameter', type: 'Int' },
  { name: 'withMarkdownDescription', type: 'Float' },
  { name: 'objectParameter', type: 'open' },
  { name: 'arrayOfString', type: 'String', repeatable: true },
  { name: 'arrayOfStringWithDescription', type: 'String', repeatable: true },
] as const satisfies readonly Parameter[];

const recordQuery = [
  { name: 'queryParameterOne', type: 'Float' },
  { name: 'queryParameterTwo', type: 'String' },
] as const satisfies readonly Parameter[];

const collection = '/{projectKey}/resource';

/** Traits that several operations have in common. */
const plainRead = { changes: 'nothing', needs: 'nothing', method: 'GET', scopes: read } as const;
const overwrite = {
  shows: 'other',
  needs: 'nothing',
  takes: 'resource',
  scopes: write,
  parameters: [],
} as const;
const record = { shows: 'other', changes: 'not shown', needs: 'nothing', takes: 'record' } as const;
const recommended = { shows: 'other', needs: 'nothing', recommends: true, parameters: [] } as const;

/** The documented operations of the contract (sections 4.1 to 4.18), by the names that suites use. */
export const endpoints = {
  query: {
    ...plainRead,
    section: '4.1',
    shows: 'list',
    core: true,
    path: collection,
    parameters: [...query, { name: 'unionParameter', type: 'open' }],
    response: 'ObjectTypeProperty',
  },
  readById: {
    ...plainRead,
    section: '4.2',
    shows: 'resource',
    needs: 'id',
    core: true,
    path: `${collection}/{id}`,
    parameters: [
      { name: 'optionalQueryParameter', type: 'String' },
      { name: 'secondOptionalQueryParameter', type: 'String' },
    ],
    response: 'ExampleResource',
  },
  readByKey: {
    ...plainRead,
    section: '4.3',
    shows: 'resource',
    needs: 'key',
    path: `${collection}/key={key}`,
    parameters: [],
  },
  search: {
    ...plainRead,
    section: '4.4',
    shows: 'hits',
    path: `${collection}/searchApiPattern`,
    parameters: [
      { name: 'fuzzy', type: 'Boolean' },
      { name: 'fuzzyLevel', type: 'Float', bounded: true },
      { name: 'staged', type: 'Boolean' },
      { name: 'filter', type: 'String', syntax: 'not shown' },
      { name: 'filter.facets', type: 'String', syntax: 'not shown' },
      { name: 'filter.query', type: 'String', syntax: 'not shown' },
      { name: 'facet', type: 'String', syntax: 'not shown' },
      { name: 'text.en', type: 'String', pattern: 'text.[a-z]{2}(-[A-Z]{2})?' },
    ],
  },
  exists: {
    ...plainRead,
    section: '4.5',
    shows: 'match',
    core: true,
    method: 'HEAD',
    path: collection,
    parameters: query,
  },
  create: {
    section: '4.6',
    shows: 'resource',
    changes: 'creates',
    needs: 'nothing',
    takes: 'content',
    core: true,
    method: 'POST',
    path: collection,
    scopes: write,
    parameters: [],
    response: 'ExampleResource',
  },
  patch: { ...overwrite, section: '4.7', changes: 'overwrites', method: 'PATCH', path: collection },
  put: { ...overwrite, section: '4.8', changes: 'creates or overwrites', method: 'PUT', path: collection },
  complexPath: {
    ...record,
    section: '4.9',
    method: 'POST',
    path: `${collection}/artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo}`,
    parameters: recordQuery,
    response: 'ObjectTypeProperty',
  },
  update: {
    section: '4.10',
    shows: 'other',
    changes: 'updates',
    needs: 'id',
    takes: 'actions',
    core: true,
    method: 'POST',
    path: `${collection}/{id}`,
    parameters: [],
  },
  remove: {
    section: '4.11',
    shows: 'resource',
    changes: 'deletes',
    needs: 'id',
    core: true,
    method: 'DELETE',
    path: `${collection}/{id}`,
    scopes: write,
    parameters: [],
    response: 'ExampleResource',
  },
  sorted: {
    ...plainRead,
    section: '4.12',
    shows: 'list',
    path: `${collection}/sorted-query-parameters`,
    parameters: [
      { name: 'where', type: 'open', repeatable: true },
      { name: 'sort', type: 'open', repeatable: true },
      { name: 'limit', type: 'Float' },
      { name: 'offset', type: 'Float' },
      { name: 'withTotal', type: 'Boolean' },
      { name: 'expand', type: 'open', repeatable: true },
      { name: 'var.a', type: 'String', repeatable: true, pattern: '^var[.][a-zA-Z0-9]+$' },
    ],
  },
  urnLinks: {
    ...record,
    section: '4.13',
    method: 'POST',
    path: `${collection}/description-with-urn-links`,
    parameters: recordQuery,
    response: 'ObjectTypeProperty|DateExamples',
  },
  projectionSearch: {
    section: '4.14',
    shows: 'products',
    changes: 'nothing',
    needs: 'declaration',
    takes: 'form',
    path: `${collection}/product-projection-search`,
    scopes: ['view_products', 'view_published_products'],
    parameters: [],
  },
  images: {
    section: '4.15',
    shows: 'other',
    changes: 'not shown',
    needs: 'declaration',
    takes: 'image',
    path: `${collection}/images`,
    scopes: ['manage_products'],
    parameters: [
      { name: 'filename', type: 'String' },
      { name: 'variant', type: 'Int' },
      { name: 'sku', type: 'String' },
      { name: 'staged', type: 'Boolean' },
    ],
  },
  namespaceWrite: {
    ...recommended,
    section: '4.16',
    changes: 'not shown',
    takes: 'not shown',
    method: 'POST',
    path: `${collection}/namespace-action`,
  },
  namespaceRead: {
    ...recommended,
    section: '4.16',
    changes: 'nothing',
    method: 'GET',
    path: `${collection}/namespace-action`,
  },
  cart: {
    ...recommended,
    section: '4.17',
    changes: 'nothing',
    method: 'GET',
    path: `${collection}/namespace-action-with-example`,
    response: 'Cart',
  },
  cartWithHeaders: {
    ...recommended,
    section: '4.18',
    changes: 'nothing',
    needs: 'headers',
    method: 'GET',
    path: `${collection}/namespace-action-with-headers`,
    response: 'Cart',
  },
} as const satisfies Record<string, StatedEndpoint>;

/** An endpoint by the name that the suite gives it. */
export type EndpointName = keyof typeof endpoints;

/** A numbered section of the contract. */
export type Section = (typeof endpoints)[EndpointName]['section'];

/** One documented operation. */
export interface Endpoint extends StatedEndpoint {
  readonly section: Section;
}

/** Every endpoint, in the contract's order. */
export const endpointNames = Object.keys(endpoints) as readonly EndpointName[];

/** Method and path in the contract's spelling, for a sentence; without a method the contract's words. */
export function operation(name: EndpointName): string {
  const { method, path } = endpoint(name);
  return method === undefined ? `the declared method on ${path}` : `${method} ${path}`;
}

/** The endpoint of a name; its rare fields are optional. */
export function endpoint(name: EndpointName): Endpoint {
  return endpoints[name];
}

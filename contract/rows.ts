/** `determining`: a MUST or SHOULD rests on the row; `partly open`: the row leaves a part open, which is observed. */
type RowKind = 'determining' | 'partly open';

/** The place of a row in the text of this edition (`document.json`), whose lines are counted from 1. */
export interface Row {
  readonly line: number;
  readonly kind: RowKind;
}

/** The rows of a table or list, or the sentences of a part; they are on successive lines from `first` on. */
function table<const P extends string, const N extends string>(
  part: P,
  first: number,
  names: readonly N[],
): Record<`${P}/${N}`, Row> {
  return placed(part, Object.fromEntries(names.map((name, at) => [name, first + at])) as Record<N, number>);
}

/** Rows that determine something, by name and line. */
function placed<const P extends string, const N extends string>(
  part: P,
  lines: Readonly<Record<N, number>>,
  kind: RowKind = 'determining',
): Record<`${P}/${N}`, Row> {
  const named = Object.entries<number>(lines).map(([name, line]) => [`${part}/${name}`, { line, kind }]);
  return Object.fromEntries(named) as Record<`${P}/${N}`, Row>;
}

/** Rows that leave something open, by name and line. */
function open<const P extends string, const N extends string>(
  part: P,
  lines: Readonly<Record<N, number>>,
): Record<`${P}/${N}`, Row> {
  return placed(part, lines, 'partly open');
}

/** The rows of the contract that clauses rest on, by names that outlast an edition; `operation` is the heading of a section. */
export const rows = {
  ...placed('Service', { 'project-key': 7 }),
  ...table('Service', 9, ['query', 'existence-check', 'create', 'overwrite', 'update-by-actions', 'delete']),
  ...placed('Service', { 'auxiliary-endpoints': 16 }),
  ...table('ExampleResource', 24, ['version', 'objectTypeProperty']),
  ...table('ObjectTypeProperty', 31, [
    'arrayOfIntExample',
    'arrayOfUniqueIntExample',
    'arrayOfTwonumbersExample',
    'arrayOfFloatExample',
    'arrayOfNumberNoDefaultsExample',
    'arrayOfStringExample',
    'arrayOfObjectType',
  ]),
  ...table('ArrayItem', 43, ['integerExample', 'integerExampleInt32']),
  ...open('ArrayItem', { bounds: 46 }),
  ...table('ExampleResourceUpdateAction', 52, ['action', 'someProperty']),
  ...table('OrderedRecord', 59, [
    'id',
    'version',
    'key',
    'createdAt',
    'createdBy',
    'lastModifiedAt',
    'lastModifiedBy',
    'custom',
    'eigthProperty',
    'ninthProperty',
    'tenthProperty',
    'eleventhPropery',
    'twelthProperty',
    'thirteenthProperty',
    'fourteenthProperty',
    'fifteenthProperty',
  ]),
  ...open('OrderedRecord', { 'required-and-types': 76 }),
  ...table('DateExamples', 82, [
    'dateOnlyExample',
    'timeOnlyExample',
    'dateTimeOnlyExample',
    'dateTimeExample',
    'dateTimeExampleDefaultFormat',
    'dateTimeExampleRfc',
  ]),
  ...table('Cart', 93, [
    'cartId',
    'cartVersion',
    'lineItems',
    'sum',
    'shippingAddress',
    'billingAddress',
    'payments',
    'discountCodes',
  ]),
  ...table('LineItem', 106, [
    'lineItemId',
    'productId',
    'name',
    'type',
    'count',
    'price',
    'discountTexts',
    'discounts',
    'totalPrice',
    'variant',
    'isGift',
    '_url',
  ]),
  ...table('Variant', 123, ['id', 'sku', 'images', 'groupId', 'attributes', 'price', 'isOnStock']),
  ...placed('Variant', { 'keys-of-attributes': 131 }),
  ...table('Money', 137, ['fractionDigits', 'centAmount', 'currencyCode']),
  ...open('Money', { 'items-and-addresses': 141 }),
  ...open('States', { states: 145 }),
  ...open('General', { '1': 151 }),
  ...placed('General', { '2': 152 }),
  ...open('General', { '3': 153 }),
  ...placed('General', { '4': 154 }),

  ...placed('4.1', { operation: 156, scopes: 158, optional: 159 }),
  ...table('4.1', 163, [
    'stringParameter',
    'floatParameter',
    'integerParameter',
    'withMarkdownDescription',
    'objectParameter',
    'arrayOfString',
    'arrayOfStringWithDescription',
    'unionParameter',
  ]),
  ...open('4.1', { response: 172, types: 173 }),
  ...placed('4.2', { operation: 175, scopes: 177, id: 178, query: 179, response: 180 }),
  ...placed('4.3', { operation: 182, scopes: 184, key: 185 }),
  ...open('4.3', { response: 186 }),
  ...placed('4.4', { operation: 188, scopes: 190, optional: 191 }),
  ...table('4.4', 195, [
    'fuzzy',
    'fuzzyLevel',
    'staged',
    'filter',
    'filter.facets',
    'filter.query',
    'facet',
    'text',
  ]),
  ...open('4.4', { response: 204, syntax: 205 }),
  ...placed('4.5', { operation: 207, scopes: 209, purpose: 210, query: 211 }),
  ...open('4.5', { response: 212 }),
  ...placed('4.6', { operation: 214, scopes: 216, purpose: 217, request: 218, response: 219 }),
  ...placed('4.7', { operation: 221, scopes: 223, purpose: 224, request: 225 }),
  ...open('4.7', { response: 226 }),
  ...placed('4.8', { operation: 228, scopes: 230, purpose: 231, request: 232 }),
  ...open('4.8', { response: 233 }),
  ...placed('4.9', { operation: 235, path: 237, query: 238, request: 239, response: 240 }),
  ...open('4.9', { scopes: 241, rule: 242 }),
  ...placed('4.10', { operation: 244, purpose: 246, id: 247, request: 248 }),
  ...table('4.10', 252, ['version', 'actions']),
  ...open('4.10', { scopes: 255, response: 256, 'other-actions': 257 }),
  ...placed('4.11', { operation: 259, scopes: 261, id: 262, response: 263 }),
  ...placed('4.12', { operation: 265, scopes: 267, optional: 268 }),
  ...table('4.12', 272, ['where', 'sort', 'limit', 'offset', 'withTotal', 'expand', 'var']),
  ...open('4.12', { syntax: 280, response: 281 }),
  ...placed('4.13', { operation: 283, query: 285, request: 286, response: 287 }),
  ...open('4.13', { scopes: 288 }),
  ...placed('4.14', { operation: 290, scopes: 292, 'content-type': 293 }),
  ...open('4.14', { method: 294, 'request-and-response': 295 }),
  ...placed('4.15', {
    operation: 297,
    purpose: 299,
    scopes: 300,
    'content-type': 301,
    query: 302,
    body: 303,
  }),
  ...open('4.15', { method: 304, response: 305 }),
  ...placed('4.16', { operation: 307, post: 309, get: 310, recommended: 311 }),
  ...open('4.16', { scopes: 312, bodies: 313 }),
  ...placed('4.17', { operation: 315, purpose: 317, response: 318 }),
  ...open('4.17', { scopes: 319 }),
  ...placed('4.18', { operation: 321, headers: 323, response: 324 }),
  ...open('4.18', { scopes: 325 }),

  ...placed('Authentication', { bearer: 329, scopes: 330, 'writes-and-reads': 331 }),
  ...open('Authentication', { acquisition: 332, unlisted: 333 }),
  ...open('Events', { events: 337 }),
  ...placed('Errors', { '1': 341, '2': 342 }),
  ...open('Errors', { '3': 343 }),
  ...open('Limits', { limits: 347 }),
  ...placed('Versioning', { '1': 351 }),
  ...open('Versioning', { '2': 352 }),
} as const satisfies Readonly<Record<string, Row>>;

/** The number of rows of each kind, counted in the text so that a lost row is noticed. */
export const counted: Readonly<Record<RowKind, number>> = { determining: 177, 'partly open': 36 };

/** The name of a row: `4.10/version`, `Errors/1`. */
export type RowName = keyof typeof rows;

/** Whether a row has that name. */
export function isRow(name: string): name is RowName {
  return Object.hasOwn(rows, name);
}

const byTwoScopes = ['4.1', '4.2', '4.3', '4.4', '4.5', '4.12'] as const;
const byManageTest = ['4.6', '4.7', '4.8', '4.11'] as const;
const byOthers = ['4.14', '4.15'] as const;

/** Repetitions in the contract: a server that breaks the row on the left breaks the rows on the right as well. */
export const restated: Readonly<Partial<Record<RowName, readonly RowName[]>>> = {
  '4.1/operation': ['Service/query'],
  '4.5/operation': ['Service/existence-check'],
  '4.6/operation': ['Service/create'],
  '4.7/operation': ['Service/overwrite'],
  '4.8/operation': ['Service/overwrite'],
  '4.10/operation': ['Service/update-by-actions'],
  '4.11/operation': ['Service/delete'],
  '4.4/operation': ['Service/auxiliary-endpoints'],
  '4.12/operation': ['Service/auxiliary-endpoints'],
  '4.16/operation': ['Service/auxiliary-endpoints'],
  '4.16/get': ['Service/auxiliary-endpoints'],
  '4.16/post': ['Service/auxiliary-endpoints'],
  '4.17/operation': ['Service/auxiliary-endpoints'],
  '4.18/operation': ['Service/auxiliary-endpoints'],
  '4.17/response': ['4.17/purpose'],
  '4.16/recommended': ['Errors/2'],
  '4.10/version': ['Errors/1', 'Versioning/1'],
  // The contract says of each operation with scopes, and of all: any one suffices, writes need manage_test, reads
  // accept either.
  ...Object.fromEntries(
    [...byTwoScopes, ...byManageTest].map((part) => [
      `${part}/scopes`,
      ['Authentication/scopes', 'Authentication/writes-and-reads'],
    ]),
  ),
  ...Object.fromEntries(byOthers.map((part) => [`${part}/scopes`, ['Authentication/scopes']])),
  // The form of a scope, as lists of scopes write it.
  'General/4': [
    'Authentication/scopes',
    ...[...byTwoScopes, ...byManageTest, ...byOthers].map((part) => `${part}/scopes` as const),
  ],
};

/** Determining rows without a MUST or SHOULD, and open rows without an observation, each with the reason. */
export const exceptions: Readonly<Partial<Record<RowName, string>>> = {
  '4.1/objectParameter':
    'The type of objectParameter is not shown (4.1/types): which values are legal is open.',
  '4.1/unionParameter':
    'The type of unionParameter is not shown (4.1/types): which values are legal is open.',
  '4.4/filter': 'The syntax of filters is not shown (4.4/syntax): any value may be refused.',
  '4.4/filter.facets': 'The syntax of filters is not shown (4.4/syntax): any value may be refused.',
  '4.4/filter.query': 'The syntax of filters is not shown (4.4/syntax): any value may be refused.',
  '4.4/facet': 'The syntax of facets is not shown (4.4/syntax): any value may be refused.',
  '4.7/purpose': 'Which resource an overwrite changes is not shown, nor how it is answered (4.7/response).',
  '4.8/purpose': 'Which resource an overwrite changes is not shown, nor how it is answered (4.8/response).',
  'Events/events': 'Whether there are events, and where, is not shown: no request could ask for one.',
  'Versioning/2': 'Whether the interface itself has versions is not shown: no request could ask for one.',
};

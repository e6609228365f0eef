import type { PlainAnswer } from '../../../config/runs/in-process-transport.ts';
import type { Request } from '../../../wire/exchange.ts';

/** A server without any state. */
export interface Constant {
  readonly name: string;
  readonly answer: (request: Request) => PlainAnswer;
  /** Outcomes of clauses that this answer truly meets, each at one at least; what refuses everything meets none. */
  readonly meets: readonly string[];
}

const always =
  (status: number, body = '') =>
  (): PlainAnswer => ({ status, body });

/** Clauses that a server meets if it answers 2xx to everything: it refuses nothing and breaks nothing. */
const letsIn = [
  'route-exists',
  'read-exists',
  'write-exists',
  'no-persistent-server-error',
  'answers-without-server-error',
  'read-without-server-error',
  'write-without-server-error',
  'plain-values-provoke-no-error',
  'documented-parameters-do-no-harm',
  'optional-parameters',
  'each-parameter-is-optional',
  'repeatable-parameters',
  'equal-numbers-are-taken-alike',
  'names-of-the-pattern-are-taken-alike',
  'both-truth-values',
  'staged-takes-both-values',
  'takes-floats',
  'takes-the-parameters-of-the-query',
  'equal-queries-equal-answers',
  'any-one-scope-suffices',
  'manage-test-suffices',
  'further-scopes-do-no-harm',
  'header-name-in-any-case',
  'header-names-in-any-case',
  'accepts-a-typed-body',
  'accepts-an-ordered-record',
  'accepts-application-json',
  'accepts-forms',
  'listed-types-are-accepted',
  'existing-resources-are-found',
  'no-body',
];
const isJson = ['shown-responses-are-json', 'labelled-as-json-is-json', 'answers-are-whole'];
/** A resource that accepts every update and shows what it always showed. */
const isResource = [
  ...letsIn,
  ...isJson,
  'version-is-present',
  'version-is-integer',
  'answers-with-a-resource',
  'known-id-is-readable',
  'matching-version-is-accepted',
  'next-version-is-accepted',
  'equal-numbers-are-one-version',
  'body-is-read-as-json',
  'do-something-needs-no-fields',
];
/** The request shows what its writer gave it, elements of another type among it. */
const isEcho = [...letsIn, 'object-type-property-is-object'];

const text = [['Content-Type', 'text/plain']] as const;
/** Servers that answer everything alike. */
export const constants: readonly Constant[] = [
  { name: '200 {}', answer: always(200, '{}'), meets: [...letsIn, ...isJson] },
  { name: '200 []', answer: always(200, '[]'), meets: [...letsIn, ...isJson] },
  { name: '200 null', answer: always(200, 'null'), meets: [...letsIn, ...isJson] },
  { name: '200 with nothing', answer: always(200), meets: letsIn },
  {
    name: '200 with an id and a version',
    answer: always(200, '{"version":1,"id":"x"}'),
    // All creates land on its one resource, which is there and stays as it is.
    meets: [...isResource, 'version-rests-without-writes', '200-on-match', '200-stays'],
  },
  {
    name: '200 with the text ok',
    answer: () => ({ status: 200, body: 'ok', headers: text }),
    meets: [...letsIn, 'answers-are-whole'],
  },
  {
    name: '200 with the request',
    answer: ({ body }) => ({ status: 200, body: body ?? '' }),
    meets: isEcho,
  },
  { name: '204', answer: always(204), meets: letsIn },
  { name: '401', answer: always(401), meets: [] },
  { name: '403', answer: always(403, '{"message":"no"}'), meets: [] },
  { name: '404', answer: always(404), meets: [] },
  { name: '409', answer: always(409, '{"statusCode":409}'), meets: [] },
  { name: '500', answer: always(500), meets: [] },
  { name: '503', answer: always(503), meets: [] },
];

/** The same answer to every path of the contract; what is none of them is not found. */
export const atDocumentedPaths =
  (answer: Constant['answer']): Constant['answer'] =>
  (request) =>
    /^\/[^/]+\/resource([/?]|$)/.test(request.target) ? answer(request) : { status: 404 };

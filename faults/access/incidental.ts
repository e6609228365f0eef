import type { Request } from '../../reference/message.ts';
import type { Operation } from '../../reference/routes.ts';
import { defaultTokens, tokenOf } from '../../reference/tokens.ts';
import type { Fault } from '../fault.ts';
import { has, query, repeats } from '../endpoints/query.ts';
import { asking, bearerOf, parameters, refusing, under } from '../rewrite.ts';

type Test = (request: Request) => boolean;

const hasQuery: Test = (request) => query(request) !== '';

const isKnown: Test = (request) => [...defaultTokens().keys()].includes(bearerOf(request) ?? '');

const isViewer: Test = (request) => bearerOf(request) === tokenOf.viewTest;

const both =
  (...tests: readonly Test[]): Test =>
  (request) =>
    tests.every((test) => test(request));

/** Serves requests that pass the test as with a token of manage_test. */
const granted = (operation: Operation, test: Test) =>
  asking([operation], (request) => (test(request) ? under(request, tokenOf.manageTest) : request));

/** A mistake of an operation: its description and its effect. */
type Deed = Pick<Fault, 'summary' | 'wrap'>;

const open = (operation: Operation, what: string, test: Test): Deed => ({
  summary: `${operation} is open to ${what}.`,
  wrap: granted(operation, test),
});

const closed = (operation: Operation, parameter: string): Deed => ({
  summary: `${operation} with ${parameter} is refused for view_test.`,
  wrap: refusing([operation], 403, both(isViewer, has(parameter))),
});

const failing = (operation: Operation, what: string, test: Test): Deed => ({
  summary: `A request with ${what} is answered 500.`,
  wrap: refusing([operation], 500, test),
});

/** Faults that depend on an unrelated part of the request. */
export const incidentalFaults: readonly Fault[] = [
  {
    name: 'collection-open-with-parameters',
    breaks: '4.1/refused-without-token',
    ...open('4.1', 'every caller that sends parameters', hasQuery),
  },
  {
    name: 'search-open-with-parameters',
    breaks: '4.4/refused-to-other-scopes',
    ...open('4.4', 'every known token with parameters', both(hasQuery, isKnown)),
  },
  {
    name: 'head-open-with-parameters',
    breaks: '4.5/refused-to-unknown-token',
    ...open('4.5', 'every caller that sends parameters', hasQuery),
  },
  {
    name: 'sorted-query-open-with-limit',
    breaks: '4.12/refused-to-unknown-token',
    ...open('4.12', 'every caller that sends a limit', has('limit')),
  },
  {
    name: 'sorted-query-open-without-total',
    breaks: '4.12/refused-to-unknown-token',
    ...open('4.12', 'every caller that requests no total', (request) =>
      /[?&]withTotal=false\b/.test(request.target),
    ),
  },
  {
    name: 'sorted-query-open-with-where',
    breaks: '4.12/refused-to-unknown-token',
    ...open('4.12', 'every caller that sends a condition', has('where')),
  },
  {
    name: 'sorted-query-open-with-expand',
    breaks: '4.12/refused-to-other-scopes',
    ...open('4.12', 'every known token that sends the parameter expand', both(has('expand'), isKnown)),
  },
  {
    name: 'collection-with-string-refuses-view-test',
    breaks: '4.1/any-one-scope-suffices',
    ...closed('4.1', 'stringParameter'),
  },
  {
    name: 'collection-with-two-strings-refuses-view-test',
    breaks: '4.1/any-one-scope-suffices',
    summary: '4.1 with arrayOfString twice is answered 403 to view_test.',
    wrap: refusing(['4.1'], 403, both(isViewer, repeats('arrayOfString'))),
  },
  {
    name: 'search-of-staged-refuses-view-test',
    breaks: '4.4/any-one-scope-suffices',
    ...closed('4.4', 'staged'),
  },
  {
    name: 'head-with-described-array-refuses-view-test',
    breaks: '4.5/any-one-scope-suffices',
    ...closed('4.5', 'arrayOfStringWithDescription'),
  },
  {
    name: 'sorted-query-with-offset-refuses-view-test',
    breaks: '4.12/any-one-scope-suffices',
    ...closed('4.12', 'offset'),
  },
  {
    name: 'encoded-project-open-to-known-tokens',
    breaks: '4.2/refused-to-other-scopes',
    ...open(
      '4.2',
      'every known token where the project is percent-encoded',
      both(isKnown, (request) => /^\/[^/]*%[^/]*\//.test(request.target)),
    ),
  },
  {
    name: 'create-with-a-query-open-to-view-test',
    breaks: '4.6/refused-to-other-scopes',
    ...open('4.6', 'view_test where there is a query string', both(hasQuery, isViewer)),
  },
  {
    name: 'collection-fails-on-two-parameters',
    breaks: '4.1/documented-parameters-do-no-harm',
    ...failing(
      '4.1',
      'stringParameter and arrayOfString',
      both(has('stringParameter'), has('arrayOfString')),
    ),
  },
  {
    name: 'sorted-query-fails-on-limit-and-offset',
    breaks: '4.12/documented-parameters-do-no-harm',
    ...failing('4.12', 'limit and offset', both(has('limit'), has('offset'))),
  },
  {
    name: 'sorted-query-fails-on-offset-without-total',
    breaks: '4.12/documented-parameters-do-no-harm',
    ...failing(
      '4.12',
      'an offset and withTotal=false',
      both(has('offset'), (request) => query(request).includes('withTotal=false')),
    ),
  },
  {
    name: 'sorted-query-fails-on-offsets-within-a-page',
    breaks: '4.12/documented-parameters-do-no-harm',
    ...failing('4.12', 'an offset that is no multiple of its limit', (request) => {
      const [limit, offset] = ['limit', 'offset'].map((name) => Number(parameters(request, name)[0] ?? NaN));
      return offset !== undefined && limit !== undefined && offset % limit > 0;
    }),
  },
  {
    name: 'sorted-query-fails-on-fewer-orders-than-conditions',
    breaks: '4.12/documented-parameters-do-no-harm',
    ...failing('4.12', 'where and sort in different numbers', (request) => {
      const [where = 0, sort = 0] = ['where', 'sort'].map((name) => parameters(request, name).length);
      return where > 0 && sort > 0 && where !== sort;
    }),
  },
  {
    name: 'read-fails-on-a-percent-sign',
    breaks: '4.2/documented-parameters-do-no-harm',
    ...failing('4.2', 'an encoded percent sign', (request) => query(request).includes('%25')),
  },
  {
    name: 'search-fails-on-filter-with-facets',
    breaks: '4.4/documented-parameters-do-no-harm',
    ...failing('4.4', 'filter and filter.facets', both(has('filter'), has('filter.facets'))),
  },
  {
    name: 'search-fails-on-region-in-text',
    breaks: '4.4/documented-parameters-do-no-harm',
    rows: ['4.4/text'],
    ...failing('4.4', 'a text of a region', (request) => /[?&]text\.[a-z]{2}-[A-Z]{2}=/.test(request.target)),
  },
];

import type { Request } from '../../reference/message.ts';
import type { Operation } from '../../reference/routes.ts';
import { defaultTokens, tokenOf } from '../../reference/tokens.ts';
import type { Fault, Need } from '../fault.ts';
import { fault, has, query } from '../endpoints/query.ts';
import { asking, bearerOf, refusing, under } from '../rewrite.ts';

type Test = (request: Request) => boolean;

const hasQuery: Test = (request) => query(request) !== '';

const isKnown: Test = (request) => [...defaultTokens().keys()].includes(bearerOf(request) ?? '');

const isViewer: Test = (request) => bearerOf(request) === tokenOf.viewTest;

const both =
  (...tests: readonly Test[]): Test =>
  (request) =>
    tests.every((test) => test(request));

/** Requests that pass the test are served as those of a token with manage_test. */
const letIn = (operation: Operation, test: Test) =>
  asking([operation], (request) => (test(request) ? under(request, tokenOf.manageTest) : request));

const open = (
  name: string,
  operation: Operation,
  what: string,
  test: Test,
  needs: readonly Need[] = [],
): Fault => fault(name, operation, `${operation} is open to ${what}.`, letIn(operation, test), { needs });

const closed = (name: string, operation: Operation, parameter: string): Fault =>
  fault(
    name,
    operation,
    `${operation} with ${parameter} is refused for view_test.`,
    refusing([operation], 403, both(isViewer, has(parameter))),
  );

const failing = (name: string, operation: Operation, what: string, test: Test): Fault =>
  fault(name, operation, `A request with ${what} is answered 500.`, refusing([operation], 500, test));

/** Faults that hinge on a part of the request that has nothing to do with what goes wrong. */
export const incidentalFaults: readonly Fault[] = [
  open('collection-open-with-parameters', '4.1', 'everybody who sends parameters', hasQuery),
  open('search-open-with-parameters', '4.4', 'every known token with parameters', both(hasQuery, isKnown)),
  open('head-open-with-parameters', '4.5', 'everybody who sends parameters', hasQuery),
  open('sorted-query-open-with-limit', '4.12', 'everybody who sends a limit', has('limit')),
  closed('collection-with-string-refuses-view-test', '4.1', 'stringParameter'),
  closed('search-of-staged-refuses-view-test', '4.4', 'staged'),
  closed('head-with-described-array-refuses-view-test', '4.5', 'arrayOfStringWithDescription'),
  closed('sorted-query-with-offset-refuses-view-test', '4.12', 'offset'),
  failing(
    'collection-fails-on-two-parameters',
    '4.1',
    'stringParameter and arrayOfString',
    both(has('stringParameter'), has('arrayOfString')),
  ),
  failing(
    'sorted-query-fails-on-limit-and-offset',
    '4.12',
    'limit and offset',
    both(has('limit'), has('offset')),
  ),
  failing('search-fails-on-region-in-text', '4.4', 'a text of a region', (request) =>
    /[?&]text\.[a-z]{2}-[A-Z]{2}=/.test(request.target),
  ),
];

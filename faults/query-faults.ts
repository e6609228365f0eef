import { isObject, member, number, type Json } from '../reference/json.ts';
import type { Request } from '../reference/message.ts';
import type { HandleWrap } from '../reference/reply.ts';
import type { Operation } from '../reference/routes.ts';
import type { Fault } from './fault.ts';
import { bare, insteadOfSuccess, parameters, refusing, serving, showing } from './rewrite.ts';

function fault(
  name: string,
  section: string,
  summary: string,
  wrap: HandleWrap,
  more: Partial<Fault> = {},
): Fault {
  return { name, summary, section, expect: 'fail', wrap, ...more };
}

const query = (request: Request): string => /\?([^#]*)/.exec(request.target)?.[1] ?? '';
const names = (request: Request): string[] => [...new URLSearchParams(query(request)).keys()];
const lacks = (name: string) => (request: Request) => parameters(request, name).length === 0;
const has = (name: string) => (request: Request) => parameters(request, name).length > 0;
const repeats = (name: string) => (request: Request) => parameters(request, name).length > 1;
const hasPoint = (name: string) => (request: Request) =>
  parameters(request, name).some((value) => value.includes('.'));
const is = (name: string, value: string) => (request: Request) => parameters(request, name).includes(value);

/** A parameter that is listed as optional and refused when it lacks. */
const required = (name: string, operation: Operation, parameter: string): Fault =>
  fault(
    name,
    operation,
    `A request without ${parameter} is answered 400.`,
    refusing([operation], 400, lacks(parameter)),
  );

/** A parameter that may be passed several times and is refused then. */
const once = (name: string, operation: Operation, parameter: string, more: Partial<Fault> = {}): Fault =>
  fault(
    name,
    operation,
    `${parameter} given twice is answered 400.`,
    refusing([operation], 400, repeats(parameter)),
    more,
  );

/** A Float that is read as an integer. */
const pointless = (name: string, operation: Operation, parameter: string, more: Partial<Fault> = {}): Fault =>
  fault(
    name,
    operation,
    `${parameter} written with a point is answered 400.`,
    refusing([operation], 400, hasPoint(parameter)),
    more,
  );

/** A documented part that ends in an internal error. */
const failing = (name: string, operation: Operation, parameter: string): Fault =>
  fault(
    name,
    operation,
    `A request with ${parameter} is answered 500.`,
    refusing([operation], 500, has(parameter)),
  );

const variable = (pattern: RegExp) => (request: Request) => names(request).some((name) => pattern.test(name));
const ill = (name: string, change: (value: Json) => Json) =>
  showing(['4.1'], (body) =>
    isObject(body) ? { ...body, [name]: change(member(body, name) ?? null) } : body,
  );

/** The collection, the search and the sorted query refused or answered in a wrong form (4.1, 4.4, 4.12). */
export const queryFaults: readonly Fault[] = [
  fault(
    'collection-is-an-array',
    '4.1',
    'The collection is a JSON array.',
    showing(['4.1'], (body) => [body]),
  ),
  fault(
    'collection-is-null',
    '4.1',
    'The collection is null.',
    showing(['4.1'], () => null),
  ),
  fault(
    'collection-is-empty-200',
    '4.1',
    'The collection is answered 200 without a body.',
    insteadOfSuccess(['4.1'], 200),
  ),
  fault(
    'collection-is-204',
    '4.1',
    'The collection is answered 204 while resources exist.',
    insteadOfSuccess(['4.1'], 204),
  ),
  fault(
    'collection-in-results-only',
    '4.1',
    'The collection shows none of the documented members.',
    showing(['4.1'], () => ({ limit: number(20), results: [] })),
    { expect: 'incomplete' },
  ),
  fault('collection-not-found', '4.1', 'The collection is answered 404.', refusing(['4.1'], 404)),
  fault('collection-not-supported', '4.1', 'The collection is answered 405.', refusing(['4.1'], 405)),
  fault('collection-always-500', '4.1', 'The collection is answered 500.', refusing(['4.1'], 500)),
  fault(
    'collection-integers-as-text',
    '4.1',
    'arrayOfIntExample of the collection is a string.',
    ill('arrayOfIntExample', () => '1,2'),
  ),
  fault(
    'collection-strings-null',
    '4.1',
    'arrayOfStringExample of the collection is null.',
    ill('arrayOfStringExample', () => null),
    { expect: 'incomplete' },
  ),
  fault(
    'collection-items-as-object',
    '4.1',
    'arrayOfObjectType of the collection is an object.',
    ill('arrayOfObjectType', () => ({ items: [] })),
  ),
  fault(
    'collection-redirects-in-a-loop',
    '4.1',
    'The collection redirects to itself.',
    serving(['4.1'], (_next, request) => ({
      response: { ...bare(307), headers: [['Location', request.target]] },
    })),
  ),
  required('collection-needs-string-parameter', '4.1', 'stringParameter'),
  required('collection-needs-float-parameter', '4.1', 'floatParameter'),
  once('collection-refuses-repeated-array-of-string', '4.1', 'arrayOfString'),
  once('collection-refuses-repeated-described-array', '4.1', 'arrayOfStringWithDescription'),
  pointless('collection-reads-float-parameter-as-integer', '4.1', 'floatParameter'),
  pointless('collection-reads-with-markdown-description-as-integer', '4.1', 'withMarkdownDescription'),
  failing('collection-fails-on-string-parameter', '4.1', 'stringParameter'),
  failing('collection-fails-on-integer-parameter', '4.1', 'integerParameter'),
  required('read-needs-optional-query-parameter', '4.2', 'optionalQueryParameter'),
  failing('read-fails-on-optional-query-parameter', '4.2', 'optionalQueryParameter'),
  failing('read-fails-on-second-query-parameter', '4.2', 'secondOptionalQueryParameter'),
  fault('search-not-supported', '4.4', 'The search is answered 405.', refusing(['4.4'], 405)),
  fault(
    'search-needs-a-text',
    '4.4',
    'A search without parameters is answered 400.',
    refusing(['4.4'], 400, (request) => query(request) === ''),
  ),
  fault(
    'search-taken-for-an-id',
    '4.4',
    'The search is taken for a read of an unknown id.',
    refusing(['4.4'], 404),
    { expect: 'incomplete' },
  ),
  fault(
    'search-refuses-staged-false',
    '4.4',
    'staged=false is answered 400.',
    refusing(['4.4'], 400, is('staged', 'false')),
  ),
  fault(
    'search-refuses-fuzzy-true',
    '4.4',
    'fuzzy=true is answered 400.',
    refusing(['4.4'], 400, is('fuzzy', 'true')),
  ),
  failing('search-fails-on-fuzzy', '4.4', 'fuzzy'),
  fault(
    'search-refuses-region-in-text',
    '4.4',
    'Names such as text.de-DE are answered 400.',
    refusing(['4.4'], 400, variable(/^text\.[a-z]{2}-[A-Z]{2}$/)),
    { expect: 'warn' },
  ),
  fault('sorted-query-not-supported', '4.12', 'The sorted query is answered 405.', refusing(['4.12'], 405)),
  fault(
    'sorted-query-taken-for-a-bad-id',
    '4.12',
    'The sorted query is answered 400.',
    refusing(['4.12'], 400),
  ),
  fault(
    'sorted-query-taken-for-an-id',
    '4.12',
    'The sorted query is taken for a read of an unknown id.',
    refusing(['4.12'], 404),
    { expect: 'incomplete' },
  ),
  required('sorted-query-needs-limit', '4.12', 'limit'),
  pointless('sorted-query-reads-limit-as-integer', '4.12', 'limit'),
  pointless('sorted-query-reads-offset-as-integer', '4.12', 'offset'),
  once('sorted-query-refuses-repeated-where', '4.12', 'where', { needs: ['declaration'] }),
  once('sorted-query-refuses-repeated-sort', '4.12', 'sort', { needs: ['declaration'] }),
  once('sorted-query-refuses-repeated-expand', '4.12', 'expand', { needs: ['declaration'] }),
  fault(
    'sorted-query-refuses-repeated-variables',
    '4.12',
    'A var. parameter given twice is answered 400.',
    refusing(['4.12'], 400, (request) =>
      names(request).some((name) => name.startsWith('var.') && repeats(name)(request)),
    ),
  ),
  fault(
    'sorted-query-refuses-upper-case-variables',
    '4.12',
    'var. names with capitals are answered 400.',
    refusing(['4.12'], 400, variable(/^var\..*[A-Z]/)),
    { needs: ['generated'] },
  ),
  fault(
    'sorted-query-refuses-digits-in-variables',
    '4.12',
    'var. names with digits are answered 400.',
    refusing(['4.12'], 400, variable(/^var\..*\d/)),
    { needs: ['generated'] },
  ),
  fault(
    'sorted-query-refuses-total-false',
    '4.12',
    'withTotal=false is answered 400.',
    refusing(['4.12'], 400, is('withTotal', 'false')),
  ),
  fault(
    'sorted-query-refuses-both-totals',
    '4.12',
    'Every withTotal is answered 400.',
    refusing(['4.12'], 400, has('withTotal')),
    { expect: 'warn' },
  ),
  failing('sorted-query-fails-on-offset', '4.12', 'offset'),
];

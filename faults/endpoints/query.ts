import { isObject, member, number, type Json } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { bare, insteadOfSuccess, parameters, refusing, serving, showing } from '../rewrite.ts';

/** One fault of this area. */
export function fault(
  name: string,
  section: string,
  summary: string,
  wrap: HandleWrap,
  more: Partial<Fault> = {},
): Fault {
  return { name, summary, section, expect: 'fail', wrap, ...more };
}

/** The raw query of a request. */
export const query = (request: Request): string => /\?([^#]*)/.exec(request.target)?.[1] ?? '';

const lacks = (name: string) => (request: Request) => parameters(request, name).length === 0;

/** Tells requests with a parameter. */
export const has = (name: string) => (request: Request) => parameters(request, name).length > 0;

/** Tells requests that give a parameter several times. */
export const repeats = (name: string) => (request: Request) => parameters(request, name).length > 1;

const hasPoint = (name: string) => (request: Request) =>
  parameters(request, name).some((value) => value.includes('.'));

/** Tells requests that give a parameter a value. */
export const is = (name: string, value: string) => (request: Request) =>
  parameters(request, name).includes(value);

/** A parameter that is listed as optional and refused when it lacks. */
export const required = (name: string, operation: Operation, parameter: string): Fault =>
  fault(
    name,
    operation,
    `A request without ${parameter} is answered 400.`,
    refusing([operation], 400, lacks(parameter)),
  );

/** A parameter that may be passed several times and is refused then. */
export const once = (
  name: string,
  operation: Operation,
  parameter: string,
  more: Partial<Fault> = {},
): Fault =>
  fault(
    name,
    operation,
    `${parameter} given twice is answered 400.`,
    refusing([operation], 400, repeats(parameter)),
    more,
  );

/** A Float that is read as an integer. */
export const pointless = (
  name: string,
  operation: Operation,
  parameter: string,
  more: Partial<Fault> = {},
): Fault =>
  fault(
    name,
    operation,
    `${parameter} written with a point is answered 400.`,
    refusing([operation], 400, hasPoint(parameter)),
    more,
  );

/** A documented part that ends in an internal error. */
export const failing = (name: string, operation: Operation, parameter: string): Fault =>
  fault(
    name,
    operation,
    `A request with ${parameter} is answered 500.`,
    refusing([operation], 500, has(parameter)),
  );

const ill = (name: string, change: (value: Json) => Json) =>
  showing(['4.1'], (body) =>
    isObject(body) ? { ...body, [name]: change(member(body, name) ?? null) } : body,
  );

/** The collection, and reads by id with parameters, refused or answered in a wrong form (4.1, 4.2). */
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
];

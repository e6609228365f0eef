import { isObject, member, number, type Json, isArray, writeJson } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { living } from '../siblings.ts';
import { bare, insteadOfSuccess, parameters, refusing, serving, showing } from '../rewrite.ts';

/** The raw query of a request. */
export const query = (request: Request): string => /\?([^#]*)/.exec(request.target)?.[1] ?? '';

const lacks = (name: string) => (request: Request) => parameters(request, name).length === 0;

/** Selects requests with a parameter. */
export const has = (name: string) => (request: Request) => parameters(request, name).length > 0;

/** Selects requests that repeat a parameter. */
export const repeats = (name: string) => (request: Request) => parameters(request, name).length > 1;

const hasPoint = (name: string) => (request: Request) =>
  parameters(request, name).some((value) => value.includes('.'));

/** Selects requests with a value for a parameter. */
export const is = (name: string, value: string) => (request: Request) =>
  parameters(request, name).includes(value);

/** A mistake with a parameter of an operation, described and carried out. */
export type ParameterDeed = (operation: Operation, parameter: string) => Pick<Fault, 'summary' | 'wrap'>;

/** A parameter that is listed as optional, but whose absence is refused. */
export const required: ParameterDeed = (operation, parameter) => ({
  summary: `A request without ${parameter} is answered 400.`,
  wrap: refusing([operation], 400, lacks(parameter)),
});

/** A parameter that may be passed several times, and is refused then. */
export const once: ParameterDeed = (operation, parameter) => ({
  summary: `${parameter} given twice is answered 400.`,
  wrap: refusing([operation], 400, repeats(parameter)),
});

/** A Float that the server reads as an integer. */
export const pointless: ParameterDeed = (operation, parameter) => ({
  summary: `${parameter} written with a point is answered 400.`,
  wrap: refusing([operation], 400, hasPoint(parameter)),
});

/** A documented part that causes an internal error. */
export const failing: ParameterDeed = (operation, parameter) => ({
  summary: `A request with ${parameter} is answered 500.`,
  wrap: refusing([operation], 500, has(parameter)),
});

/** `1234` as `1,234`; leaves smaller numbers unchanged. */
function grouped(value: Json): Json {
  const digits = writeJson(value);
  return /^-?\d{4,}$/.test(digits) ? digits.replace(/\B(?=(?:\d{3})+$)/g, ',') : value;
}

const ill = (name: string, change: (value: Json) => Json) =>
  showing(['4.1'], (body) =>
    isObject(body) ? { ...body, [name]: change(member(body, name) ?? null) } : body,
  );

/** The collection and reads by id with parameters: refused, or answered in a wrong form (4.1, 4.2). */
export const queryFaults: readonly Fault[] = [
  {
    name: 'collection-is-an-array',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection is a JSON array.',
    wrap: showing(['4.1'], (body) => [body]),
  },
  {
    name: 'collection-is-null',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection is null.',
    wrap: showing(['4.1'], () => null),
  },
  {
    name: 'collection-is-empty-200',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection is answered 200 without a body.',
    wrap: insteadOfSuccess(['4.1'], 200),
  },
  {
    name: 'collection-is-204',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection is answered 204 while resources exist.',
    wrap: insteadOfSuccess(['4.1'], 204),
  },
  {
    name: 'full-collection-is-204',
    breaks: '4.1/answers-with-an-object',
    summary: 'The collection is answered 204 once there are more than fifteen resources.',
    wrap: (next) => {
      const empty = insteadOfSuccess(['4.1'], 204)(next);
      return (state, request, now) => (living(state).length > 15 ? empty : next)(state, request, now);
    },
  },
  {
    name: 'collection-in-results-only',
    section: '4.1',
    expect: 'incomplete',
    summary: 'The collection shows none of the documented members.',
    wrap: showing(['4.1'], () => ({ limit: number(20), results: [] })),
  },
  {
    name: 'collection-not-found',
    breaks: '4.1/existing-resources-are-found',
    summary: 'The collection is answered 404.',
    wrap: refusing(['4.1'], 404),
  },
  {
    name: 'collection-not-supported',
    breaks: '4.1/route-exists',
    summary: 'The collection is answered 405.',
    wrap: refusing(['4.1'], 405),
  },
  {
    name: 'collection-always-500',
    breaks: '4.1/no-persistent-server-error',
    summary: 'The collection is answered 500.',
    wrap: refusing(['4.1'], 500),
  },
  {
    name: 'collection-integers-as-text',
    breaks: 'Resources/array-of-int-example-holds-integers',
    section: '4.1',
    summary: 'arrayOfIntExample of the collection is a string.',
    wrap: ill('arrayOfIntExample', () => '1,2'),
  },
  {
    name: 'collection-groups-thousands',
    breaks: 'Resources/array-of-int-example-holds-integers',
    section: '4.1',
    summary: 'Integers of a thousand or more are texts with commas in arrayOfIntExample of the collection.',
    wrap: ill('arrayOfIntExample', (list) => (isArray(list) ? list.map((value) => grouped(value)) : list)),
  },
  {
    name: 'collection-strings-null',
    section: '4.1',
    expect: 'incomplete',
    summary: 'arrayOfStringExample of the collection is null.',
    wrap: ill('arrayOfStringExample', () => null),
  },
  {
    name: 'collection-items-as-object',
    breaks: 'Resources/array-of-object-type-holds-objects',
    section: '4.1',
    summary: 'arrayOfObjectType of the collection is an object.',
    wrap: ill('arrayOfObjectType', () => ({ items: [] })),
  },
  {
    name: 'collection-redirects-in-a-loop',
    breaks: '4.1/route-exists',
    summary: 'The collection redirects to itself.',
    wrap: serving(['4.1'], (_next, request) => ({
      response: { ...bare(307), headers: [['Location', request.target]] },
    })),
  },
  {
    name: 'collection-needs-string-parameter',
    breaks: '4.1/optional-parameters',
    ...required('4.1', 'stringParameter'),
  },
  {
    name: 'collection-needs-float-parameter',
    breaks: '4.1/optional-parameters',
    ...required('4.1', 'floatParameter'),
  },
  {
    name: 'collection-refuses-repeated-array-of-string',
    breaks: '4.1/repeatable-parameters',
    rows: ['4.1/arrayOfString'],
    ...once('4.1', 'arrayOfString'),
  },
  {
    name: 'collection-refuses-repeated-described-array',
    breaks: '4.1/repeatable-parameters',
    rows: ['4.1/arrayOfStringWithDescription'],
    ...once('4.1', 'arrayOfStringWithDescription'),
  },
  {
    name: 'collection-reads-float-parameter-as-integer',
    breaks: '4.1/equal-numbers-are-taken-alike',
    rows: ['4.1/floatParameter'],
    ...pointless('4.1', 'floatParameter'),
  },
  {
    name: 'collection-reads-with-markdown-description-as-integer',
    breaks: '4.1/equal-numbers-are-taken-alike',
    rows: ['4.1/withMarkdownDescription'],
    ...pointless('4.1', 'withMarkdownDescription'),
  },
  {
    name: 'collection-fails-on-string-parameter',
    breaks: '4.1/documented-parameters-do-no-harm',
    rows: ['4.1/stringParameter'],
    ...failing('4.1', 'stringParameter'),
  },
  {
    name: 'collection-fails-on-integer-parameter',
    breaks: '4.1/documented-parameters-do-no-harm',
    rows: ['4.1/integerParameter'],
    ...failing('4.1', 'integerParameter'),
  },
  {
    name: 'read-needs-optional-query-parameter',
    breaks: '4.2/known-id-is-readable',
    ...required('4.2', 'optionalQueryParameter'),
  },
  {
    name: 'read-fails-on-optional-query-parameter',
    breaks: '4.2/documented-parameters-do-no-harm',
    ...failing('4.2', 'optionalQueryParameter'),
  },
  {
    name: 'read-fails-on-second-query-parameter',
    breaks: '4.2/documented-parameters-do-no-harm',
    ...failing('4.2', 'secondOptionalQueryParameter'),
  },
];

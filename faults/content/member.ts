import { isArray, JsonNumber, member, writeJson, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { changingMember, resourceOperations, showing } from '../rewrite.ts';

/** Changes the elements of one member wherever a resource shows it. */
function elements(name: string, change: (element: Json) => Json): HandleWrap {
  return whole(name, (value) => (isArray(value) ? value.map(change) : value));
}

/** Changes one member wherever a resource shows it. */
export function whole(name: string, change: (value: Json) => Json): HandleWrap {
  return showing(resourceOperations, changingMember(name, change));
}

const text = (value: Json): Json => (value instanceof JsonNumber ? value.text : value);

const fractional = (value: Json): Json => (value instanceof JsonNumber ? new JsonNumber('1.5') : value);

const isLarge = (value: Json): value is JsonNumber =>
  value instanceof JsonNumber && !Number.isSafeInteger(Number(value.text));

/** Accepts 32-bit members of any size, and shows them unchanged. */
const keepingLargeInt32: PolicyOverride = (base) => ({
  contentOf(value) {
    const small = changingMember('integerExampleInt32', () => new JsonNumber('0'));
    const checked = base.contentOf(value === undefined ? undefined : small(value));
    const items = member(value, 'arrayOfObjectType');
    return items === undefined ? checked : { ...checked, arrayOfObjectType: items };
  },
});

function integerMember(name: string): Fault[] {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    {
      name: `${words}-elements-as-text`,
      breaks: `Resources/${words}-holds-integers`,
      summary: `The elements of ${name} are strings.`,
      wrap: elements(name, text),
    },
    {
      name: `${words}-elements-fractional`,
      breaks: `Resources/${words}-holds-integers`,
      summary: `The elements of ${name} have fractions.`,
      wrap: elements(name, fractional),
    },
  ];
}

/** Members of ObjectTypeProperty and ArrayItem that have wrong types. */
export const memberFaults: readonly Fault[] = [
  ...[
    'arrayOfIntExample',
    'arrayOfUniqueIntExample',
    'arrayOfTwonumbersExample',
    'arrayOfNumberNoDefaultsExample',
  ].flatMap(integerMember),
  {
    name: 'floats-as-text',
    breaks: 'Resources/array-of-float-example-holds-numbers',
    summary: 'The elements of arrayOfFloatExample are strings.',
    wrap: elements('arrayOfFloatExample', text),
  },
  {
    name: 'floats-null',
    breaks: 'Resources/array-of-float-example-holds-numbers',
    summary: 'The elements of arrayOfFloatExample are null.',
    wrap: elements('arrayOfFloatExample', () => null),
  },
  {
    name: 'strings-as-numbers',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'The elements of arrayOfStringExample are numbers.',
    wrap: elements('arrayOfStringExample', () => new JsonNumber('1')),
  },
  {
    name: 'strings-as-objects',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'The elements of arrayOfStringExample are objects.',
    wrap: elements('arrayOfStringExample', (value) => ({ value })),
  },
  {
    name: 'digit-strings-as-numbers',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'Strings that look like numbers come as numbers.',
    needs: ['generated'],
    wrap: elements('arrayOfStringExample', (value) =>
      typeof value === 'string' && /^[1-9]\d*$/.test(value) ? new JsonNumber(value) : value,
    ),
  },
  {
    name: 'boolean-strings-as-booleans',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'The string true comes as a boolean.',
    needs: ['generated'],
    wrap: elements('arrayOfStringExample', (value) => (value === 'true' ? true : value)),
  },
  {
    name: 'empty-strings-as-null',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'Empty strings come as null.',
    needs: ['generated'],
    wrap: elements('arrayOfStringExample', (value) => (value === '' ? null : value)),
  },
  {
    name: 'items-as-ids',
    breaks: 'Resources/array-of-object-type-holds-objects',
    summary: 'The elements of arrayOfObjectType are strings.',
    wrap: elements('arrayOfObjectType', () => 'item-1'),
  },
  {
    name: 'object-type-property-as-text',
    breaks: 'Resources/object-type-property-is-object',
    summary: 'objectTypeProperty comes as JSON text.',
    wrap: whole('objectTypeProperty', (value) => writeJson(value)),
  },
  {
    name: 'object-type-property-null',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'objectTypeProperty is null.',
    wrap: whole('objectTypeProperty', () => null),
  },
  {
    name: 'object-type-property-in-an-array',
    breaks: 'Resources/object-type-property-is-object',
    summary: 'objectTypeProperty comes inside an array.',
    wrap: whole('objectTypeProperty', (value) => [value]),
  },
  {
    name: 'integer-example-as-text',
    breaks: 'Resources/integer-example-is-integer',
    summary: 'integerExample is a string.',
    wrap: whole('integerExample', text),
  },
  {
    name: 'integer-example-fractional',
    breaks: 'Resources/integer-example-is-integer',
    summary: 'integerExample has a fraction.',
    wrap: whole('integerExample', fractional),
  },
  {
    name: 'large-integers-as-text',
    breaks: 'Resources/integer-example-is-integer',
    summary: 'Integers beyond 2^53 come as strings.',
    needs: ['generated'],
    wrap: whole('integerExample', (value) => (isLarge(value) ? value.text : value)),
  },
  {
    name: 'large-array-integers-as-text',
    breaks: 'Resources/array-of-int-example-holds-integers',
    summary: 'Elements of arrayOfIntExample beyond 2^53 come as strings.',
    needs: ['generated'],
    wrap: elements('arrayOfIntExample', (value) => (isLarge(value) ? value.text : value)),
  },
  {
    name: 'int32-as-text',
    breaks: 'Resources/integer-example-int32-is-32-bit-integer',
    summary: 'integerExampleInt32 is a string.',
    wrap: whole('integerExampleInt32', text),
  },
  {
    name: 'int32-always-beyond-range',
    breaks: 'Resources/integer-example-int32-is-32-bit-integer',
    summary: 'integerExampleInt32 is 2^32.',
    wrap: whole('integerExampleInt32', () => new JsonNumber('4294967296')),
  },
  {
    name: 'int32-beyond-range-kept',
    breaks: 'Resources/integer-example-int32-is-32-bit-integer',
    summary: 'A value beyond 32 bits is stored and shown in integerExampleInt32.',
    needs: ['generated'],
    override: keepingLargeInt32,
  },
];

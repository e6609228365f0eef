import { isArray, JsonNumber, member, writeJson, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault, Need } from '../fault.ts';
import { changingMember, resourceOperations, showing } from '../rewrite.ts';

/** One fault of this area. */
export function fault(
  name: string,
  summary: string,
  wrap: HandleWrap,
  needs: readonly Need[] = [],
  expect: Fault['expect'] = 'fail',
): Fault {
  return { name, summary, section: 'Resources', expect, needs, wrap };
}

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

/** Takes 32-bit members of any size and shows them as they came. */
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
    fault(`${words}-elements-as-text`, `The elements of ${name} are strings.`, elements(name, text)),
    fault(
      `${words}-elements-fractional`,
      `The elements of ${name} have fractions.`,
      elements(name, fractional),
    ),
  ];
}

/** Members of ObjectTypeProperty and ArrayItem that come with another type than the documented one. */
export const memberFaults: readonly Fault[] = [
  ...[
    'arrayOfIntExample',
    'arrayOfUniqueIntExample',
    'arrayOfTwonumbersExample',
    'arrayOfNumberNoDefaultsExample',
  ].flatMap(integerMember),
  fault(
    'floats-as-text',
    'The elements of arrayOfFloatExample are strings.',
    elements('arrayOfFloatExample', text),
  ),
  fault(
    'floats-null',
    'The elements of arrayOfFloatExample are null.',
    elements('arrayOfFloatExample', () => null),
  ),
  fault(
    'strings-as-numbers',
    'The elements of arrayOfStringExample are numbers.',
    elements('arrayOfStringExample', () => new JsonNumber('1')),
  ),
  fault(
    'strings-as-objects',
    'The elements of arrayOfStringExample are objects.',
    elements('arrayOfStringExample', (value) => ({ value })),
  ),
  fault(
    'digit-strings-as-numbers',
    'Strings that look like numbers come as numbers.',
    elements('arrayOfStringExample', (value) =>
      typeof value === 'string' && /^[1-9]\d*$/.test(value) ? new JsonNumber(value) : value,
    ),
    ['generated'],
  ),
  fault(
    'boolean-strings-as-booleans',
    'The string true comes as a boolean.',
    elements('arrayOfStringExample', (value) => (value === 'true' ? true : value)),
    ['generated'],
  ),
  fault(
    'empty-strings-as-null',
    'Empty strings come as null.',
    elements('arrayOfStringExample', (value) => (value === '' ? null : value)),
    ['generated'],
  ),
  fault(
    'items-as-ids',
    'The elements of arrayOfObjectType are strings.',
    elements('arrayOfObjectType', () => 'item-1'),
  ),
  fault(
    'object-type-property-as-text',
    'objectTypeProperty comes as JSON text.',
    whole('objectTypeProperty', (value) => writeJson(value)),
  ),
  fault(
    'object-type-property-null',
    'objectTypeProperty is null.',
    whole('objectTypeProperty', () => null),
    [],
    'incomplete',
  ),
  fault(
    'object-type-property-in-an-array',
    'objectTypeProperty comes inside an array.',
    whole('objectTypeProperty', (value) => [value]),
  ),
  fault('integer-example-as-text', 'integerExample is a string.', whole('integerExample', text)),
  fault('integer-example-fractional', 'integerExample has a fraction.', whole('integerExample', fractional)),
  fault(
    'large-integers-as-text',
    'Integers beyond 2^53 come as strings.',
    whole('integerExample', (value) => (isLarge(value) ? value.text : value)),
    ['generated'],
  ),
  fault(
    'large-array-integers-as-text',
    'Elements of arrayOfIntExample beyond 2^53 come as strings.',
    elements('arrayOfIntExample', (value) => (isLarge(value) ? value.text : value)),
    ['generated'],
  ),
  fault('int32-as-text', 'integerExampleInt32 is a string.', whole('integerExampleInt32', text)),
  fault(
    'int32-always-beyond-range',
    'integerExampleInt32 is 2^32.',
    whole('integerExampleInt32', () => new JsonNumber('4294967296')),
  ),
  {
    name: 'int32-beyond-range-kept',
    summary: 'A value beyond 32 bits is stored and shown in integerExampleInt32.',
    section: 'Resources',
    expect: 'fail',
    needs: ['generated'],
    override: keepingLargeInt32,
  },
];

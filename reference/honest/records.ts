import { demoCart } from '../operations/cart.ts';
import { dateExamples, isUtcTimestamp } from '../operations/dates.ts';
import { isObject, JsonNumber, member, number, type Json, type JsonObject } from '../json.ts';
import type { Policy } from '../policy.ts';

const texts = [
  'id',
  'version',
  'key',
  'custom',
  'eigthProperty',
  'ninthProperty',
  'tenthProperty',
  'eleventhPropery',
  'twelthProperty',
  'thirteenthProperty',
  'fourteenthProperty',
  'fifteenthProperty',
];
const whole = (...values: number[]): Json => values.map(number);

/** The four bodies of 4.9: everything, integers, floats and texts, items. */
const contents: readonly JsonObject[] = [
  {
    arrayOfIntExample: whole(1, 2, 3),
    arrayOfUniqueIntExample: whole(4, 5),
    arrayOfTwonumbersExample: whole(6, 7),
    arrayOfFloatExample: [new JsonNumber('1.5'), new JsonNumber('2.0')],
    arrayOfNumberNoDefaultsExample: whole(8),
    arrayOfStringExample: ['one', 'two'],
    arrayOfObjectType: [{ integerExample: number(9), integerExampleInt32: number(10) }],
  },
  { arrayOfIntExample: whole(1), arrayOfUniqueIntExample: whole(2), arrayOfTwonumbersExample: whole(3, 4) },
  { arrayOfFloatExample: [new JsonNumber('0.25')], arrayOfStringExample: ['three'] },
  { arrayOfObjectType: [{ integerExample: number(11), integerExampleInt32: number(-12) }] },
];

function named(value: Json | undefined): boolean {
  const parts = [member(value, 'firstName'), member(value, 'lastName')];
  return isObject(value) && parts.every((part) => part === undefined || typeof part === 'string');
}

function recordRefusal(record: JsonObject): string | undefined {
  const text = texts.find((name) => !['string', 'undefined'].includes(typeof member(record, name)));
  if (text !== undefined) return `${text} is not a string`;
  for (const name of ['createdAt', 'lastModifiedAt']) {
    const value = member(record, name);
    if (value !== undefined && !isUtcTimestamp(value)) return `${name} is not a timestamp`;
  }
  for (const name of ['createdBy', 'lastModifiedBy']) {
    const value = member(record, name);
    if (value !== undefined && !named(value)) return `${name} does not name a person`;
  }
  return undefined;
}

/** The index from 0 to 3 that the whole part of a number gives. */
function quarter(value: number): number {
  return ((Math.floor(value) % 4) + 4) % 4;
}

/**
 * Answers that are made from an OrderedRecord, and carts. The whole part of queryParameterOne modulo 4 is the index of
 * the body of 4.9. Without the parameter, the number of the record's members replaces it. 4.13 shows DateExamples of
 * the record's createdAt or of the present, but content at index 3, or if queryParameterOne comes without a createdAt.
 */
export const honestRecords = {
  collectionPage: (_call, seen, fields) => ({
    ...fields,
    limit: number(500),
    offset: number(0),
    count: number(seen.length),
    total: number(seen.length),
  }),
  recordContent(record, queryParameterOne) {
    return contents[quarter(queryParameterOne ?? Object.keys(record).length)] ?? {};
  },
  recordRefusal,
  showsDates(record, queryParameterOne) {
    if (queryParameterOne === undefined) return true;
    return quarter(queryParameterOne) !== 3 && member(record, 'createdAt') !== undefined;
  },
  dates: dateExamples,
  cart: demoCart,
} satisfies Partial<Policy>;

import { isInteger, integerOf } from '../decimal.ts';
import { isArray, isObject, JsonNumber, member, type Json, type JsonObject } from '../json.ts';
import { Refused } from '../refused.ts';

type Test = (value: Json) => boolean;

const integer: Test = (value) => value instanceof JsonNumber && isInteger(value.text);
const float: Test = (value) => value instanceof JsonNumber && Number.isFinite(Number(value.text));
const string: Test = (value) => typeof value === 'string';

/** An integer between -2^31 and 2^31 - 1. */
const int32: Test = (value) => {
  const exact = value instanceof JsonNumber ? integerOf(value.text) : undefined;
  return exact !== undefined && exact >= -(2n ** 31n) && exact < 2n ** 31n;
};

const arrayItem: Test = (value) => {
  const whole = member(value, 'integerExample');
  const small = member(value, 'integerExampleInt32');
  return isObject(value) && (whole === undefined || integer(whole)) && (small === undefined || int32(small));
};

/** The members of ObjectTypeProperty in the contract's order, each with the test for an element. */
const fields: Readonly<Record<string, Test>> = {
  arrayOfIntExample: integer,
  arrayOfUniqueIntExample: integer,
  arrayOfTwonumbersExample: integer,
  arrayOfFloatExample: float,
  arrayOfNumberNoDefaultsExample: integer,
  arrayOfStringExample: string,
  arrayOfObjectType: arrayItem,
};

/** Names of the members of ObjectTypeProperty. */
export const fieldNames: readonly string[] = Object.keys(fields);

/**
 * The documented members of a posted ObjectTypeProperty; all unknown members are dropped. Throws `Refused` (400) if a
 * documented member is ill-typed.
 */
export function checkedContent(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Refused(400, 'objectTypeProperty is not an object');
  const kept: [string, Json][] = [];
  for (const [name, test] of Object.entries(fields)) {
    const given = member(value, name);
    if (given === undefined) continue;
    if (!isArray(given) || !given.every(test)) throw new Refused(400, `${name} is ill-typed`);
    kept.push([name, name === 'arrayOfObjectType' ? given.map(documentedItem) : given]);
  }
  return Object.fromEntries(kept);
}

function documentedItem(item: Json): Json {
  if (!isObject(item)) return item;
  const known = ['integerExample', 'integerExampleInt32'];
  return Object.fromEntries(Object.entries(item).filter(([name]) => known.includes(name)));
}

/** All seven members, each with its elements in the given contents, one content after another. */
export function gathered(contents: readonly JsonObject[], most: number): JsonObject {
  return Object.fromEntries(
    fieldNames.map((name) => {
      const elements = contents.flatMap((content) => {
        const given = member(content, name);
        return isArray(given) ? given : [];
      });
      return [name, elements.slice(0, most)];
    }),
  );
}

import type { PlainJson } from '../clause/profile.ts';
import type { Ask } from '../run/ask.ts';
import type { JsonInput } from '../wire/json/json.ts';
import { isObject } from '../wire/json/plain-json.ts';

/** Bodies for 4.6, from the richest to the plainest; each can have a string of its own if it has strings. */
export type CreateBody = (canary: string) => JsonInput;

/** Integers from 0 to 100, whatever the seed: servers may bound them, and only the string is unique. */
function numbers(canary: string): [number, number, number] {
  let sum = 0;
  for (const sign of canary) sum = (sum * 31 + sign.charCodeAt(0)) % 99;
  return [sum, sum + 1, sum + 2];
}

/** The ladder of bodies: bounds of the arrays are not shown, so that a server may refuse some of them. */
export const createBodies: readonly CreateBody[] = [
  (canary) => {
    const [one, two, three] = numbers(canary);
    return {
      objectTypeProperty: {
        arrayOfIntExample: [one, two, three],
        arrayOfUniqueIntExample: [one, two, three],
        arrayOfTwonumbersExample: [one, two],
        arrayOfFloatExample: [1.5, 2.25],
        arrayOfNumberNoDefaultsExample: [one, two],
        // Unsorted, so that an imposed order shows.
        arrayOfStringExample: [canary, 'a'],
        arrayOfObjectType: [{ integerExample: one, integerExampleInt32: two }],
      },
    };
  },
  (canary) => ({
    objectTypeProperty: { arrayOfIntExample: [numbers(canary)[0]], arrayOfStringExample: [canary] },
  }),
  (canary) => ({ objectTypeProperty: { arrayOfStringExample: [canary] } }),
  () => ({ objectTypeProperty: {} }),
];

/** A create with that body: the profile check has compared declared bodies with their types. */
export function createAsk(body: CreateBody, canary: string): Pick<Ask, 'json' | 'bodyIs'> {
  const json = body(canary);
  return createBodies.includes(body) ? { json } : { json, bodyIs: 'either' };
}

/** A new word each time, which no content contains: a refusal that names a key does not show the content. */
export type Words = () => string;

/** A body that states a key as well, a different one each time: creates of the same content are not one resource. */
export function withKey(body: CreateBody, words: Words): CreateBody {
  return (canary) => ({ ...(body(canary) as object), key: words() });
}

/** A declared value with a word for each `{unique}` in its texts. */
function filled(value: PlainJson, word: string): PlainJson {
  if (typeof value === 'string') return value.replaceAll('{unique}', word);
  if (Array.isArray(value)) return value.map((one: PlainJson) => filled(one, word));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, filled(one as PlainJson, word)]),
  );
}

/** A declared sample with a string of its own among its strings, and then as declared. */
export function sampleBodies(declared: PlainJson, words: Words): readonly CreateBody[] {
  const isFixed = !JSON.stringify(declared).includes('{unique}');
  if (isFixed) return bodiesFrom(declared);
  return bodiesFrom(declared).map((body) => (canary) => filled(body(canary) as PlainJson, words()));
}

function bodiesFrom(sample: PlainJson): readonly CreateBody[] {
  const asDeclared: CreateBody = () => sample;
  const content = memberOf(sample, 'objectTypeProperty');
  const strings = memberOf(content, 'arrayOfStringExample') ?? [];
  if (!isObject(sample) || !isObject(content) || !Array.isArray(strings)) return [asDeclared];
  const marked: CreateBody = (canary) => ({
    ...sample,
    objectTypeProperty: { ...content, arrayOfStringExample: [...(strings as readonly PlainJson[]), canary] },
  });
  return [marked, asDeclared];
}

function memberOf(value: PlainJson | undefined, name: string): PlainJson | undefined {
  return isObject(value) ? value[name] : undefined;
}

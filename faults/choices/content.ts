import {
  isArray,
  isObject,
  JsonNumber,
  member,
  number,
  writeJson,
  type Json,
  type JsonObject,
} from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Choice } from '../fault.ts';
import { bare, changingMember, jsonOf, serving } from '../rewrite.ts';
import { latest } from '../../reference/state.ts';
import { Refused } from '../../reference/refused.ts';

/** A character as JSON writes it: escaped, or unchanged. */
const rareSign = /\\u00[01]|\\[bf]|[\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff\u{1fffe}\u{1ffff}]/u;

/** Stores arrays in another form than the sent form. */
const storing =
  (change: (array: readonly Json[], name: string) => readonly Json[]): PolicyOverride =>
  (base) => ({
    contentOf(value) {
      const stored = Object.entries(base.contentOf(value));
      return Object.fromEntries(
        stored.map(([name, array]) => [name, isArray(array) ? change(array, name) : array]),
      );
    },
  });

/** Refuses some content. */
const refusing =
  (status: number, reason: string, isOdd: (content: JsonObject) => boolean): PolicyOverride =>
  (base) => ({
    contentOf(value) {
      const stored = base.contentOf(value);
      if (isOdd(stored)) throw new Refused(status, reason);
      return stored;
    },
  });

const distinct = (array: readonly Json[]): Json[] =>
  array.filter((item, index) => array.findIndex((other) => writeJson(other) === writeJson(item)) === index);

const byText = (a: Json, b: Json): number => (writeJson(a) < writeJson(b) ? -1 : 1);

const isLong = (item: Json): boolean => typeof item === 'string' && item.length > 64;

const strings = (content: JsonObject): readonly Json[] => {
  const given = content['arrayOfStringExample'];
  return isArray(given) ? given : [];
};

const isOutOfBounds = (item: Json): boolean =>
  item instanceof JsonNumber &&
  /^-?\d+$/.test(item.text) &&
  (BigInt(item.text) < 0n || BigInt(item.text) > 1000n);

const early = 9;

/** Gets stricter while it is used. */
const refusingFilledLater: HandleWrap = (next) => {
  let creates = 0;
  return serving(['4.6'], (onward, request) => {
    creates += 1;
    const content = member(jsonOf(request), 'objectTypeProperty');
    const isFilled =
      isObject(content) && Object.values(content).some((array) => isArray(array) && array.length > 1);
    return creates > early && isFilled ? { response: bare(422) } : onward();
  })(next);
};

const highest = 2n ** 31n - 1n;

const clamped = changingMember('integerExampleInt32', (value) => {
  if (!(value instanceof JsonNumber) || !/^-?\d+$/.test(value.text)) return value;
  const given = BigInt(value.text);
  return number(given > highest ? highest : given < -highest ? -highest : given);
});

/** Ways to store and to refuse posted content (4.6). */
export const contentChoices: readonly Choice[] = [
  {
    name: 'arrays-sorted',
    summary: 'Arrays are stored sorted.',
    override: storing((array) => array.toSorted(byText)),
  },
  {
    name: 'unique-integers-deduplicated',
    summary: 'Repeated elements of arrayOfUniqueIntExample are dropped.',
    override: storing((array, name) => (name === 'arrayOfUniqueIntExample' ? distinct(array) : array)),
  },
  {
    name: 'arrays-cut-to-three',
    summary: 'Arrays are cut after their third element.',
    override: storing((array) => array.slice(0, 3)),
  },
  {
    name: 'defaults-added',
    summary: 'Members missing from a create get a default.',
    override: (base) => ({
      contentOf: (value) => ({
        arrayOfIntExample: [number(1), number(1)],
        arrayOfTwonumbersExample: [number(1), number(2), number(3)],
        ...base.contentOf(value),
      }),
    }),
  },
  {
    name: 'empty-content-refused',
    summary: 'A create with an empty objectTypeProperty is answered 400.',
    override: refusing(400, 'objectTypeProperty is empty', (content) => Object.keys(content).length === 0),
    excludes: ['filled-content-refused'],
  },
  {
    name: 'filled-content-refused',
    summary: 'A create with more than two elements in an array is answered 400.',
    override: refusing(400, 'an array is too long', (content) =>
      Object.values(content).some((array) => isArray(array) && array.length > 2),
    ),
    excludes: ['empty-content-refused', 'defaults-added'],
  },
  {
    name: 'integers-above-1000-refused',
    summary: 'Integers below 0 or above 1000 are answered 400.',
    override: refusing(400, 'an integer is out of bounds', (content) =>
      Object.values(content).some((array) => isArray(array) && array.some(isOutOfBounds)),
    ),
  },
  {
    name: 'two-numbers-are-two',
    summary: 'arrayOfTwonumbersExample must hold two numbers or none: other lengths are answered 400.',
    override: refusing(400, 'two numbers are two', ({ arrayOfTwonumbersExample: two }) =>
      isArray(two) ? two.length !== 0 && two.length !== 2 : false,
    ),
  },
  {
    name: 'unique-integers-refused-as-declared',
    summary: 'A create with an element in arrayOfUniqueIntExample is answered 400, as the vendor declares.',
    profile: { fields: { refused: ['arrayOfUniqueIntExample'] } },
    override: refusing(400, 'unique integers are not kept', ({ arrayOfUniqueIntExample: unique }) =>
      isArray(unique) ? unique.length > 0 : false,
    ),
    excludes: ['items-refused-as-declared'],
  },
  {
    name: 'items-refused-as-declared',
    summary: 'A create with an item in arrayOfObjectType is answered 422, as the vendor declares.',
    profile: { fields: { refused: ['arrayOfObjectType'] } },
    override: refusing(422, 'items are made elsewhere', ({ arrayOfObjectType: items }) =>
      isArray(items) ? items.length > 0 : false,
    ),
    excludes: ['unique-integers-refused-as-declared'],
  },
  {
    name: 'filled-content-refused-later-on',
    summary: 'From the tenth create on, a create with two elements in an array is answered 422.',
    wrap: refusingFilledLater,
    excludes: ['empty-content-refused', 'filled-content-refused'],
  },
  {
    name: 'long-strings-refused',
    summary: 'Strings of more than 64 characters are answered 422.',
    override: refusing(422, 'a string is too long', (content) => strings(content).some(isLong)),
  },
  {
    name: 'astral-characters-refused',
    summary: 'Strings with characters beyond the basic plane are answered 400.',
    override: refusing(400, 'a character is not allowed', (content) =>
      strings(content).some((item) => typeof item === 'string' && /[\u{10000}-\u{10ffff}]/u.test(item)),
    ),
  },
  {
    name: 'control-characters-refused',
    summary:
      'Strings with control characters but tabs and line ends, or with noncharacters, are answered 400.',
    override: (base) => {
      const reason = 'a character is not allowed';
      const isOdd = (value: Json): boolean => rareSign.test(writeJson(value));
      return {
        ...refusing(400, reason, isOdd)(base),
        actionsRefusal: (actions) => (isOdd(actions) ? reason : base.actionsRefusal(actions)),
        recordRefusal: (record) => (isOdd(record) ? reason : base.recordRefusal(record)),
      };
    },
  },
  {
    name: 'int32-clamped',
    summary: 'Values beyond 32 bits are stored as the nearest value that fits.',
    override: (base) => ({
      contentOf: (value) => base.contentOf(value === undefined ? undefined : clamped(value)),
    }),
  },
  {
    name: 'create-lands-on-equal-content',
    summary: 'A create with the content of an existing resource updates it.',
    override: () => ({
      createTarget: ({ project }, content) =>
        [...project.resources.values()].find(
          (resource) =>
            !latest(resource).deleted &&
            writeJson(latest(resource).objectTypeProperty) === writeJson(content),
        ),
    }),
    excludes: ['create-lands-on-one-resource', 'some-creates-land-on-others'],
  },
  {
    name: 'create-lands-on-one-resource',
    summary: 'All creates of a project yield the same resource.',
    profile: { create: { mode: 'upsert' } },
    override: () => ({
      createTarget: ({ project }) =>
        [...project.resources.values()].findLast((resource) => !latest(resource).deleted),
    }),
    excludes: ['create-lands-on-equal-content', 'some-creates-land-on-others'],
  },
  {
    name: 'some-creates-land-on-others',
    summary: 'The first five creates make resources; then every third updates one of the five in turn.',
    override: () => {
      let creates = 0;
      return {
        createTarget: ({ project }) => {
          creates += 1;
          const living = [...project.resources.values()].filter((resource) => !latest(resource).deleted);
          return creates > 5 && creates % 3 === 0 ? living[creates % living.length] : undefined;
        },
      };
    },
    excludes: ['create-lands-on-one-resource', 'create-lands-on-equal-content'],
  },
];

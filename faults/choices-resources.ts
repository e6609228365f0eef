import { checkedContent } from '../reference/object-type-property.ts';
import {
  isArray,
  isObject,
  JsonNumber,
  number,
  without,
  writeJson,
  type Json,
  type JsonObject,
} from '../reference/json.ts';
import type { PolicyOverride } from '../reference/policy.ts';
import { Refused } from '../reference/reply.ts';
import type { Choice, DeclaredProfile } from './fault.ts';
import { changingMember } from './rewrite.ts';
import { latest } from '../reference/state.ts';

/** Shows resources otherwise than usual. */
const representing =
  (change: (shown: JsonObject) => JsonObject): PolicyOverride =>
  (base) => ({
    represented: (snapshot, call) => change(base.represented(snapshot, call)),
  });

/** Stores arrays otherwise than they came. */
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
const highest = 2n ** 31n - 1n;
const clamped = changingMember('integerExampleInt32', (value) => {
  if (!(value instanceof JsonNumber) || !/^-?\d+$/.test(value.text)) return value;
  const given = BigInt(value.text);
  return number(given > highest ? highest : given < -highest ? -highest : given);
});
const idSource = (source: string): DeclaredProfile => ({ resource: { idSource: source } });
const identities = ['id-only-in-location', 'id-is-an-integer', 'id-inside-meta'];
const others = (name: string): string[] => identities.filter((other) => other !== name);

/** Ways to identify, store and show resources ("Resources", 4.2, 4.3, 4.6). */
export const resourceChoices: readonly Choice[] = [
  {
    name: 'id-only-in-location',
    summary: 'A create tells the id in Location alone, and no key is shown.',
    override: () => ({ showsKeyAndId: false }),
    profile: { resource: { idSource: 'header:Location', keySource: 'none' } },
    excludes: [...others('id-only-in-location'), 'key-not-shown'],
  },
  {
    name: 'id-is-an-integer',
    summary: 'The id is shown as a number.',
    override: (base) => ({
      newId: (state) => String(1_000 + Math.floor(state.random() * 9_000_000_000)),
      represented: (snapshot, call) => ({
        ...base.represented(snapshot, call),
        id: new JsonNumber(snapshot.id),
      }),
    }),
    profile: idSource('body:/id'),
    excludes: others('id-is-an-integer'),
  },
  {
    name: 'id-inside-meta',
    summary: 'The id is shown as meta/id.',
    override: representing(({ id, ...rest }) => ({ ...rest, ...(id === undefined ? {} : { meta: { id } }) })),
    profile: idSource('body:/meta/id'),
    excludes: others('id-inside-meta'),
  },
  {
    name: 'key-not-shown',
    summary: 'No key is shown.',
    override: representing((shown) => without(shown, 'key')),
    profile: { resource: { keySource: 'none' } },
  },
  {
    name: 'more-members-than-documented',
    summary: 'Resources have links, custom members and nulls beside the documented ones.',
    override: representing((shown) => ({
      ...shown,
      _links: { self: {} },
      custom: null,
      tags: [],
      internalNumber: new JsonNumber('1.5'),
    })),
  },
  {
    name: 'members-in-another-order',
    summary: 'Members come in reverse order.',
    override: representing((shown) => Object.fromEntries(Object.entries(shown).toReversed())),
  },
  {
    name: 'object-type-property-absent-when-empty',
    summary: 'An empty objectTypeProperty is left out.',
    override: representing((shown) => {
      const given = shown['objectTypeProperty'];
      return isObject(given) && Object.keys(given).length === 0
        ? without(shown, 'objectTypeProperty')
        : shown;
    }),
  },
  {
    name: 'posted-content-not-shown',
    summary: 'objectTypeProperty is stored and never shown with resources.',
    override: representing((shown) => without(shown, 'objectTypeProperty')),
  },
  {
    name: 'reads-show-when-they-happened',
    summary: 'Resources show the time of their last access.',
    override: (base) => ({
      represented: (snapshot, call) => ({
        ...base.represented(snapshot, call),
        lastAccessedAt: new Date(call.now).toISOString(),
      }),
    }),
  },
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
    summary: 'Members that were not posted get a default.',
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
    excludes: ['empty-content-refused'],
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
    name: 'int32-clamped',
    summary: 'Values beyond 32 bits are stored as the nearest that fits.',
    override: () => ({
      contentOf: (value) => checkedContent(value === undefined ? undefined : clamped(value)),
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
    excludes: ['create-lands-on-one-resource'],
  },
  {
    name: 'create-lands-on-one-resource',
    summary: 'All creates of a project land on one resource.',
    override: () => ({
      createTarget: ({ project }) =>
        [...project.resources.values()].findLast((resource) => !latest(resource).deleted),
    }),
    excludes: ['create-lands-on-equal-content'],
  },
  {
    name: 'read-by-key-shows-less',
    summary: 'A read by key shows a short form without version.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        return call.operation === '4.3' ? { id: snapshot.id, key: snapshot.key, summary: 'short' } : shown;
      },
    }),
    excludes: ['id-only-in-location', 'key-not-shown'],
  },
];

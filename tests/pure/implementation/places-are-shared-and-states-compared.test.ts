import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import type { Profile } from '../../../clause/profile.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { hasToStay, providedIds, requireDeletable } from '../../../implementation/resources/provided.ts';
import { ResourcePool } from '../../../implementation/resources/resource-pool.ts';
import {
  contentsDiffer,
  documentedContent,
  versionsDiffer,
} from '../../../implementation/resources/same-state.ts';
import { sameMembers } from '../../../world/resources/reads-by-key.ts';
import { shownResources, wordIn } from '../../../implementation/resources/shown-resources.ts';
import { answered } from '../../support/stages/scripted-stage.ts';
import { readJson, type Json } from '../../../wire/json/json.ts';

const own = (id: string) => new OwnResource(id, 0);
const never = () => Promise.reject(new Error('nobody asks for a new one'));

/** Lets everybody who can go on do so. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** Something that ends when it is told to. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = () => resolve();
  });
  return { open: () => open(), opened };
}

describe('a pool', () => {
  test('hands out idle resources before it asks for a new one, and gets them back', async () => {
    const pool = new ResourcePool(() => 2);
    pool.provide(own('a'));
    const seen: string[] = [];
    const use = (one: OwnResource) => Promise.resolve(void seen.push(one.id));
    await pool.use({ fresh: false, make: never }, use);
    await pool.use({ fresh: false, make: never }, use);
    await pool.use({ fresh: true, make: () => Promise.resolve(own('b')) }, use);
    expect(seen).toEqual(['a', 'a', 'b']);
    expect(pool.size).toBe(2);
    expect([pool.has('a'), pool.has('b'), pool.has('c')]).toEqual([true, true, false]);
  });

  test('gives no check a resource that the server may remove soon', async () => {
    const pool = new ResourcePool(
      () => 1,
      () => false,
      ({ id }) => id === 'a',
    );
    for (const id of ['a', 'b', 'a']) pool.provide(own(id));
    expect(pool.take(() => false)?.id).toBe('b');
    expect(pool.take(() => false)).toBeUndefined();
    pool.provide(own('a'));
    const used = await pool.use({ fresh: false, make: () => Promise.resolve(own('c')) }, ({ id }) =>
      Promise.resolve(id),
    );
    expect(used).toBe('c');
  });

  test('gets back unused resources, except those that no check may use', async () => {
    const pool = new ResourcePool(() => 1);
    pool.provide(own('a'));
    await expect(
      pool.use({ fresh: false, make: never }, () => Promise.reject(new Error('x'))),
    ).rejects.toThrow();
    expect(pool.size).toBe(1);
    await pool.use({ fresh: false, make: never }, (one) => Promise.resolve(one.abandon()));
    expect(pool.size).toBe(0);
    await expect(pool.use({ fresh: true, make: never }, () => Promise.resolve())).rejects.toThrow();
    // The place is free again.
    await expect(
      pool.use({ fresh: true, make: () => Promise.resolve(own('b')) }, () => Promise.resolve(1)),
    ).resolves.toBe(1);
  });

  test('admits a limited number at a time, and no check uses the resource of another check', async () => {
    const pool = new ResourcePool(() => 2);
    const { open, opened } = gate();
    const inUse: string[] = [];
    let made = 0;
    const make = () => Promise.resolve(own(`r${(made += 1)}`));
    const all = [1, 2, 3].map(() =>
      pool.use({ fresh: false, make }, async ({ id }) => {
        inUse.push(id);
        await opened;
      }),
    );
    await settled();
    expect(inUse).toEqual(['r1', 'r2']);
    expect(pool.has('r1')).toBe(true);
    open();
    await Promise.all(all);
    expect(inUse).toHaveLength(3);
    expect(made).toBe(2);
  });

  test('forgets the known resource if all creates update one resource', async () => {
    for (const [sole, size] of [
      [true, 1],
      [false, 2],
    ] as const) {
      const pool = new ResourcePool(
        () => 1,
        () => sole,
      );
      pool.provide(own('a'));
      await pool.use({ fresh: true, make: () => Promise.resolve(own('b')) }, () => Promise.resolve());
      expect(pool.size).toBe(size);
    }
  });

  test('lets the check with the only place use it once more, and create', async () => {
    const pool = new ResourcePool(
      () => 1,
      () => true,
    );
    pool.provide(own('a'));
    const make = () => Promise.resolve(own('b'));
    const result = await pool.use({ fresh: false, make }, () =>
      pool.use({ fresh: false, make }, ({ id }) => pool.create({}, () => Promise.resolve(id))),
    );
    expect(result).toBe('b');
  });

  test('lets the check with the new only place use it once more', async () => {
    let places = 2;
    const pool = new ResourcePool(() => places);
    const make = () => Promise.resolve(own('a'));
    const result = await pool.use({ fresh: true, make }, () => {
      places = 1;
      return pool.use({ fresh: true, make: () => Promise.resolve(own('b')) }, ({ id }) =>
        Promise.resolve(id),
      );
    });
    expect(result).toBe('b');
  });

  test('lets concurrent creates of one check run together, without other checks meanwhile', async () => {
    const pool = new ResourcePool(
      () => 1,
      () => true,
    );
    pool.provide(own('a'));
    const { open, opened } = gate();
    const begun: string[] = [];
    const check = {};
    const creating = (who: object, name: string) =>
      pool.create(who, async () => {
        begun.push(name);
        await opened;
      });
    const all = [
      creating(check, 'one'),
      creating(check, 'two'),
      creating({}, 'of another'),
      pool.use({ fresh: false, make: never }, () => Promise.resolve(void begun.push('use'))),
    ];
    await settled();
    expect(begun).toEqual(['one', 'two']);
    open();
    await Promise.all(all);
    expect(begun.toSorted()).toEqual(['of another', 'one', 'two', 'use']);
    await creating(check, 'again');
    expect(begun).toHaveLength(5);
  });

  test.each([
    [0, 'a'],
    [1, 'a'],
    [2, undefined],
    [3, undefined],
  ])('gives up a resource if more than %i are idle: %s', (left, id) => {
    const pool = new ResourcePool(() => 1);
    for (const one of ['a', 'b']) pool.provide(own(one));
    expect(pool.spare(left)?.id).toBe(id);
    expect(pool.size).toBe(id === undefined ? 2 : 1);
  });

  test('gives up no permanent resource', () => {
    const pool = new ResourcePool(() => 1);
    pool.provide(own('a'), { forGood: true });
    expect(pool.spare(0)).toBeUndefined();
    pool.provide(own('b'));
    expect(pool.spare(0)?.id).toBe('b');
    expect(pool.has('a')).toBe(true);
  });

  test('hands out a resource that may be deleted, if there is one', () => {
    const pool = new ResourcePool(() => 1);
    for (const one of ['a', 'b']) pool.provide(own(one));
    expect(pool.take(({ id }) => id === 'b')?.id).toBe('b');
    expect(pool.take(() => false)?.id).toBe('a');
    expect(pool.take(() => true)).toBeUndefined();
  });

  test('forgets the version once a resource may have changed', () => {
    const pool = new ResourcePool(() => 1);
    const one = own('a');
    one.show('3');
    pool.provide(one);
    pool.touch(9);
    expect(one.shown).toBeUndefined();
    expect(one.lastWriteAt).toBe(9);
  });
});

const lent = (resource: NonNullable<Profile['resource']>): Profile => ({ resource });

describe('a resource that the operator provides', () => {
  test.each([
    [{}, []],
    [lent({ sandbox: ['a'] }), ['a']],
    [lent({ disposable: ['b'], sandbox: ['a'] }), ['a', 'b']],
    [lent({ disposable: ['a'], sandbox: ['a', 'c'] }), ['c', 'a']],
    [lent({ fixture: { id: 'f' } }), []],
  ] satisfies [Profile, string[]][])('is from %j: %j', (profile, ids) => {
    expect(providedIds(profile)).toEqual(ids);
  });

  test.each([
    [{}, false],
    [lent({ sandbox: ['a'] }), true],
    [lent({ fixture: { id: 'a' } }), true],
    [lent({ fixture: { id: 'f' }, sandbox: ['b'] }), false],
    [lent({ disposable: ['a'] }), false],
    [lent({ disposable: ['a'], sandbox: ['a'] }), false],
  ] satisfies [Profile, boolean][])('has to stay, from %j: %s', (profile, stays) => {
    expect(hasToStay(profile, 'a')).toBe(stays);
    const require = () => requireDeletable({ profile }, 'a');
    if (stays) expect(require).toThrow(Inconclusive);
    else expect(require).not.toThrow();
  });
});

const of = (value: object | string) =>
  answered([200, typeof value === 'string' ? value : JSON.stringify(value)]);

describe('two answers', () => {
  test.each([
    ['{"version":1}', '{"version":2}', true],
    ['{"version":1}', '{"version":1}', false],
    ['{"version":1}', '{}', false],
    ['{}', '{}', false],
    ['{"version":1}', '{"version":1.5}', false],
    ['{"version":9007199254740993}', '{"version":9007199254740992}', true],
  ])('answers of %s and %s show different versions: %s', (one, other, differ) => {
    expect(versionsDiffer(of(one), of(other))).toBe(differ);
    expect(versionsDiffer(of(other), of(one))).toBe(differ);
  });

  const strings = (...all: string[]) => ({ objectTypeProperty: { arrayOfStringExample: all } });
  const item = (more: object) => ({
    objectTypeProperty: { arrayOfObjectType: [{ integerExample: 1, ...more }] },
  });
  test.each([
    [strings('a'), strings('a'), false],
    [strings('a'), strings('b'), true],
    [strings('a', 'b'), strings('b', 'a'), true],
    [strings('a'), { objectTypeProperty: {} }, false],
    [strings('a'), {}, false],
    [{ ...strings('a'), other: 1 }, { ...strings('a'), other: 2 }, false],
    [{ objectTypeProperty: { odd: 1 } }, { objectTypeProperty: { odd: 2 } }, false],
    [item({ at: 1 }), item({ at: 2 }), false],
    [item({}), item({ integerExample: 2 }), true],
    [
      { objectTypeProperty: { arrayOfIntExample: [1], arrayOfStringExample: ['a'] } },
      { objectTypeProperty: { arrayOfIntExample: [2] } },
      true,
    ],
  ])('answers of %j and %j differ in documented content: %s', (one, other, differ) => {
    expect(contentsDiffer(of(one), of(other))).toBe(differ);
    expect(contentsDiffer(of(other), of(one))).toBe(differ);
  });

  test.each([
    ['{"version":1,"a":1}', '{"a":2,"version":2}', true],
    ['{"version":1,"a":1}', '{"version":1}', false],
    ['{"version":1,"a":1}', '{"version":1,"b":1}', false],
    ['{"a":1}', '{"a":1}', false],
    ['[]', '[]', false],
    ['{"version":1}', '[]', false],
  ])('answers of %s and %s have the same members: %s', (one, other, same) => {
    expect(sameMembers(of(one), of(other))).toBe(same);
    expect(sameMembers(of(other), of(one))).toBe(same);
  });
});

test('documented content contains only members that the contract names', () => {
  const shown = of({
    objectTypeProperty: { odd: 1, arrayOfStringExample: ['a'], arrayOfObjectType: [{ odd: 1 }] },
  });
  expect(documentedContent(shown)).toEqual({ arrayOfStringExample: ['a'], arrayOfObjectType: [{}] });
  expect(documentedContent(of('[]'))).toEqual({});
});

describe('resources in an answer', () => {
  const parsed = (text: string): Json => {
    const reading = readJson(new TextEncoder().encode(text));
    return reading.kind === 'json' ? reading.value : null;
  };
  const ids = (text: string, profile: Profile = {}) =>
    shownResources(parsed(text), profile).map(({ id }) => id);
  const nested = (depth: number): string => '['.repeat(depth) + '{"id":"r","version":1}' + ']'.repeat(depth);

  test.each([
    ['[]', []],
    ['{"id":"a","version":1}', ['a']],
    ['{"id":"a","objectTypeProperty":{}}', ['a']],
    ['{"id":"a"}', []],
    ['{"version":1}', []],
    ['[{"id":"a","version":1},{"id":"b","version":1}]', ['a', 'b']],
    ['{"hits":{"items":[{"source":{"id":"a","version":1}}]}}', ['a']],
    ['{"id":"a","version":1,"in":{"id":"b","version":1}}', ['a']],
    ['{"version":3,"results":[{"id":"b","version":1}]}', ['b']],
    [nested(12), ['r']],
    [nested(13), []],
  ])('%s: %j', (text, found) => {
    expect(ids(text)).toEqual(found);
  });

  test('show their ids if the vendor declares them as well', () => {
    const profile: Profile = { resource: { idSource: 'body:/meta/uid' } };
    expect(ids('[{"meta":{"uid":"a"},"version":1},{"id":"b","version":1}]', profile)).toEqual(['a', 'b']);
    expect(shownResources(undefined, {})).toEqual([]);
  });

  test.each([
    ['{"a":["xwordx"]}', ['word'], 'word'],
    ['{"a":["xWORDx"]}', ['word'], 'word'],
    ['{"a":"two"}', ['one', 'two'], 'two'],
    ['{"a":"none"}', ['word'], undefined],
    ['{"a":"word"}', [], undefined],
  ])('%s holds of %j %s', (text, words, found) => {
    expect(wordIn(parsed(text), words)).toBe(found);
  });
});

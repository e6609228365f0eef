import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Parameter } from '../../../contract/endpoints.ts';
import type { UpdateAction } from '../../../implementation/facts.ts';
import { memberOrder } from '../../../properties/arbitraries/ordered-record.ts';
import type { Pair } from '../../../implementation/plain-query.ts';
import { queryPairs, variableName } from '../../../properties/arbitraries/query-pairs.ts';
import { asVariation, type VariedRecord } from '../../../properties/arbitraries/record-variation.ts';
import { fewerPairs, partOf, reductions } from '../../../properties/arbitraries/reductions.ts';
import { reservedText, unknownName } from '../../../properties/arbitraries/reserved-text.ts';
import { textKinds } from '../../../properties/arbitraries/unicode-text.ts';
import { actionKinds, shorterList, updateActions } from '../../../properties/arbitraries/update-actions.ts';
import { drawn } from '../../../properties/drawn-cases.ts';
import { orderedRecord, recordMembers } from '../../../suites/records/ordered-record.ts';

const seeds = [1, 2, 3];
const all = <T>(arbitrary: fc.Arbitrary<T>, count = 100): readonly T[] =>
  seeds.flatMap((seed) => drawn(arbitrary, seed, count)).map(({ value }) => value);

const change = (someProperty: string): UpdateAction => ({ action: 'changeSomeProperty', someProperty });
const nothing: UpdateAction = { action: 'doSomeThing' };
const textsOf = (list: readonly UpdateAction[]) =>
  list.flatMap((one) => (one.action === 'changeSomeProperty' ? [one.someProperty] : []));
const isDocumented = (one: UpdateAction): boolean =>
  one.action === 'doSomeThing' ? !('someProperty' in one) : typeof one.someProperty === 'string';

describe('lists of actions', () => {
  const lists = all(updateActions());

  test('have one to twenty actions', () => {
    const lengths = lists.map((list) => list.length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 20]);
    expect(lengths.filter((length) => length > 6).length).toBeGreaterThan(lengths.length / 4);
    expect(lengths.filter((length) => length < 7).length).toBeGreaterThan(lengths.length / 4);
  });

  test('have changes with a text, and doSomeThing without one', () => {
    expect(lists.flat().filter((one) => !isDocumented(one))).toEqual([]);
    expect(new Set(lists.flat().map(({ action }) => action)).size).toBe(2);
  });

  test('use at most three texts, which recur, also with other texts between', () => {
    for (const list of lists) expect(new Set(textsOf(list)).size).toBeLessThanOrEqual(3);
    expect(Math.max(...lists.map((list) => new Set(textsOf(list)).size))).toBe(3);
    const comesAgain = (list: readonly string[]): boolean =>
      list.some((text, at) => list.slice(at + 2).includes(text) && list[at + 1] !== text);
    expect(lists.some((list) => comesAgain(textsOf(list)))).toBe(true);
  });

  test('take the texts that they are given', () => {
    for (const list of all(updateActions(fc.constant('x')), 20))
      for (const text of textsOf(list)) expect(text).toBe('x');
  });
});

describe('kinds of lists of actions', () => {
  const kinds = actionKinds.map((kind) => all(kind, 20));

  test('are as many as the kinds of texts, and documented', () => {
    expect(kinds).toHaveLength(textKinds.length);
    expect(kinds.flat(2).filter((one) => !isDocumented(one))).toEqual([]);
  });

  test('include a list of one action and a list of more than ten in any four', () => {
    const bounds = kinds.map((lists) => {
      const lengths = lists.map((list) => list.length);
      return [Math.min(...lengths), Math.max(...lengths)] as const;
    });
    for (const [least, most] of bounds)
      expect([
        [1, 1],
        [6, 10],
        [2, 5],
        [11, 20],
      ]).toContainEqual([least, most]);
    for (let at = 0; at < 4; at += 1) {
      const four = [...bounds, ...bounds].slice(at, at + 4);
      expect(four.filter(([, most]) => most === 1)).toHaveLength(1);
      expect(four.filter(([least]) => least > 10)).toHaveLength(1);
    }
  });

  test.each<readonly [number, (text: string) => boolean]>([
    [0, (text) => text === ''],
    [1, (text) => /^\d+$/.test(text)],
    [2, (text) => /^(?:true|false|null|NaN|undefined|-1|1\.5|1e3)$/.test(text)],
    [3, (text) => text.length >= 300],
    [4, (text) => /[^\0-\x7f]/.test(text)],
    [5, (text) => /[\u{10000}-\u{10ffff}]/u.test(text)],
    [6, (text) => !/^[a-f]{1,8}$/.test(text)],
  ])('give the text of kind %i to at least one action, and plain words to others', (at, isOfIt) => {
    const lists = kinds[at] ?? [];
    expect(lists.filter((list) => !textsOf(list).some(isOfIt))).toEqual([]);
    const others = lists.flatMap(textsOf).filter((text) => !isOfIt(text));
    expect(others.filter((text) => !/^[a-f]{1,8}$/.test(text))).toEqual([]);
  });
});

describe('a shorter list of actions', () => {
  const list = [change('x'), change('y'), nothing];
  const shorter = all(shorterList(list));

  test('has at least one action, and at most as many as the list', () => {
    const lengths = shorter.map((one) => one.length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 3]);
  });

  test('consists of actions of the list and of the plainest change', () => {
    expect(new Set(shorter.flatMap(textsOf))).toEqual(new Set(['a', 'x', 'y']));
    expect(shorter.flat().filter((one) => !isDocumented(one))).toEqual([]);
    expect(shorter.flat().some(({ action }) => action === 'doSomeThing')).toBe(true);
  });

  test('has doSomeThing only if the list has it, but may gain a change', () => {
    expect(all(shorterList([change('x')])).flat()).not.toContainEqual(nothing);
    const ofNothing = all(shorterList([nothing, nothing])).flat();
    expect(new Set(textsOf(ofNothing))).toEqual(new Set(['a']));
    expect(ofNothing).toContainEqual(nothing);
  });

  test('has one action if the list was empty', () => {
    for (const one of all(shorterList([]), 10)) expect(one).toEqual([change('a')]);
  });
});

const parameters: readonly Parameter[] = [
  { name: 's', type: 'String' },
  { name: 'f', type: 'Float' },
  { name: 'i', type: 'Int' },
  { name: 'b', type: 'Boolean' },
  { name: 'many', type: 'String', repeatable: true },
  { name: 'o', type: 'open' },
  { name: 'var.a', type: 'String', pattern: 'x' },
];
const namesOf = (pairs: readonly Pair[]) => pairs.map(([name]) => name);

describe('queries', () => {
  const queries = all(queryPairs(parameters));
  const valuesOf = (name: string) => queries.flat().flatMap(([one, value]) => (one === name ? [value] : []));

  test('have parameters whose type is shown and whose name is no pattern, and may have none', () => {
    expect(new Set(queries.flatMap(namesOf))).toEqual(new Set(['s', 'f', 'i', 'b', 'many']));
    expect(queries.some((pairs) => pairs.length === 0)).toBe(true);
  });

  test('have each once, except repeatable parameters', () => {
    const most = (name: string) =>
      Math.max(...queries.map((pairs) => namesOf(pairs).filter((one) => one === name).length));
    expect(['s', 'f', 'i', 'b', 'many'].map(most)).toEqual([1, 1, 1, 1, 3]);
  });

  test('have them in any order', () => {
    const firsts = queries.filter((pairs) => pairs.length > 2).map((pairs) => namesOf(pairs)[0]);
    expect(new Set(firsts).size).toBe(5);
  });

  test.each([
    ['s', /^[^\n]*\S[^\n]*$/],
    ['many', /^[^\n]*\S[^\n]*$/],
    ['f', /^-?\d+(?:\.\d+)?$/],
    ['i', /^\d{1,4}$/],
    ['b', /^(?:true|false)$/],
  ])('have values of the type of %s', (name, form) => {
    expect(valuesOf(name).length).toBeGreaterThan(0);
    expect(valuesOf(name).filter((value) => !form.test(value))).toEqual([]);
  });

  test('queries that lose one of their names have at least two', () => {
    for (const { pairs, without } of all(reductions(parameters), 50)) {
      expect(new Set(namesOf(pairs)).size).toBeGreaterThan(1);
      expect(namesOf(pairs)).toContain(without);
    }
  });

  test('lose any of their names', () => {
    const lost = new Set(
      all(reductions(parameters)).map(({ pairs, without }) => namesOf(pairs).indexOf(without)),
    );
    expect(lost.size).toBeGreaterThan(2);
  });
});

describe('the rest of a query', () => {
  const pairs: readonly Pair[] = [['a', '1'], ['b', '2'], ['a', '3'], ['c', '4']]; // prettier-ignore

  test.each([
    ['a', [['b', '2'], ['c', '4']]],
    ['b', [['a', '1'], ['a', '3'], ['c', '4']]],
    ['d', pairs],
  ] as const)('lacks %s, however many came before', (without, left) => {
    expect(partOf({ pairs, without })).toEqual(left);
  }); // prettier-ignore

  test('shrinks to fewer of its pairs, at least one, in their order, and loses the same name', () => {
    const smaller = all(fewerPairs({ pairs, without: 'c' }));
    const lengths = smaller.map((one) => one.pairs.length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 4]);
    for (const one of smaller) {
      expect(one.without).toBe('c');
      expect(one.pairs).toEqual(pairs.filter((pair) => one.pairs.some((other) => other[1] === pair[1])));
    }
  });
});

describe('names', () => {
  test('names of the pattern are var. with one to eight letters and digits', () => {
    const names = all(variableName());
    expect(names.filter((name) => !/^var\.[a-zA-Z0-9]{1,8}$/.test(name))).toEqual([]);
    for (const form of [/\.[a-z]/, /\.[A-Z]/, /\.\d/, /\..$/, /\..{4,}/])
      expect(names.some((name) => form.test(name))).toBe(true);
  });

  test('names of reserved characters are never empty, and never only dots', () => {
    const names = all(reservedText(), 300);
    expect(names.filter((name) => /^\.*$/.test(name))).toEqual([]);
    for (const sign of ['/', '?', '#', '%', '&', ' ', '%2F', '日'])
      expect(names.some((name) => name.includes(sign))).toBe(true);
  });

  test('names that belong to nothing begin with a word of eight characters', () => {
    const names = all(unknownName());
    expect(names.filter((name) => !/^[a-z][a-z0-9]{7}./su.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.slice(0, 8))).size).toBeGreaterThan(100);
  });

  test.each(seeds)('names that belong to nothing keep their word when they shrink, seed %i', (seed) => {
    const tried: string[] = [];
    fc.check(
      fc.property(unknownName(), (name) => {
        tried.push(name);
        return false;
      }),
      { seed },
    );
    expect(tried.length).toBeGreaterThan(1);
    expect(new Set(tried.map((name) => name.slice(0, 8))).size).toBe(1);
  });
});

describe('records', () => {
  test('are in an order of all their members, each once', () => {
    for (const order of all(memberOrder())) expect(order.toSorted()).toEqual(recordMembers.toSorted());
  });

  const members = Object.fromEntries(
    recordMembers.filter((name) => name !== 'id').map((name) => [name, `drawn ${name}`]),
  );
  const sent = (variation: VariedRecord['variation'], order = recordMembers) =>
    orderedRecord('word', asVariation({ record: { members, order }, variation }));
  const named = (record: ReturnType<typeof sent>) =>
    Object.entries(record).flatMap(([name, value]) => (JSON.stringify(value).includes('word') ? [name] : []));

  test('records with an id are named by it alone, and have the drawn values', () => {
    expect(named(sent({}))).toEqual(['id']);
    expect(sent({})).toEqual({ ...members, id: 'word' });
  });

  test.each<readonly [VariedRecord['variation'], string]>([
    [{ omit: ['id'] }, 'key'],
    [{ omit: ['id', 'key'] }, 'custom'],
    [{ omit: ['id'], set: { key: 'k' } }, 'custom'],
    [{ omit: ['id', 'custom'], set: { key: 'k' } }, 'eigthProperty'],
    [{ set: { id: 1 } }, 'key'],
  ])('records without an id are named by another member: %j', (variation, name) => {
    expect(named(sent(variation))).toEqual([name]);
  });

  test('lack omitted members, and take set values in place of drawn values', () => {
    const record = sent({
      omit: ['custom', 'createdAt'],
      set: { key: 7, extra: 'a' },
      order: [...recordMembers, 'extra'],
    });
    expect(record).toEqual({
      ...members,
      id: 'word',
      key: 7,
      extra: 'a',
      custom: undefined,
      createdAt: undefined,
    });
    expect(Object.keys(record)).toHaveLength(15);
  });

  test('are in the drawn order, with further members at the end', () => {
    const order = recordMembers.toReversed();
    expect(Object.keys(sent({ order: ['extra', ...recordMembers], set: { extra: 'a' } }, order))).toEqual([
      ...order,
      'extra',
    ]);
  });

  test.each(['either', 'ill-typed'] as const)('state their purpose: %s', (bodyIs) => {
    expect(asVariation({ record: { members, order: recordMembers }, variation: { bodyIs } }).bodyIs).toBe(
      bodyIs,
    );
    expect(asVariation({ record: { members, order: recordMembers }, variation: {} })).not.toHaveProperty(
      'bodyIs',
    );
  });
});

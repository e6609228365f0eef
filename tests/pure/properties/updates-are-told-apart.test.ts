import { describe, expect, test } from 'vitest';
import { situationsOf, type Sent } from '../../../properties/crossings/sent-situations.ts';
import {
  combinationsOf,
  covering,
  dimensions,
  followedBy,
  numberOf,
  possible,
  situationOf,
  untouched,
} from '../../../properties/crossings/space.ts';

const octets = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const sent = (sentAt: number, target: string, asked: unknown, [status, answer]: [number, unknown]): Sent => ({
  request: { method: asked === undefined ? 'GET' : 'POST', target, headers: [], body: octets(asked ?? null) },
  outcome: { kind: 'answer', status, headers: [], body: octets(answer), sentAt, answeredAt: sentAt + 1 },
});

const there = '/demo/resource/r1';
const created = sent(0, '/demo/resource', {}, [201, { id: 'r1', version: 1 }]);
const update = (at: number, version: number, actions: readonly string[], came: [number, unknown]): Sent =>
  sent(at, there, { version, actions: actions.map((action) => ({ action })) }, came);

describe('an update of a run', () => {
  test('is identified by its version and actions, and by the requests before it and their times', () => {
    const situations = situationsOf([
      created,
      update(10, 1, ['doSomeThing'], [200, { version: 2 }]),
      sent(20, there, undefined, [200, { version: 2 }]),
      update(4_000, 1, ['doSomeThing', 'changeSomeProperty', 'doSomeThing'], [409, {}]),
    ]);
    expect(situations).toEqual([
      { states: 'the actual version', list: 'one action', kind: 'doSomeThing', age: 'at once', rest: 'at once', before: 'no update', beside: 'nothing', after: 'the create' },
      { states: 'one left before', list: 'three to eight', kind: 'both', age: 'after three seconds', rest: 'after three seconds', before: 'one update', beside: 'nothing', after: 'a read' },
    ]); // prettier-ignore
  });

  test.each([
    [there, 'others there'],
    ['/demo/resource/r2', 'others elsewhere'],
  ])('is concurrent with updates that were under way: %s', (target, beside) => {
    const other = { ...update(10.5, 9, ['doSomeThing'], [409, {}]) };
    const [first] = situationsOf([
      created,
      update(10, 9, ['doSomeThing'], [409, {}]),
      { ...other, request: { ...other.request, target } },
    ]);
    expect(first?.beside).toBe(beside);
  });

  test('proves nothing about the version if it is refused for its caller', () => {
    const refused = update(10, 9, ['doSomeThing'], [401, {}]);
    const [second, ...more] = situationsOf([created, refused, update(20, 9, ['doSomeThing'], [409, {}])]);
    expect([second?.after, more]).toEqual(['another refusal', []]);
  });

  test('has no impossible pair, and a pair of every two dimensions', () => {
    const pairs = possible(2);
    expect([...pairs.keys()]).toContain('states one left before, before one update');
    expect([...pairs.keys()]).not.toContain('states one left before, before no update');
    const refused = update(10, 9, ['doSomeThing'], [409, {}]);
    const had = situationsOf([created, refused]).flatMap((one) => combinationsOf(one, 2));
    expect(had).toHaveLength((Object.keys(dimensions).length * (Object.keys(dimensions).length - 1)) / 2);
    expect(had.filter((pair) => !pairs.has(pair))).toEqual([]);
  });
});

describe('the space of updates', () => {
  test.each([
    [2, 356, 45],
    [3, 2_409, 230],
  ] as const)('is covered in combinations of %i by few situations', (strength, count, most) => {
    const all = possible(strength);
    const rows = covering(all, strength);
    expect([all.size, rows.length <= most]).toEqual([count, true]);
    const sent = rows.flatMap((row) => [row, ...followedBy(row)]);
    const had = new Set(sent.flatMap((row) => combinationsOf(row, strength)));
    expect([...all.keys()].filter((one) => !had.has(one))).toEqual([]);
    expect([...had].filter((one) => !all.has(one))).toEqual([]);
  });

  test('draws each of its situations again by its number', () => {
    const rows = [...covering(possible(2), 2), ...untouched];
    expect(rows.map((row) => situationOf(numberOf(row)))).toEqual(rows);
    expect([situationOf(-1), situationOf(0.5), situationOf(24_300)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

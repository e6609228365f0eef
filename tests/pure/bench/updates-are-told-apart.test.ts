import { describe, expect, test } from 'vitest';
import {
  dimensions,
  pairsOf,
  possiblePairs,
  situationsOf,
  type Sent,
} from '../../../bench/update-situations.ts';

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
  test('is known by the version and actions that it states, by the requests before it, and by how long ago they were', () => {
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
  ])('has company from updates that were under way: %s', (target, beside) => {
    const other = { ...update(10.5, 9, ['doSomeThing'], [409, {}]) };
    const [first] = situationsOf([
      created,
      update(10, 9, ['doSomeThing'], [409, {}]),
      { ...other, request: { ...other.request, target } },
    ]);
    expect(first?.beside).toBe(beside);
  });

  test('counts no pair that cannot occur', () => {
    const possible = possiblePairs();
    expect(possible).toContain('states one left before, before one update');
    expect(possible).not.toContain('states one left before, before no update');
    const accepted = update(10, 1, ['doSomeThing'], [200, { version: 2 }]);
    const pairs = situationsOf([created, accepted]).flatMap((one) => pairsOf(one));
    expect(pairs).toHaveLength((Object.keys(dimensions).length * (Object.keys(dimensions).length - 1)) / 2);
    expect(pairs.filter((pair) => !possible.includes(pair))).toEqual([]);
  });
});

import type fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fewerCommands,
  histories,
  historyWithOverwrites,
  type ModelCommand,
} from '../../../properties/model/command.ts';
import { drawn } from '../../../properties/drawn-cases.ts';

const seeds = [1, 2, 3];

type Dealt = Parameters<typeof histories>[0];

/** One history of each resource. */
const played = (of: Partial<Dealt>, seed = 1): readonly (readonly ModelCommand[])[] =>
  histories({ resources: 4, runs: 24, updates: 18, finders: 3, ...of }).map((history, lane) =>
    one(history, seed + lane),
  );

function one<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [found] = drawn(arbitrary, seed, 1);
  if (found === undefined) throw new Error('nothing was drawn');
  return found.value;
}

const count = (commands: readonly ModelCommand[], what: ModelCommand['do']): number =>
  commands.filter((command) => command.do === what).length;

describe.each(seeds)('the histories of seed %i', (seed) => {
  const all = played({}, seed);

  test('are one for each resource, and end with a read', () => {
    expect(all).toHaveLength(4);
    for (const history of all) expect(history.at(-1)).toEqual({ do: 'read' });
  });

  test('contain lists of each length with wrong versions, and no single action if a history is long', () => {
    const lengths = (histories: typeof all): readonly number[] =>
      histories.flat().flatMap((command) => ('actions' in command ? (command.actions ?? 0) : []));
    expect(new Set(lengths(all.slice(1)))).toEqual(new Set([1, 3, 12]));
    expect(new Set(lengths(all.slice(0, 1)))).toEqual(new Set([3, 12]));
  });

  test('are the same each time they are drawn', () => {
    expect(played({}, seed)).toEqual(all);
    expect(played({}, seed + 10)).not.toEqual(all);
  });

  test('update the first resource, with wrong versions of each kind between', () => {
    const [first = []] = all;
    expect(count(first, 'update')).toBe(18);
    for (const wrong of ['stale update', 'far update', 'update ahead'] as const)
      expect(count(first, wrong)).toBe(2);
    expect(first.slice(0, 18).some((command) => command.do !== 'update')).toBe(true);
  });

  test('leave the runs to the other histories, and updates of another resource to the last history', () => {
    const others = all.slice(1);
    expect(others.reduce((sum, history) => sum + count(history, 'update'), 0)).toBe(24);
    for (const history of others) expect(count(history, 'update')).toBeGreaterThan(0);
    expect(all.map((history) => count(history, 'update another') > 0)).toEqual([false, false, false, true]);
  });

  test('have each refused write in every run, and each wrong version in a third of them', () => {
    const total = (what: ModelCommand['do']) =>
      all.slice(1).reduce((sum, history) => sum + count(history, what), 0);
    expect(['refused create', 'refused delete'].map((what) => total(what as ModelCommand['do']))).toEqual([
      24, 24,
    ]);
    expect((['stale update', 'update ahead', 'far update'] as const).map(total)).toEqual([8, 8, 8]);
  });

  test('have each of the rare commands in a quarter of the runs', () => {
    const total = (what: ModelCommand['do']) => all.reduce((sum, history) => sum + count(history, what), 0);
    expect(
      (['refused query', 'foreign update', 'update another', 'refused read'] as const).map(total),
    ).toEqual([6, 6, 6, 6]);
  });

  test('have zero to two existence checks in a run, and at the end one check by each caller', () => {
    const total = all.reduce((sum, history) => sum + count(history, 'check existence'), 0);
    expect(total).toBe(24 + 3);
    const last = all.map((history) =>
      history.flatMap((command, at) =>
        command.do === 'check existence' && at === history.length - 2 ? [command.as] : [],
      ),
    );
    expect(last.slice(0, 3)).toEqual([[0], [1], [2]]);
  });

  test('contain no overwrite', () => {
    for (const history of all)
      expect(count(history, 'overwrite') + count(history, 'refused overwrite')).toBe(0);
  });

  test('use callers in turn, former versions, and distant versions', () => {
    const commands = all.flat();
    for (const command of commands) {
      if ('as' in command) expect(command.as).toBeGreaterThanOrEqual(0);
      if ('back' in command) expect(command.back).toBeGreaterThanOrEqual(0);
      if ('distance' in command) expect(command.distance).toBeGreaterThanOrEqual(100);
    }
    expect(
      new Set(commands.flatMap((command) => ('as' in command ? [command.as] : []))).size,
    ).toBeGreaterThan(6);
  });
});

describe('histories of one resource', () => {
  const [only = [], ...others] = played({ resources: 1 });

  test('have all commands that the other histories would have', () => {
    expect(others).toEqual([]);
    expect(count(only, 'update another')).toBe(6);
    expect(count(only, 'refused delete')).toBe(24);
  });

  test('count the updates of its runs towards its length', () => {
    expect(count(only, 'update')).toBe(24);
    for (const [updates, runs, total] of [
      [18, 4, 18],
      [30, 4, 30],
      [4, 4, 4],
      [3, 4, 4],
      [0, 4, 4],
    ] as const)
      expect(count(played({ resources: 1, updates, runs })[0] ?? [], 'update')).toBe(total);
  });

  test('let every caller that finds it read it at the end', () => {
    expect(only.slice(-4)).toEqual([
      ...[0, 1, 2].map((as) => ({ do: 'check existence', as })),
      { do: 'read' },
    ]);
  });
});

describe('histories', () => {
  test('histories of two resources leave all runs to the second', () => {
    const [first = [], second = []] = played({ resources: 2, runs: 8 });
    expect([count(first, 'refused create'), count(second, 'refused create')]).toEqual([0, 8]);
    expect(count(second, 'update another')).toBe(2);
  });

  test.each([
    [4, 1],
    [5, 2],
    [1, 1],
  ])('histories of %i runs have a quarter as many first wrong versions, rounded up', (runs, wrongs) => {
    const [first = []] = played({ runs });
    const found = (['stale update', 'far update', 'update ahead'] as const).map((what) => count(first, what));
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(wrongs);
  });

  test('histories without finders end without an existence check', () => {
    for (const history of played({ finders: 0, runs: 1 }).slice(0, 1))
      expect(count(history, 'check existence')).toBe(0);
  });

  test('histories without runs and finders are updates and a read', () => {
    expect(played({ runs: 0, finders: 0, updates: 2 })).toEqual([
      [{ do: 'update' }, { do: 'update' }, { do: 'read' }],
      [{ do: 'read' }],
      [{ do: 'read' }],
      [{ do: 'read' }],
    ]);
  });
});

describe.each(seeds)('a history with overwrites of seed %i', (seed) => {
  const history = one(historyWithOverwrites(16), seed);

  test('has a refused overwrite in each run, and ends with an accepted overwrite', () => {
    expect(count(history, 'refused overwrite')).toBe(16);
    expect(history.at(-1)).toEqual({ do: 'overwrite' });
  });

  test('has updates, former versions and concurrent overwrites, in turn', () => {
    // Five of each eight runs have something beside, in turn, but for every fourth of them; two of each kind end it.
    expect([count(history, 'update'), count(history, 'stale update'), count(history, 'overwrite')]).toEqual([
      4,
      2 + 2,
      2 + 2 + 1,
    ]);
  });

  test('looks at the result of every fourth run', () => {
    expect(count(history, 'read')).toBe(4);
  });

  test('has no other commands', () => {
    expect(history).toHaveLength(16 + 4 + 4 + 5 + 4);
  });
});

test('a history without runs immediately states the versions that overwrites replace', () => {
  const left = (actions: number) => ({ do: 'stale update', back: 0, actions });
  const overwrite = { do: 'overwrite' };
  expect(one(historyWithOverwrites(0), 1)).toEqual([overwrite, left(1), overwrite, left(3), overwrite]);
});

describe('fewer commands', () => {
  const commands: readonly ModelCommand[] = [
    { do: 'read' },
    { do: 'update' },
    { do: 'stale update', back: 1 },
  ];
  const smaller = drawn(fewerCommands(commands), 1, 100).map(({ value }) => value);

  test('are some of the commands in their order, at least one', () => {
    const lengths = smaller.map((each) => each.length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 3]);
    for (const each of smaller) expect(each).toEqual(commands.filter((command) => each.includes(command)));
  });

  test('an empty list has no smaller forms', () => {
    expect(one(fewerCommands([]), 1)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { judgeHistory, judgeStateAndVersion } from '../../../judging/state-versions.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { Ask } from '../../../run/ask.ts';
import { reportingStage } from '../../support/stages/reporting-stage.ts';
import { scriptedStore, type Departures, type Kept } from '../../support/stages/scripted-store.ts';

/** What a server does with a resource after an update, at that time; `nth` counts the updates. */
type Habit = (one: Kept, value: string, at: number, nth: number) => void;

interface Action {
  readonly action: string;
  readonly someProperty?: string;
}

const actionsOf = ({ json }: Ask): readonly Action[] =>
  (json as unknown as { readonly actions?: readonly Action[] }).actions ?? [];

/** A run against a store with such a habit, and the one resource there. */
async function met(habit: Habit = () => undefined, departures: Departures = {}, known: Partial<Learnt> = {}) {
  let now = 0;
  let updates = 0;
  const { script, kept } = scriptedStore({
    ...departures,
    answer: (name, id, at, ask) => {
      now = at;
      return departures.answer?.(name, id, at, ask);
    },
    follows: (name, id, all, ask) => {
      const one = all.get(id);
      if (name !== 'update' || one === undefined) return;
      updates += 1;
      habit(one, actionsOf(ask).at(-1)?.someProperty ?? '', now, updates);
    },
  });
  const stage = reportingStage(script, {
    pointer: '/someProperty',
    pointers: ['/someProperty'],
    moves: { doSomeThing: true, changeSomeProperty: true },
    ...known,
  });
  const { own = new OwnResource('none', 0) } = await stage.on.create();
  const sentUpdates = () => stage.sent.filter(({ name }) => name === 'update');
  return { ...stage, own, kept, sentUpdates };
}

type Judge = (on: Stage, own: OwnResource) => Promise<void>;

async function judged(judge: Judge, ...run: Parameters<typeof met>) {
  const stage = await met(...run);
  await judge(stage.on, stage.own);
  const updates = stage.sentUpdates();
  return {
    ...stage,
    values: updates.map(({ ask }) => actionsOf(ask).at(-1)?.someProperty),
    gaps: updates.slice(1).map(({ at }, before) => at - (updates[before]?.at ?? 0)),
  };
}

const neverMoves: Habit = (one) => {
  one.version = 1;
};

/** The version is a time in seconds. */
const coarse =
  (ms: number): Habit =>
  (one, _value, at) => {
    one.version = 10 + Math.floor(at / ms);
  };

/** Moves, and from an update on does not. */
const keepsFrom =
  (first: number): Habit =>
  (one, _value, _at, nth) => {
    if (nth >= first) one.version -= 1;
  };

/** Reads show no version after such an update; the answers to updates do. */
function hiding(isHidden: (updates: number) => boolean): {
  readonly habit: Habit;
  readonly departures: Departures;
} {
  let updates = 0;
  let isRead = false;
  return {
    habit: (_one, _value, _at, nth) => {
      updates = nth;
    },
    departures: {
      answer: (name) => {
        isRead = name === 'readById';
        return undefined;
      },
      shows: () => (isRead && isHidden(updates) ? { version: 'none' } : {}),
    },
  };
}

/** Refuses such an update. */
function refusing(isRefused: (nth: number) => boolean): Departures {
  let updates = 0;
  return {
    answer: (name) => {
      if (name === 'update') updates += 1;
      return name === 'update' && isRefused(updates) ? [400] : undefined;
    },
  };
}

describe('a visible change', () => {
  test('passes with another version after any list of actions', async () => {
    const { told, sentUpdates } = await judged(judgeStateAndVersion);
    expect(told).toEqual(['held', 'held', 'held']);
    expect(sentUpdates().map(({ ask }) => actionsOf(ask).map(({ action }) => action))).toEqual([
      ['changeSomeProperty'],
      ['changeSomeProperty'],
      ['changeSomeProperty', 'changeSomeProperty'],
      ['doSomeThing', 'changeSomeProperty', 'doSomeThing', 'changeSomeProperty'],
    ]);
  });

  test('never leaves an earlier value, and changes to other values on the way', async () => {
    const { sentUpdates } = await judged(judgeStateAndVersion);
    const values = sentUpdates().flatMap(({ ask }) =>
      actionsOf(ask).flatMap(({ someProperty = [] }) => someProperty),
    );
    expect(new Set(values).size).toBe(values.length);
  });

  test('violates if it keeps the version three times, also with pauses', async () => {
    const { told, broken, gaps, learnt } = await judged(judgeStateAndVersion, neverMoves);
    expect(told).toEqual(['violated']);
    expect(broken[0]).toMatchObject({ got: '1', reproduced: '3/3', deviation: { kind: 'agree' } });
    expect(broken[0]?.expected).toContain('1');
    expect(broken[0]?.exchanges).toHaveLength(3);
    expect(gaps).toHaveLength(3);
    expect(gaps[0]).toBeLessThan(1_000);
    expect(gaps[1]).toBeGreaterThanOrEqual(1_100);
    expect(gaps[2]).toBeGreaterThanOrEqual(2_100);
    expect(learnt.keepsVersions).toBe(true);
  });

  test.each([1_000, 2_000])('reports nothing against a clock that ticks every %s ms', async (ms) => {
    const { told, learnt } = await judged(judgeStateAndVersion, coarse(ms));
    expect(told).toEqual(['undecided flaky', 'undecided flaky', 'undecided flaky']);
    expect(learnt.keepsVersions).toBe(false);
  });

  test('is a violation with only one kind of list', async () => {
    const { told } = await judged(judgeStateAndVersion, (one, _value, _at, nth) => {
      if (nth > 2) one.version = 3;
    });
    expect(told).toEqual(['held', 'violated']);
  });

  test('shows nothing if the place of changes is not known', async () => {
    const { told, values } = await judged(judgeStateAndVersion, undefined, {}, { pointer: undefined });
    expect([told, values]).toEqual([['discarded not-observable'], []]);
  });

  const hidden =
    (from: number, version: (one: Kept) => number = ({ version: now }) => now): Habit =>
    (one, _value, _at, nth) => {
      if (nth >= from) one.someProperty = 'other';
      one.version = version(one);
    };

  test.each([
    ['has no premise where the first change does not show', hidden(1), 'discarded premise-failed'],
    [
      'has no premise where the first change alone does not show',
      (one: Kept, _value: string, _at: number, nth: number) => {
        if (nth === 1) one.someProperty = 'other';
      },
      'discarded premise-failed',
    ],
    ['has no premise where the second change does not show', hidden(2), 'discarded premise-failed'],
    [
      'is undecided where one kept the version, and the next one does not show',
      hidden(3, () => 1),
      'undecided flaky',
    ],
  ])('%s', async (_, habit, told) => {
    expect((await judged(judgeStateAndVersion, habit)).told).toEqual([told]);
  });

  test.each([
    ['before the change', (updates: number) => updates === 1],
    ['after the change', (updates: number) => updates === 2],
    ['before and after', (updates: number) => updates > 0],
  ])('shows nothing if reads hide the version %s', async (_, isHidden) => {
    const { habit, departures } = hiding(isHidden);
    const { told } = await judged(judgeStateAndVersion, habit, departures, { answersShowVersion: true });
    expect(told).toEqual(['discarded premise-failed']);
  });

  test.each([1, 2])('shows nothing if update %s is refused', async (from) => {
    const { told } = await judged(
      judgeStateAndVersion,
      undefined,
      refusing((nth) => nth === from),
    );
    expect(told).toEqual(['discarded premise-failed']);
  });
});

describe('a history of updates', () => {
  const history =
    (steps: number): Judge =>
    (on, own) =>
      judgeHistory(on, own, steps);

  test.each([
    [0, 6],
    [8, 8],
  ])('a history of %s steps passes with another version for each of %s states', async (steps, times) => {
    const { told, values } = await judged(history(steps));
    expect(told).toEqual(Array.from({ length: times }, () => 'held'));
    expect(new Set(values).size).toBe(times);
  });

  test('leaves values that a careless comparison takes for equal', async () => {
    const { values } = await judged(history(6));
    const [first = ''] = values;
    expect(first).not.toBe(first.toUpperCase());
    expect(values).toEqual([first, first.toUpperCase(), `${first.toUpperCase()} `, '', '1', '1.0']);
  });

  test('violates if a version recurs, twice', async () => {
    const round: Habit = (one, _value, _at, nth) => {
      one.version = 1 + (nth % 4);
    };
    const { told, broken, values, learnt } = await judged(history(6), round);
    expect(told.filter((one) => one !== 'held')).toEqual(['violated']);
    expect(broken[0]).toMatchObject({
      reproduced: '2/2',
      deviation: { kind: 'agree' },
      counterexample: { updates: 5 },
    });
    expect(broken[0]?.exchanges).toHaveLength(3);
    expect(broken[0]?.got).toContain(values.at(-1) ?? 'none');
    // Both of the second history.
    expect(values).toHaveLength(10);
    expect(learnt.keepsVersions).toBe(false);
  });

  test('is undecided if a version recurred in only the first of two histories', async () => {
    const restored: Habit = (one, _value, _at, nth) => {
      one.version = nth === 5 ? 2 : nth + 100;
    };
    const { told, shown } = await judged(history(6), (one, value, at, nth) => {
      if (nth === 1) one.version = 2;
      else restored(one, value, at, nth);
    });
    expect(told.filter((one) => one !== 'held')).toEqual(['undecided flaky']);
    expect(shown).toEqual([[200, 200, 200]]);
  });

  test('reports nothing against the server if neighbours share the version of a coarse clock', async () => {
    const { told, gaps } = await judged(history(6), coarse(1_000));
    expect(told).toEqual(['held', 'undecided two-readings']);
    expect(gaps.filter((gap) => gap >= 2_100)).toHaveLength(6);
  });

  test('violates if neighbours share a version more than two seconds apart', async () => {
    const { told, broken, values, learnt } = await judged(history(8), keepsFrom(8));
    expect(told).toEqual([...Array.from({ length: 7 }, () => 'held'), 'violated']);
    expect(broken[0]).toMatchObject({ reproduced: '2/2', deviation: { kind: 'agree' } });
    expect(broken[0]?.exchanges).toHaveLength(3);
    expect(broken[0]?.expected).toContain('8');
    expect(new Set(values).size).toBe(values.length);
    expect(learnt.keepsVersions).toBe(true);
  });

  test('distinguishes a version that stays for similar values from a version that always stays', async () => {
    let last = '';
    const { told, values, learnt } = await judged(history(6), (one, value) => {
      if (value.toUpperCase() === last.toUpperCase()) one.version -= 1;
      last = value;
    });
    expect(told).toEqual(['held', 'violated']);
    expect(values).toHaveLength(4);
    // The two are left by turns.
    expect(values.slice(2)).toEqual([values[0], values[1]]);
    expect(learnt.keepsVersions).toBe(false);
  });

  test('continues if a value is normalised', async () => {
    const { told, values } = await judged(history(8), (one) => {
      one.someProperty = one.someProperty.trim().toLowerCase();
    });
    expect(told).toEqual(Array.from({ length: 6 }, () => 'held'));
    expect(values).toHaveLength(8);
  });

  test('continues if a value that is similar to other values is refused', async () => {
    const { told } = await judged(
      history(6),
      undefined,
      refusing((nth) => nth === 3),
    );
    expect(told).toEqual(Array.from({ length: 5 }, () => 'held'));
  });

  test('waits only a moment for a value that may be normalised', async () => {
    const { on } = await judged(history(6), (one, value) => {
      if (value === '') one.someProperty = 'none';
    });
    expect(on.clock.now()).toBeLessThan(1_000);
  });

  test.each([
    ['the first', 1, 6],
    ['a later', 7, 7],
  ])('has no premise if %s plain value does not show', async (_, from, steps) => {
    const { told } = await judged(history(steps), (one, _value, _at, nth) => {
      if (nth >= from) one.someProperty = 'other';
    });
    expect(told).toEqual([...Array.from({ length: from - 1 }, () => 'held'), 'discarded premise-failed']);
  });

  test('shows nothing if the place of changes is not known', async () => {
    const { told, values } = await judged(history(6), undefined, {}, { pointer: undefined });
    expect([told, values]).toEqual([['discarded not-observable'], []]);
  });

  test('reports nothing against a clock, even if values in between are normalised', async () => {
    const { told } = await judged(history(8), (one, value) => {
      one.version = 10;
      one.someProperty = value.toLowerCase();
    });
    expect(told).toEqual(['held']);
  });

  test('counts only states whose version a read shows', async () => {
    const { habit, departures } = hiding((updates) => updates === 3);
    const { told } = await judged(history(6), habit, departures, { answersShowVersion: true });
    expect(told).toEqual(Array.from({ length: 5 }, () => 'held'));
  });

  test.each([
    ['does not show', 'hidden'],
    ['is refused', 'refused'],
  ])('an update that kept a version once is undecided if the next change %s', async (_, how) => {
    const { told } = await judged(
      history(8),
      (one, value, at, nth) => {
        keepsFrom(8)(one, value, at, nth);
        if (how === 'hidden' && nth > 8) one.someProperty = 'other';
      },
      refusing((nth) => how === 'refused' && nth > 8),
    );
    expect(told.slice(7)).toEqual(['undecided flaky']);
  });

  test.each([
    ['version', { version: 77 }, 1],
    ['value', { someProperty: 'theirs' }, 1],
    ['version that is none', { version: 'none' }, 1],
    ['value, later on', { someProperty: 'theirs' }, 8],
    ['version that is none, later on', { version: 'none' }, 8],
  ])('reports nothing against the server if the next read shows another %s', async (_, shown, after) => {
    let updates = 0;
    let looks = 0;
    const disturbing: Departures = {
      answer: (name) => {
        looks = name === 'update' ? 0 : looks + Number(name === 'readById');
        return undefined;
      },
      shows: () => (updates > after && looks === 2 ? shown : {}),
    };
    const habit: Habit = (one, value, at, nth) => {
      updates = nth;
      keepsFrom(after)(one, value, at, nth);
    };
    const { told } = await judged(history(8), habit, disturbing);
    expect(told).not.toContain('violated');
    expect(told.includes('undecided two-readings')).toBe(after > 1);
  });
});

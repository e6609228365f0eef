import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import { awaited } from '../../../run/awaited.ts';
import type { Caller } from '../../../history/caller.ts';
import { ShapeBook, type RaceShape } from '../../../properties/races/shapes.ts';
import { calibrateTrack, movesEachTime, pauseBefore, uncalibrated } from '../../../properties/races/track.ts';
import type { Ask } from '../../../run/ask.ts';
import { nobody, type Answer } from '../../support/stages/scripted-stage.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';
import { bodyOf, raceStage, trackOf } from '../../support/stages/race-stage.ts';

const other = { ...nobody, label: 'other' };
const third = { ...nobody, label: 'third' };

const actionsOf = (ask: Ask) => bodyOf(ask).actions.map(({ action }) => action);
const isDone = (ask: Ask): boolean => actionsOf(ask).includes('doSomeThing');

/** Solo updates of these shapes on a store, and what they came to. */
async function calibrated(
  shapes: readonly RaceShape[],
  store: Departures = {},
  known: Partial<Learnt> = {},
  {
    tokens = [],
    struck = [],
  }: { readonly tokens?: readonly Caller[]; readonly struck?: readonly RaceShape[] } = {},
) {
  const stage = raceStage(store, known);
  const book = new ShapeBook(['one change']);
  for (const shape of struck) book.strike(shape);
  const came = await calibrateTrack(stage.on, stage.newOwn(), { book, shapes, tokens });
  const updates = stage.sent.filter(({ name }) => name === 'update');
  return { stage, book, came, updates };
}

/** Updates for which this holds are answered so. */
const answering = (answer: Answer, holds: (ask: Ask, count: number) => boolean = () => true): Departures => {
  let count = 0;
  return {
    answer: (name, _id, _at, ask) => {
      if (name !== 'update') return undefined;
      count += 1;
      return holds(ask, count) ? answer : undefined;
    },
  };
};

/** Updates keep the version, but those for which this does not hold. */
const keeping = (holds: (ask: Ask, at: number) => boolean): Departures => {
  let now = 0;
  const keep: Departures['follows'] = (name, id, kept, ask) => {
    const one = kept.get(id);
    if (name === 'update' && one !== undefined && holds(ask, now)) one.version -= 1;
  };
  return {
    answer: (_name, _id, at) => {
      now = at;
      return undefined;
    },
    follows: keep,
  };
};

const five: readonly RaceShape[] = Array(5).fill('one change');

describe('solo updates', () => {
  test.each([
    [[], 5],
    [['one change'], 5],
    [five, 5],
    [[...five, 'two changes'], 6],
    [[...five, 'two changes', 'a long text'], 7],
  ] as readonly (readonly [readonly RaceShape[], number])[])('solo updates of %j are %i, each of which changes the version', async (shapes, count) => {
    const { came, updates, book } = await calibrated(shapes);
    expect(updates).toHaveLength(count);
    expect(came).toMatchObject({
      calibration: { moved: count, of: count },
      status: 200,
      isFresh: false,
      pauseMs: 0,
      guesses: true,
      guessed: undefined,
      unseen: 0,
      before: undefined,
    });
    expect(book.knows('one change')).toBe(true);
    expect(book.knows('two changes')).toBe(shapes.includes('two changes'));
    expect(book.next('9', 1)).toBe('10');
  }); // prettier-ignore

  test('show how far they change the version, also if versions fall', async () => {
    const falling: Departures = {
      follows: (name, id, kept) => {
        const one = kept.get(id);
        if (name === 'update' && one !== undefined) one.version -= 4;
      },
    };
    const { book } = await calibrated(five, falling);
    expect(book.next('9', 1)).toBe('6');
  });

  test.each<readonly [string, Departures]>([
    ['refused', answering([400], isDone)],
    ['without effect on the version', keeping(isDone)],
    ['accepted for later', answering([202], isDone)],
  ])('solo updates of another shape that are %s exclude it, and the plainest shape replaces it', async (_how, store) => {
    const shapes: readonly RaceShape[] = ['one change', 'doSomeThing', 'two changes', 'doSomeThing', 'doSomeThing'];
    const { came, book, updates } = await calibrated(shapes, store);
    expect(came).toMatchObject({ calibration: { moved: 5, of: 5 } });
    expect(book.isStruck('doSomeThing')).toBe(true);
    expect([book.knows('one change'), book.knows('two changes')]).toEqual([true, true]);
    expect(updates.filter(({ ask }) => isDone(ask)).length).toBe(1);
  }); // prettier-ignore

  test('doSomeThing is excluded if its answer shows the stated version, whatever a later read shows', async () => {
    let moved: number | undefined;
    const readsMove: Departures['answer'] = (name, id, _at, ask) => {
      if (name === 'update' && isDone(ask)) {
        const stated = Number(String(bodyOf(ask).version));
        moved = stated + 1;
        return [200, JSON.stringify({ id, version: stated })];
      }
      const shown = name === 'readById' ? moved : undefined;
      moved = undefined;
      return shown === undefined ? undefined : [200, JSON.stringify({ id, version: shown })];
    };
    const { came, book } = await calibrated(['one change', 'doSomeThing'], { answer: readsMove });
    expect(came).toMatchObject({ calibration: { moved: 5 } });
    expect(book.isStruck('doSomeThing')).toBe(true);
  });

  test('solo updates of a struck shape use the plainest shape', async () => {
    const { updates } = await calibrated(['one change', 'doSomeThing', 'doSomeThing'], {}, {}, { struck: ['doSomeThing'] });
    expect(updates.some(({ ask }) => isDone(ask))).toBe(false);
    expect(updates).toHaveLength(5);
  }); // prettier-ignore

  test.each<readonly [string, Answer, string]>([
    ['are refused', [400], 'refused'],
    ['are answered 409', [409], 'refused'],
    ['crash', [500], 'refused'],
    ['are lost to a limit', [429], 'noise'],
    ['are accepted for later', [202], 'later'],
  ])('solo updates of the plainest shape that %s leave no resource to race on', async (_how, answer, why) => {
    const { came, book } = await calibrated(five, answering(answer));
    expect(came).toMatchObject({ why });
    expect(book.knows('one change')).toBe(false);
    expect(book.isStruck('one change')).toBe(false);
  });

  test('lost solo updates of another shape leave no resource to race on, and do not exclude the shape', async () => {
    const { came, book } = await calibrated(['one change', 'doSomeThing'], answering([503], isDone));
    expect(came).toMatchObject({ why: 'noise' });
    expect(book.isStruck('doSomeThing')).toBe(false);
  });

  test('solo updates of the plainest shape must change the version each time', async () => {
    let count = 0;
    const store = keeping((ask) => !isDone(ask) && (count += 1) % 5 === 0);
    expect((await calibrated(five, store, { keepsVersions: true })).came).toEqual({ why: 'never-moves' });
  });
});

describe('if updates keep the version', () => {
  /** This long after the last update that moved it, the next one keeps it. */
  const clock = (ms: number): Departures => {
    let ticked = -ms;
    return keeping((_ask, at) => {
      if (at - ticked < ms) return true;
      ticked = at;
      return false;
    });
  };

  test.each([
    [1_000, 1_100],
    [2_000, 2_100],
  ])('a version kept for %i milliseconds makes later updates wait for %i', async (ms, pauseMs) => {
    expect((await calibrated(five, clock(ms))).came).toMatchObject({
      pauseMs,
      calibration: { moved: 5, of: 5 },
    });
  });

  test('a version kept for longer ends the races', async () => {
    expect((await calibrated(five, clock(60_000))).came).toEqual({ why: 'never-moves' });
  });

  test('no update is sent, however long the pause', async () => {
    const { came, stage } = await calibrated(five, clock(1_000), { keepsVersions: true });
    expect(came).toEqual({ why: 'never-moves' });
    expect(stage.on.clock.now()).toBeLessThan(1_100 + 1_000);
  });
});

describe('other tokens', () => {
  const under =
    (...labels: readonly string[]) =>
    (ask: Ask) =>
      labels.includes(ask.as?.label ?? '');

  test('each send one solo update, between the first and the second update of the usual token', async () => {
    const { book, updates, came } = await calibrated(five, {}, {}, { tokens: [other, third] });
    expect(updates.map(({ ask }) => ask.as?.label)).toEqual(['nobody', 'other', 'third', ...Array(4).fill('nobody')]);
    expect([0, 1, 2].map((at) => book.callerAt(at)?.label)).toEqual([undefined, 'other', 'third']);
    expect(came).toMatchObject({ calibration: { moved: 5, of: 5 } });
  }); // prettier-ignore

  test.each<readonly [string, Departures]>([
    ['is refused', answering([403], under('other'))],
    ['is lost', answering([429], under('other'))],
    ['does not move the version', keeping(under('other'))],
  ])('do not race if their update %s, while the races go on', async (_how, store) => {
    const { book, came } = await calibrated(five, store, {}, { tokens: [other, third] });
    expect([0, 1, 2].map((at) => book.callerAt(at)?.label)).toEqual([undefined, 'third', undefined]);
    expect(came).toMatchObject({ calibration: { moved: 5, of: 5 } });
  });
});

describe('a confirmation that a shape changes the version', () => {
  async function confirmed(store: Departures, shape: RaceShape = 'one change', pauseMs = 0, as?: Caller) {
    const stage = raceStage(store);
    const holds = await movesEachTime(stage.on, trackOf(stage.newOwn(), { pauseMs }), { shape, as });
    return { holds, updates: stage.sent.filter(({ name }) => name === 'update'), now: stage.on.clock.now() };
  }

  test('takes three solo updates of the shape', async () => {
    const { holds, updates } = await confirmed({}, 'two changes');
    expect(holds).toBe(true);
    expect(updates.map(({ ask }) => actionsOf(ask).length)).toEqual([2, 2, 2]);
  });

  test('is under the named token, with the pause that updates need', async () => {
    const { updates, now } = await confirmed({}, 'one change', 1_100, other);
    expect(updates.map(({ ask }) => ask.as?.label)).toEqual(['other', 'other', 'other']);
    expect(now).toBeGreaterThanOrEqual(3_300);
  });

  test.each<readonly [string, Departures, boolean, number]>([
    ['fails at once where it is refused', answering([400]), false, 1],
    ['fails where it is refused the third time', answering([400], (_, count) => count === 3), false, 3],
    ['fails where it is kept', keeping(() => true), false, 1],
    // Each update is sent at most four times before it counts as lost; no more may be lost than have to change the version.
    ['goes on where three are lost', answering([503], (_, count) => count <= 12), true, 15],
    ['fails where a fourth is lost', answering([503], (_, count) => count <= 16), false, 16],
    ['goes on between those that are lost', answering([503], (_, count) => count % 5 !== 0), true, 15],
  ])('%s', async (_how, store, holds, count) => {
    const came = await confirmed(store);
    expect([came.holds, came.updates.length]).toEqual([holds, count]);
  });
});

describe('a resource without solo updates of its own', () => {
  const stage = raceStage();
  const solid = [
    trackOf(stage.newOwn(), { calibration: { moved: 5, of: 5 }, pauseMs: 1_100, guesses: true, guessed: '7', unseen: 2, status: 204 }),
    trackOf(stage.newOwn(), { calibration: { moved: 9, of: 9 }, pauseMs: 2_100 }),
  ]; // prettier-ignore

  test('does not exist if there were no solo updates at all', () => {
    expect(uncalibrated(stage.newOwn(), [])).toBeUndefined();
  });

  test('relies on the solo updates of all other resources, and needs their longest pause', () => {
    const own = stage.newOwn();
    expect(uncalibrated(own, solid)).toEqual({
      own,
      calibration: { moved: 14, of: 14 },
      status: 204,
      isFresh: true,
      pauseMs: 2_100,
      guesses: true,
      guessed: undefined,
      unseen: 0,
      before: undefined,
    });
    expect(uncalibrated(own, solid.slice(0, 1))?.calibration).toEqual({ moved: 5, of: 5 });
    expect(uncalibrated(own, [...solid].reverse())?.pauseMs).toBe(2_100);
  });
});

test.each([
  [0, 0, 0],
  [1_100, 0, 1_100],
  [1_100, 400, 700],
  [1_100, 1_100, 0],
  [1_100, 5_000, 0],
])(
  'of a pause of %i ms after the last write, %i ms have passed and %i remain',
  async (pauseMs, over, waited) => {
    const { on, newOwn } = raceStage();
    const own = newOwn();
    own.written(on.clock.now());
    await on.clock.sleep(over, awaited.races);
    await pauseBefore(on, trackOf(own, { pauseMs }));
    expect(on.clock.now()).toBe(over + waited);
  },
);

import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import { crowdOf, retryLoops, type Crowd } from '../../../properties/races/retry-loops.ts';
import { verdictOn } from '../../../properties/races/histories.ts';
import { ShapeBook } from '../../../properties/races/shapes.ts';
import { depths } from '../../../run/options.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';
import { raceStage, trackOf } from '../../support/stages/race-stage.ts';

function bookOf(isShut = false): ShapeBook {
  const book = isShut
    ? new ShapeBook(['doSomeThing', 'doSomeThing twice', 'doSomeThing three times'])
    : new ShapeBook(['one change']);
  for (let time = 0; time < 3; time += 1)
    for (const shape of ['one change', 'doSomeThing', 'doSomeThing twice'] as const)
      book.moves({ shape, actions: 1, status: 200, distance: 1n });
  return book;
}

async function looped(
  crowd: Crowd,
  store: Departures = {},
  known: Partial<Learnt> = {},
  { isShut = false, pauseMs = 0 }: { readonly isShut?: boolean; readonly pauseMs?: number } = {},
) {
  const stage = raceStage(store, known);
  const own = stage.newOwn();
  const calibrated = trackOf(own, { pauseMs });
  const loops = await retryLoops(stage.on, { calibrated, book: bookOf(isShut) }, crowd);
  const count = (outcome: string) => loops.racers.filter((one) => one.outcome === outcome).length;
  const names = stage.sent.map(({ name }) => name);
  return { ...loops, stage, own, count, names, now: stage.on.clock.now() };
}

/** Each update from the one of that number on is answered so. */
const answering = (status: number, from = 1, to = Infinity): Departures => {
  let count = 0;
  return {
    answer: (name) => {
      if (name !== 'update') return undefined;
      count += 1;
      return count >= from && count <= to ? [status] : undefined;
    },
  };
};

test('crowds grow with the depth', () => {
  const [ci, release, certify] = [depths.ci, depths.release, depths.certify].map(crowdOf);
  expect(ci?.clients).toBeGreaterThanOrEqual(2);
  for (const [one, more] of [[ci, release], [release, certify]] as const) {
    expect(more?.clients).toBeGreaterThan(one?.clients ?? Infinity);
    expect(more?.each).toBeGreaterThan(one?.each ?? Infinity);
  }
}); // prettier-ignore

describe('clients', () => {
  test.each([
    [1, 1],
    [1, 4],
    [2, 4],
    [3, 2],
  ])('%i clients continue until %i updates of each are accepted', async (clients, each) => {
    const { count, history, stage } = await looped({ clients, each });
    expect(count('accepted')).toBe(clients * each);
    expect(count('unknown')).toBe(0);
    expect(stage.kept.get('own1')?.version).toBe(1 + clients * each);
    expect(history).toMatchObject({ initial: '1', transport: 'one by one', resource: 'own1' });
    expect(verdictOn(history).verdict).toBe('linearizable');
  });

  test('on their own read before each update if answers show no version', async () => {
    const { names } = await looped({ clients: 1, each: 3 });
    expect(names).toEqual(['readById', 'update', 'readById', 'update', 'readById', 'update']);
  });

  test('take the version that an answer shows, without a read, if answers show it', async () => {
    const { names, history } = await looped({ clients: 1, each: 3 }, {}, { answersShowVersion: true });
    expect(names).toEqual(['readById', 'update', 'update', 'update']);
    expect(history.operations).toMatchObject([
      { kind: 'read', shown: '1' },
      { kind: 'accepted', stated: '1', resulting: '2' },
      { kind: 'accepted', stated: '2', resulting: '3' },
      { kind: 'accepted', stated: '3', resulting: '4' },
    ]);
  });

  test('never repeat a refused version, and give up if reads show only this version', async () => {
    const { count, names, now } = await looped({ clients: 1, each: 2 }, answering(409));
    expect([count('accepted'), count('refused')]).toEqual([0, 1]);
    expect(names.filter((name) => name === 'update')).toHaveLength(1);
    expect(names.filter((name) => name === 'readById').length).toBeGreaterThan(2);
    // All pauses within the second that a lag may take.
    expect(now).toBeGreaterThanOrEqual(20 + 50 + 200 + 600);
    expect(now).toBeLessThan(1_500);
  });

  test('give up sooner if reads are known to be prompt', async () => {
    const { now } = await looped({ clients: 1, each: 2 }, answering(409), { promptReads: 3 });
    expect(now).toBeLessThan(20 + 50 + 200 + 600);
  });

  test('never repeat an accepted version, though reads still show it', async () => {
    const { racers, count } = await looped({ clients: 1, each: 2 }, { lagMs: 300 });
    expect(racers.map(({ stated }) => stated)).toEqual(['1', '2']);
    expect(count('refused')).toBe(0);
  });

  test('wait for the pause that updates need', async () => {
    expect((await looped({ clients: 1, each: 2 }, {}, {}, { pauseMs: 1_100 })).now).toBeGreaterThan(2_200);
  });

  test.each([
    [500, 'unknown'],
    [503, 'unknown'],
    [422, 'rejected'],
  ])('all end if one is answered %i', async (status, outcome) => {
    const { count, racers } = await looped({ clients: 3, each: 4 }, answering(status, 2, 2));
    expect(count(outcome)).toBe(1);
    expect(racers.length).toBeLessThanOrEqual(4);
  });

  test('continue after a 409 that other clients explain', async () => {
    const { count } = await looped({ clients: 2, each: 2 });
    expect(count('refused')).toBeGreaterThan(0);
    expect(count('accepted')).toBe(4);
  });

  test('end if a read shows no version', async () => {
    const blind: Departures = { answer: (name) => (name === 'readById' ? [200, '{}'] : undefined) };
    const { names, racers, history } = await looped({ clients: 2, each: 2 }, blind);
    expect([names, racers, history.operations]).toEqual([['readById', 'readById'], [], []]);
  });

  test('are as many as there are different updates', async () => {
    const { racers } = await looped({ clients: 3, each: 1 }, {}, {}, { isShut: true });
    const bodies = racers.filter(({ outcome }) => outcome === 'accepted').map(({ canary }) => canary);
    expect(bodies).toEqual([undefined, undefined]);
  });

  test('leave the version unknown', async () => {
    const { own } = await looped({ clients: 2, each: 2 }, {}, { answersShowVersion: true });
    expect([own.shown, own.hasMoved]).toEqual([undefined, false]);
  });

  test('keep all their answers in the history', async () => {
    const { history, names, racers } = await looped({ clients: 2, each: 3 });
    expect(history.operations).toHaveLength(names.length);
    expect(history.operations.filter(({ kind }) => kind === 'read')).toHaveLength(
      names.filter((name) => name === 'readById').length,
    );
    expect(racers).toHaveLength(names.filter((name) => name === 'update').length);
    expect(history.calibration).toEqual({ moved: 5, of: 5 });
  });
});

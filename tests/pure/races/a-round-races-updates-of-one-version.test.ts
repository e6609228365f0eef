import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import type { DrawnRound } from '../../../properties/arbitraries/race-rounds.ts';
import { isTooMany, verdictOn } from '../../../properties/races/histories.ts';
import type { Racing, Round } from '../../../properties/races/race.ts';
import { raceRound } from '../../../properties/races/round.ts';
import { ShapeBook, type RaceShape } from '../../../properties/races/shapes.ts';
import type { RaceTrack } from '../../../properties/races/track.ts';
import { nobody } from '../../support/stages/scripted-stage.ts';
import {
  bodyOf,
  exchangeAt,
  lost,
  raceStage,
  trackOf,
  type RaceStage,
} from '../../support/stages/race-stage.ts';

const other = { ...nobody, label: 'other' };

/** One change has changed the version, by one, and so has a list of two. */
function knownBook(): ShapeBook {
  const book = new ShapeBook(['one change']);
  book.moves({ shape: 'one change', actions: 1, status: 200, distance: 1n });
  book.moves({ shape: 'two changes', actions: 2, status: 200, distance: 1n });
  return book;
}

const drawnOf = (racers: number, more: Partial<DrawnRound> = {}): DrawnRound => ({
  racers: Array.from({ length: racers }, () => ({ shape: 'one change', token: 0 })),
  reads: 0,
  transport: 0,
  ...more,
});

/** A round of so many racers. */
async function raced(
  racers: number,
  {
    store = {},
    known = {},
    more = {},
    drawn = {},
    racing = {},
    track: given = {},
  }: {
    readonly store?: Parameters<typeof raceStage>[0];
    readonly known?: Partial<Learnt>;
    readonly more?: Parameters<typeof raceStage>[2];
    readonly drawn?: Partial<DrawnRound>;
    readonly racing?: Partial<Racing>;
    readonly track?: Partial<RaceTrack>;
  } = {},
) {
  const stage = raceStage(store, known, more);
  const track = trackOf(stage.newOwn(), given);
  const plan = { drawn: drawnOf(racers, drawn), transports: ['h1'] as const, book: knownBook(), ...racing };
  const round = await raceRound(stage.on, track, plan);
  return { stage, track, round, book: plan.book };
}

const stated = ({ heats }: RaceStage, at = 0) =>
  (heats[at]?.entries ?? []).flatMap(([name, ask]) => (name === 'update' ? [bodyOf(ask).version] : []));
const kinds = (round: Round | undefined) => round?.history.operations.map(({ kind }) => kind);

describe('a round', () => {
  test.each([2, 3, 8])('a round of %i races as many updates, all with the shown version, each with a distinct value', async (racers) => {
    const { stage, round } = await raced(racers);
    expect(stated(stage)).toEqual(Array(racers).fill('1'));
    const values = stage.heats[0]?.entries.flatMap(([, ask]) => bodyOf(ask).actions.map(({ someProperty }) => someProperty));
    expect(new Set(values).size).toBe(racers);
    expect(new Set(round?.racers.map(({ canary }) => canary))).toEqual(new Set(values));
    expect(round).toMatchObject({ stated: '1', transport: 'h1', stray: undefined });
    expect(round?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', ...Array(racers - 1).fill('refused')]);
  }); // prettier-ignore

  test('a round with one winner is not read afterwards, and its history begins with the stated version', async () => {
    const { stage, round, track } = await raced(3);
    expect(round?.winners).toEqual(round?.racers.slice(0, 1));
    expect(round?.read).toBeUndefined();
    expect(stage.sent.map(({ name }) => name)).toEqual(['readById', 'update', 'update', 'update']);
    expect(round?.history).toMatchObject({ initial: '1', resource: 'own1', transport: 'h1 last-byte' });
    expect(kinds(round)).toEqual(['accepted', 'refused', 'refused']);
    expect(track.unseen).toBe(1);
    expect(track.own.lastWriteAt).toBeGreaterThan((stage.heats[0]?.at ?? 0) + 10);
  });

  test('does not exist if no version can be stated', async () => {
    const { stage, round } = await raced(3, { store: { answer: (name) => (name === 'readById' ? [200, '{"id":"own1"}'] : undefined) } });
    expect(round).toBeUndefined();
    expect(stage.heats).toEqual([]);
  }); // prettier-ignore

  test('states a predicted version, without a read', async () => {
    const { stage, round } = await raced(2, { track: { guessed: '1' } });
    expect(stage.sent.map(({ name }) => name)).toEqual(['update', 'update']);
    expect(round?.stated).toBe('1');
  });

  test('waits for the pause that updates need', async () => {
    const { stage } = await raced(2, { track: { pauseMs: 1_100 } });
    expect(stage.heats[0]?.at).toBeGreaterThanOrEqual(1_100);
  });

  test.each([
    [0, 'h1'],
    [1, 'h2'],
    [2, 'h1'],
    [5, 'h2'],
  ] as const)('uses the transports in turn: %i', async (transport, name) => {
    const { stage, round } = await raced(2, { drawn: { transport }, racing: { transports: ['h1', 'h2'] } });
    expect([stage.heats[0]?.transport, round?.transport]).toEqual([name, name]);
  });

  test('goes over HTTP/1.1 if no transport is known', async () => {
    expect((await raced(2, { racing: { transports: [] } })).stage.heats[0]?.transport).toBe('h1');
  });

  test('replaces shapes that may not race, and says so', async () => {
    const shapes: readonly RaceShape[] = ['a long text', 'two changes', 'doSomeThing'];
    const { stage, round } = await raced(3, {
      drawn: { racers: shapes.map((shape) => ({ shape, token: 0 })) },
    });
    expect(round?.drawn.racers.map(({ shape }) => shape)).toEqual([
      'one change',
      'two changes',
      'one change',
    ]);
    expect(stage.heats[0]?.entries.map(([, ask]) => bodyOf(ask).actions.length)).toEqual([1, 2, 1]);
  });

  test('races under the drawn tokens', async () => {
    const book = knownBook();
    book.joins(other);
    const racers = [0, 1, 2, 3].map((token) => ({ shape: 'one change', token }) as const);
    const { stage } = await raced(4, { drawn: { racers }, racing: { book } });
    expect(stage.heats[0]?.entries.map(([, ask]) => ask.as?.label)).toEqual([
      undefined,
      'other',
      undefined,
      'other',
    ]);
  });

  test.each([
    [2, 8, 2],
    [2, 4, 1],
    [2, 3, 0],
    [2, 2, 0],
    [0, 8, 0],
  ])('adds %i reads if %i concurrent requests are accepted: %i', async (reads, atOnce, sent) => {
    const { stage, round } = await raced(3, { drawn: { reads }, more: { atOnce: () => atOnce } });
    expect(stage.heats[0]?.entries.map(([name]) => name)).toEqual([...Array(3).fill('update'), ...Array(sent).fill('readById')]);
    expect(round?.racers).toHaveLength(3);
    expect(kinds(round)).not.toContain('read');
  }); // prettier-ignore

  test('counts only the status of the solo update of the same shape as a success', async () => {
    const book = new ShapeBook(['one change']);
    book.moves({ shape: 'one change', actions: 1, status: 201, distance: 1n });
    const one = await raced(2, { racing: { book }, track: { status: 200 } });
    expect(one.round?.racers.map(({ outcome }) => outcome)).toEqual(['unknown', 'refused']);
    const none = await raced(2, { racing: { book: new ShapeBook(['one change']) }, track: { status: 200 } });
    expect(none.round?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused']);
  });
});

describe('a round without an accepted update', () => {
  const refusing = { racers: { answer: () => [409] as const } };

  test('is read once afterwards, and its history has the read', async () => {
    const { stage, round, track } = await raced(2, { store: refusing });
    expect(round?.winners).toEqual([]);
    expect(stage.sent.map(({ name }) => name)).toEqual(['readById', 'update', 'update', 'readById']);
    expect(kinds(round)).toEqual(['refused', 'refused', 'read']);
    expect(track.unseen).toBe(0);
  });

  test('ends the predictions if the version was predicted', async () => {
    const guessed = await raced(2, { store: refusing, track: { guesses: true, guessed: '9' } });
    expect([guessed.track.guesses, guessed.track.guessed]).toEqual([false, undefined]);
    const read = await raced(2, { store: refusing, track: { guesses: true } });
    expect([read.track.guesses, read.track.guessed]).toEqual([true, undefined]);
  });
});

describe('a round with several accepted updates', () => {
  const unlocked = { racers: { unlocked: true } };

  test('is read until the version has changed, and is a violation', async () => {
    const { stage, round } = await raced(3, { store: { ...unlocked, lagMs: 300 }, track: { guesses: true } });
    expect(round?.winners).toHaveLength(3);
    expect(kinds(round)).toEqual(['accepted', 'accepted', 'accepted', 'read']);
    expect(stage.sent.filter(({ name }) => name === 'readById').length).toBeGreaterThan(2);
    expect(round?.history.operations.at(-1)).toMatchObject({ shown: '2' });
    expect(isTooMany(verdictOn(round?.history ?? { ...trackHistory }))).toBe(true);
  });

  test.each<readonly [string, boolean, string, number]>([
    ['once, where all show the version that was stated', true, '{"version":1}', 1],
    ['until it has moved, where they show another', true, '{"version":5}', 2],
    ['until it has moved, where they show none', true, '{}', 2],
    ['until it has moved, where answers do not tell', false, '{"version":1}', 2],
  ])('is read after %s', async (_how, answersShowVersion, json, least) => {
    const answer = () => [200, json] as const;
    const { stage } = await raced(2, { store: { racers: { answer } }, known: { answersShowVersion } });
    const after = stage.sent.slice(3).filter(({ name }) => name === 'readById').length;
    if (least === 1) expect(after).toBe(1);
    else expect(after).toBeGreaterThanOrEqual(least);
  });

  test('judges identical updates once', async () => {
    const book = new ShapeBook(['doSomeThing']);
    for (let time = 0; time < 3; time += 1)
      book.moves({ shape: 'doSomeThing', actions: 1, status: 200, distance: 1n });
    const { round } = await raced(3, { store: unlocked, racing: { book } });
    expect(round?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(round?.racers.map(({ canary }) => canary)).toEqual([undefined, undefined, undefined]);
    expect(round?.winners).toHaveLength(1);
    expect(kinds(round)?.filter((kind) => kind === 'accepted')).toHaveLength(1);
  });
});

const trackHistory = {
  schemaVersion: 1,
  resource: 'r',
  initial: '1',
  operations: [],
  calibration: { moved: 5, of: 5 },
  soleWriter: true,
  transport: 'h1',
} as const;

describe('the next round', () => {
  /** Two rounds on one resource. */
  async function twice(known: Partial<Learnt>, given: Partial<RaceTrack>, left?: number, racers = 3) {
    const stage = raceStage({ racers: { answer: () => undefined } }, known);
    const track = trackOf(stage.newOwn(), given);
    const book = knownBook();
    const plan = { transports: ['h1'] as const, book };
    const before = await raceRound(stage.on, track, { ...plan, drawn: drawnOf(3) });
    const { guessed } = track;
    const reads = stage.sent.filter(({ name }) => name === 'readById').length;
    const round = await raceRound(stage.on, track, { ...plan, before, drawn: drawnOf(racers, { left }) });
    const more = stage.sent.filter(({ name }) => name === 'readById').length - reads;
    return { stage, track, before, round, guessed, more };
  }

  test('states the version that the winner has shown, without a read', async () => {
    const { stage, more, guessed } = await twice({ answersShowVersion: true }, { guesses: true });
    expect(stated(stage, 1)).toEqual(['2', '2', '2']);
    expect([more, guessed]).toEqual([0, undefined]);
  });

  test('states the version that follows from earlier rounds, without a read', async () => {
    const { stage, more, guessed } = await twice({ answersShowVersion: false }, { guesses: true });
    expect(stated(stage, 1)).toEqual(['2', '2', '2']);
    expect([more, guessed]).toEqual([0, '2']);
  });

  test('reads if no version can be predicted', async () => {
    const { stage, more, guessed } = await twice({ answersShowVersion: false }, { guesses: false });
    expect(stated(stage, 1)).toEqual(['2', '2', '2']);
    expect([more, guessed]).toEqual([1, undefined]);
  });

  test.each([0, 1, 2])('lets the racer at place %i state the replaced version', async (left) => {
    const { stage, round, before } = await twice({ answersShowVersion: true }, {}, left);
    expect(stated(stage, 1)).toEqual([0, 1, 2].map((place) => (place === left ? '1' : '2')));
    expect(before?.stray).toBeUndefined();
    expect(round?.stray).toMatchObject({ stated: '1', outcome: 'refused' });
    expect(round?.racers.map((one) => one.stated)).toEqual(['2', '2']);
    expect(round?.drawn.racers).toHaveLength(2);
    expect(round?.winners.map((one) => one.stated)).toEqual(['2']);
    expect(kinds(round)?.length).toBe(2);
  });

  test.each<readonly [string, Partial<Learnt>, number | undefined, number]>([
    ['where nobody is drawn to', { answersShowVersion: true }, undefined, 3],
    ['where its place is beyond the racers', { answersShowVersion: true }, 3, 3],
    ['where only one other would race', { answersShowVersion: true }, 0, 2],
  ])('lets no racer state it %s', async (_when, known, left, racers) => {
    const { stage, round } = await twice(known, {}, left, racers);
    expect(stated(stage, 1)).toEqual(Array(racers).fill('2'));
    expect(round?.stray).toBeUndefined();
  });
});

describe('the version that the round before replaced', () => {
  /** The versions that three racers state at an actual version, after a round whose winner has shown one. */
  async function statedAfter(left: string, shown: string, actual: string) {
    const stage = raceStage({ racers: { answer: () => [409] } });
    const own = stage.newOwn();
    own.show(actual);
    const exchange = exchangeAt([200, `{"version":${shown}}`]);
    const winner = { canary: 'c', stated: left, outcome: 'accepted', exchange } as const;
    const { round: some } = await raced(2);
    if (some === undefined) throw new RangeError('there was no round');
    const before: Round = { ...some, own, stated: left, racers: [winner], winners: [winner] };
    const racing = { drawn: drawnOf(3, { left: 1 }), transports: ['h1'] as const, book: knownBook() };
    await raceRound(stage.on, trackOf(own), { ...racing, before });
    return stated(stage);
  }

  test.each([
    ['1', '2', '2', ['2', '1', '2']],
    ['1', '2.0', '2', ['2', '1', '2']],
    ['5', '3', '3', ['3', '5', '3']],
    ['1', '2', '3', ['3', '3', '3']],
    ['2', '2', '2', ['2', '2', '2']],
    ['9007199254740992', '9007199254740993', '9007199254740993', Array<string>(3).fill('9007199254740993')],
  ])('%s, while %s was shown since, is stated at %s: %j', async (left, shown, actual, expected) => {
    expect(await statedAfter(left, shown, actual)).toEqual(expected);
  });
});

test('an update whose answer is lost has an unknown outcome, and the history does not wait for it', async () => {
  const answer = (place: number) => (place === 1 ? lost : undefined);
  const { round } = await raced(2, { store: { racers: { answer } } });
  expect(round?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'unknown']);
  expect(kinds(round)).toEqual(['accepted', 'unknown']);
});

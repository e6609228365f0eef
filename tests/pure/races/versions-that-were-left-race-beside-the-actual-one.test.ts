import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import type { Operation } from '../../../properties/history/history.ts';
import { isBroken, isTooMany, verdictOn } from '../../../properties/races/histories.ts';
import { goesOnAfter } from '../../../properties/races/mixed-outcome.ts';
import { mixedRound, roundWithStray, type MixedRound } from '../../../properties/races/mixed-round.ts';
import type { Caller } from '../../../history/caller.ts';
import { noRaces } from '../../../properties/races/progress.ts';
import type { Racer, Round } from '../../../properties/races/race.ts';
import { ShapeBook } from '../../../properties/races/shapes.ts';
import type { RaceTrack } from '../../../properties/races/track.ts';
import { historyOf } from '../../support/histories/history-notation.ts';
import {
  bodyOf,
  exchangeAt,
  lost,
  raceStage,
  trackOf,
  type Racers,
} from '../../support/stages/race-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import { nobody } from '../../support/stages/scripted-stage.ts';

const other = { ...nobody, label: 'other' };
const judged = (line: string, rest: Parameters<typeof historyOf>[1] = {}) => verdictOn(historyOf(line, rest));

describe('a history', () => {
  test.each([
    ['two accepted of one version, which was left', '0>?@0-5 0>?@1-6 =7@8-9', 'violation', true],
    ['a version accepted before it came about', '1>2@0-1 0>1@2-3', 'violation', false],
    ['one accepted', '0>?@0-5 0!@1-6 =7@8-9', 'linearizable', false],
    ['a stale read alone', '0>1@0-1 =0@2-3', 'linearizable', false],
    ['two accepted without a read', '0>?@0-5 0>?@1-6', 'violation', true],
    ['an update of what nothing brought about', '5>6@0-1', 'inconclusive', false],
  ])('a history with %s', (_what, line, verdict, tooMany) => {
    const found = judged(line);
    expect([found.verdict, isTooMany(found)]).toEqual([verdict, tooMany]);
  });

  test('a history with two accepted updates is no violation if no solo update has changed the version', () => {
    const found = judged('0>?@0-5 0>?@1-6 =7@8-9', { calibration: { moved: 0, of: 5 } });
    expect([found.verdict, isTooMany(found)]).toEqual(['inconclusive', false]);
  });
});

const racer = (
  outcome: Racer['outcome'],
  stated: string,
  answer: Answer = outcome === 'accepted' ? [200] : [409],
  number = 1,
): Racer => ({
  canary: `c${number}`,
  stated,
  outcome,
  exchange: exchangeAt(answer, { number, sent: -20, answered: -10 }),
});

/** A round of 0, which was left, and 1, with this history. */
const mixedOf = (racers: readonly Racer[], line: string, more: Partial<MixedRound> = {}): MixedRound => ({
  left: '0',
  actual: '1',
  racers,
  moved: [],
  read: undefined,
  history: historyOf(line),
  ...more,
});

const progressOf = () => noRaces(new ShapeBook(['one change']));

/** The version that was left was accepted again. */
const stale = '0>1@0-5 =1@6-7 0>9@10-15 1!@10-15 =9@20-21';
const plain = '0>1@0-5 =1@6-7 1>2@10-15 0!@10-15';

describe('a round of two versions', () => {
  test.each<readonly [string, MixedRound, boolean]>([
    ['with one accepted of the version that was left', mixedOf([racer('accepted', '0'), racer('refused', '1')], stale), true],
    ['with one accepted of each', mixedOf([racer('accepted', '0'), racer('accepted', '1')], stale), true],
    ['with one accepted of the actual one', mixedOf([racer('accepted', '1'), racer('refused', '0')], stale), false],
    ['with none accepted', mixedOf([racer('refused', '1'), racer('refused', '0')], stale), false],
    ['with two accepted of the actual one', mixedOf([racer('accepted', '1'), racer('accepted', '1')], '0>1@0-5 1>2@10-15 1>3@10-15 =3@20-21'), true],
    ['with one accepted of the version that was left, if an order explains it', mixedOf([racer('accepted', '0')], plain), false],
    ['with versions that are one double', mixedOf([racer('accepted', '9007199254740992')], stale, { left: '9007199254740992', actual: '9007199254740993' }), false],
  ])('%s', (_what, mixed, broken) => {
    expect(isBroken(mixed)).toBe(broken);
  }); // prettier-ignore
});

describe('after a round of two versions', () => {
  /** What is noted of these, one after the other. */
  function noted(...rounds: readonly MixedRound[]) {
    const progress = progressOf();
    const goesOn = rounds.map((one) => goesOnAfter(progress, one));
    const { mixed, doubt, endedBy } = progress;
    return { goesOn, mixed: mixed.length, doubt: doubt === undefined ? undefined : rounds.indexOf(doubt), endedBy };
  }
  const good = mixedOf([racer('accepted', '1'), racer('refused', '0')], plain);
  const bad = (answer: Answer = [200, '{}']) => mixedOf([racer('accepted', '0', answer), racer('refused', '1')], stale);
  const ended = 'a version that was left';

  test('one winner that stated the actual version lets the races continue', () => {
    expect(noted(good, good)).toEqual({ goesOn: [true, true], mixed: 2, doubt: undefined, endedBy: undefined });
  });

  test('a round without an accepted update lets the races continue', () => {
    const none = mixedOf([racer('refused', '1'), racer('refused', '0')], plain);
    expect(noted(none)).toEqual({ goesOn: [true], mixed: 1, doubt: undefined, endedBy: undefined });
  });

  test('an unknown outcome leaves the resource in doubt, but not the races', () => {
    const unknown = mixedOf([racer('accepted', '1'), racer('unknown', '0', [500])], plain);
    expect(noted(unknown)).toEqual({ goesOn: [false], mixed: 1, doubt: undefined, endedBy: undefined });
  });

  test('an accepted replaced version that leads to the earlier result may mean restored data, but only once', () => {
    expect(noted(bad())).toEqual({ goesOn: [false], mixed: 0, doubt: 0, endedBy: undefined });
    expect(noted(bad([200, '{"version":1}']))).toEqual({ goesOn: [false], mixed: 0, doubt: 0, endedBy: undefined });
    expect(noted(bad([200, '{"version":1.0}'])).mixed).toBe(0);
    expect(noted(bad(), bad())).toEqual({ goesOn: [false, false], mixed: 1, doubt: 0, endedBy: ended });
    expect(noted(bad(), good, bad())).toMatchObject({ mixed: 2, doubt: 0, endedBy: ended });
  });

  test('an accepted replaced version that leads elsewhere ends the races', () => {
    expect(noted(bad([200, '{"version":9}']))).toEqual({ goesOn: [false], mixed: 1, doubt: undefined, endedBy: ended });
  });

  test('two accepted versions with different results also end the races', () => {
    const both = [racer('accepted', '0', [200, '{"version":1}']), racer('accepted', '0', [200, '{"version":9}'], 2)];
    expect(noted(mixedOf(both, stale))).toMatchObject({ goesOn: [false], mixed: 1, endedBy: ended });
  });

  test('with two updates of the actual version, restored data do not explain the doubtful second update', () => {
    const two = mixedOf([racer('accepted', '1'), racer('accepted', '1')], '0>1@0-5 1>2@10-15 1>3@10-15 =3@20-21');
    expect(noted(bad(), two)).toEqual({ goesOn: [false, false], mixed: 1, doubt: 0, endedBy: ended });
  });

  test('a round that an order explains lets the races continue elsewhere', () => {
    const explained = mixedOf([racer('accepted', '0', [200, '{"version":9}'])], plain);
    expect(noted(explained)).toEqual({ goesOn: [false], mixed: 1, doubt: undefined, endedBy: undefined });
  });
}); // prettier-ignore

function bookOf(...tokens: readonly Caller[]): ShapeBook {
  const book = new ShapeBook(['one change']);
  book.moves({ shape: 'one change', actions: 1, status: 200, distance: 1n });
  for (const one of tokens) book.joins(one);
  return book;
}

const roundOf = (racers: readonly Racer[], more: Partial<Round> = {}): Round => {
  const stage = raceStage();
  return {
    own: stage.newOwn(),
    stated: '1',
    transport: 'h1',
    racers,
    drawn: { racers: [], reads: 0, transport: 0 },
    stray: undefined,
    winners: racers.filter(({ outcome }) => outcome === 'accepted'),
    read: undefined,
    history: historyOf(''),
    ...more,
  };
};

const places = (line: string) =>
  line.split(' ').map((word, token) => ({ states: word === 'l' ? 'left' : 'actual', token }) as const);

/** A mixed round on a resource that a round before has led from 1 to 2. */
async function mixedAfter(
  line: string,
  {
    racers = {},
    known = {},
    reads = 0,
    atOnce = 16,
    version = 2,
    before = [racer('accepted', '1', [200, '{"version":2}']), racer('refused', '1', [409], 2)],
    track: given = {},
    tokens = [],
    lagMs = 0,
  }: {
    readonly racers?: Racers;
    readonly known?: Partial<Learnt>;
    readonly reads?: number;
    readonly atOnce?: number;
    readonly version?: number;
    readonly before?: readonly Racer[];
    readonly track?: Partial<RaceTrack>;
    readonly tokens?: readonly Caller[];
    readonly lagMs?: number;
  } = {},
) {
  const stage = raceStage({ racers, lagMs }, known, { atOnce: () => atOnce });
  const own = stage.newOwn(version);
  const track = trackOf(own, { guessed: '7', ...given });
  const mixed = await mixedRound(stage.on, track, roundOf(before, { own }), {
    drawn: { racers: places(line), reads },
    book: bookOf(...tokens),
    transport: 'h2',
  });
  const [heat] = stage.heats;
  const stated = heat?.entries.flatMap(([name, ask]) => (name === 'update' ? [bodyOf(ask).version] : []));
  return { stage, track, own, mixed, heat, stated };
}

const kinds = (operations: readonly Operation[] | undefined) => operations?.map(({ kind }) => kind);
const both = { racers: { unlocked: true } };
const acceptsLeft: Racers = {
  answer: (_place, ask) => (bodyOf(ask).version === '1' ? [200, '{}'] : undefined),
};

describe('a mixed round', () => {
  test('races both versions, once a read has shown that the version changed', async () => {
    const { stage, mixed, stated, heat, track } = await mixedAfter('a l a');
    expect(stage.sent.map(({ name }) => name)).toEqual(['readById', 'update', 'update', 'update']);
    expect([stated, heat?.transport]).toEqual([['2', '1', '2'], 'h2']);
    expect(mixed).toMatchObject({ left: '1', actual: '2', read: undefined, history: { initial: '1', transport: 'h2' } });
    expect(mixed?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused', 'refused']);
    expect(mixed?.moved.map(({ status }) => status)).toEqual([200, 200]);
    expect(track.guessed).toBeUndefined();
    expect(isBroken(mixed ?? mixedOf([], ''))).toBe(false);
  }); // prettier-ignore

  test('begins its history with the round before, whose winner led to the version read', async () => {
    const { mixed } = await mixedAfter('a l');
    expect(kinds(mixed?.history.operations)).toEqual(['accepted', 'refused', 'read', 'accepted', 'refused']);
    expect(mixed?.history.operations[0]).toMatchObject({ stated: '1', resulting: '2' });
    expect(mixed?.history.operations[3]).toMatchObject({ stated: '2', resulting: null });
  });

  test.each<readonly [string, Parameters<typeof mixedAfter>[1]]>([
    ['the version has not moved', { version: 1 }],
    ['nobody won before', { before: [racer('refused', '1')] }],
  ])('does not exist if %s', async (_when, what) => {
    const { mixed, heat } = await mixedAfter('a l', what);
    expect([mixed, heat]).toEqual([undefined, undefined]);
  });

  test('waits until its read shows a changed version, and for the pause that updates need', async () => {
    const late = await mixedAfter('a l', { track: { pauseMs: 1_100 } });
    expect(late.heat?.at).toBeGreaterThanOrEqual(1_100);
  });

  test('races under the drawn tokens', async () => {
    const { heat } = await mixedAfter('a l a', { tokens: [other] });
    expect(heat?.entries.map(([, { as }]) => as?.label)).toEqual([undefined, 'other', undefined]);
  });

  test.each([
    [2, 16, 2],
    [2, 4, 1],
    [2, 3, 0],
    [2, 2, 0],
  ])(
    'adds %i reads if %i concurrent requests are accepted: %i, all in its history',
    async (reads, atOnce, sent) => {
      const { heat, mixed } = await mixedAfter('a l a', { reads, atOnce });
      expect(heat?.entries.filter(([name]) => name === 'readById')).toHaveLength(sent);
      expect(kinds(mixed?.history.operations)?.filter((kind) => kind === 'read')).toHaveLength(1 + sent);
    },
  );

  test.each([
    [true, '3', 0],
    [false, undefined, 0],
  ])(
    'keeps the version that the answer of the winner has shown, if answers show it: %s',
    async (answersShowVersion, shown, reads) => {
      const { own, mixed, stage } = await mixedAfter('a l', { known: { answersShowVersion } });
      expect(own.shown).toBe(shown);
      expect(own.hasMoved).toBe(true);
      expect(mixed?.history.operations[3]).toMatchObject({ resulting: answersShowVersion ? '3' : null });
      expect(stage.sent.slice(3)).toHaveLength(reads);
    },
  );

  test('after a mixed round without a winner, no version is known', async () => {
    const { own, mixed } = await mixedAfter('a l', { racers: { answer: () => [409] } });
    expect([own.shown, own.hasMoved, mixed?.read]).toEqual([undefined, false, undefined]);
  });

  test('a mixed round in which the replaced version is accepted is read afterwards, and is a violation', async () => {
    const { mixed, own } = await mixedAfter('l a', {
      racers: acceptsLeft,
      known: { answersShowVersion: true },
    });
    expect(mixed?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(mixed?.read).toBeDefined();
    expect(isBroken(mixed ?? mixedOf([], ''))).toBe(true);
    expect(own.hasMoved).toBe(true);
    const alone = await mixedAfter('l l', {
      racers: { answer: (place) => (place === 0 ? [200, '{}'] : [409]) },
    });
    expect(alone.mixed?.read).toBeDefined();
  });

  test('a mixed round in which two updates of the actual version are accepted is read afterwards, and is a violation', async () => {
    const { mixed } = await mixedAfter('a a l', both);
    expect(mixed?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'refused']);
    expect(mixed?.read).toBeDefined();
    expect(isBroken(mixed ?? mixedOf([], ''))).toBe(true);
  });
});

describe('a round with an update of the replaced version', () => {
  const { on } = raceStage({}, { answersShowVersion: true });
  const track = trackOf(raceStage().newOwn());
  const winner = racer('accepted', '1', [200, '{"version":2}'], 1);
  const before = roundOf([winner, racer('refused', '1', [409], 2)]);
  const next = racer('accepted', '2', [200, '{"version":3}'], 3);
  const stray = racer('refused', '1', [409], 4);

  test('is a round of two versions, whose history begins with the round before', () => {
    const mixed = roundWithStray(on, track, before, roundOf([next], { stated: '2', stray }));
    expect(mixed).toMatchObject({ left: '1', actual: '2', racers: [next, stray], read: undefined });
    expect(mixed?.moved).toEqual([winner.exchange]);
    expect(kinds(mixed?.history.operations)).toEqual(['accepted', 'refused', 'accepted', 'refused']);
    expect(mixed?.history).toMatchObject({ initial: '1', operations: [{ resulting: '2' }, {}, { resulting: '3' }, {}] });
  }); // prettier-ignore

  test('has the read of the round', () => {
    const read = exchangeAt([200, '{"version":3}'], { number: 9, sent: 20, answered: 21, name: 'readById' });
    const mixed = roundWithStray(on, track, before, roundOf([next], { stated: '2', stray, read }));
    expect(mixed?.read).toBe(read);
    expect(mixed?.history.operations.at(-1)).toMatchObject({ kind: 'read', shown: '3' });
  });

  test.each<readonly [string, Round, Round]>([
    ['nobody stated it', before, roundOf([next], { stated: '2' })],
    ['nobody won before', roundOf([stray]), roundOf([next], { stated: '2', stray })],
    ['several won', before, roundOf([next, racer('accepted', '2', [200], 5)], { stated: '2', stray })],
  ])('does not exist if %s', (_when, one, two) => {
    expect(roundWithStray(on, track, one, two)).toBeUndefined();
  });

  test('such a round also exists if no other update wins', () => {
    const mixed = roundWithStray(on, track, before, roundOf([racer('refused', '2', [409], 3)], { stated: '2', stray }));
    expect(mixed?.racers).toHaveLength(2);
  }); // prettier-ignore
});

test('updates whose answer is lost stay in a mixed round, and in its history', async () => {
  const { mixed } = await mixedAfter('a l', {
    racers: { answer: (place) => (place === 1 ? lost : undefined) },
  });
  expect(mixed?.racers.map(({ outcome }) => outcome)).toEqual(['accepted', 'unknown']);
  expect(kinds(mixed?.history.operations)?.at(-1)).toBe('unknown');
});

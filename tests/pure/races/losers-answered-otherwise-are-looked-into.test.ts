import { describe, expect, test } from 'vitest';
import type { Departures } from '../../support/stages/scripted-store.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import {
  isBusy,
  isCrash,
  loseOtherwise,
  losersMeetTheWinner,
  type Otherwise,
} from '../../../properties/races/denied.ts';
import { losersConflict, reportCrashes } from '../../../properties/races/losers.ts';
import { noRaces, type RaceProgress, type Races } from '../../../properties/races/progress.ts';
import type { Racer, Round } from '../../../properties/races/race.ts';
import { ShapeBook } from '../../../properties/races/shapes.ts';
import { racedOf } from '../../../properties/races/statement.ts';
import { measurePower } from '../../../properties/history/power.ts';
import { outcomeOf } from '../../../properties/history/outcome.ts';
import { historyOf } from '../../support/histories/history-notation.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import {
  bodyOf,
  exchangeAt,
  lost,
  raceStage,
  trackOf,
  type RaceStage,
  type Racers,
} from '../../support/stages/race-stage.ts';

const own = raceStage().newOwn();

/** A round whose racers were answered so. */
function roundOf(statuses: readonly number[]): Round {
  const racers = statuses.map((status, at): Racer => ({
    canary: `c${at}`,
    stated: '1',
    exchange: exchangeAt([status], { number: at + 1 }),
    outcome: outcomeOf(status === 0 ? null : status, 200),
  }));
  return {
    own,
    stated: '1',
    transport: 'h2',
    racers,
    drawn: { racers: [], reads: 0, transport: 0 },
    stray: undefined,
    winners: racers.filter(({ outcome }) => outcome === 'accepted'),
    read: undefined,
    history: historyOf(''),
  };
}

const many = (count: number, ...statuses: readonly number[]) =>
  Array.from({ length: count }, () => roundOf(statuses));

const progressOf = (rounds: readonly Round[], more: Partial<RaceProgress> = {}): RaceProgress => ({
  ...noRaces(new ShapeBook(['one change'])),
  rounds: [...rounds],
  ...more,
});

const racesOf = (rounds: readonly Round[], more: Partial<Races> = {}): Races => ({
  book: new ShapeBook(['one change']),
  rounds,
  mixed: [],
  doubt: undefined,
  looks: [],
  crowded: undefined,
  endedBy: undefined,
  tracks: [],
  calibrated: undefined,
  power: measurePower([], { requiredRounds: 1 }),
  losersAreBusy: false,
  areKeptApart: false,
  losersCrash: false,
  missing: undefined,
  ...more,
});

test.each([
  [503, true, false],
  [500, false, true],
  [501, false, true],
  [502, false, false],
  [429, false, false],
  [409, false, false],
  [200, false, false],
])('%i means that a resource is in use: %s, or that the server failed: %s', (status, busy, crash) => {
  const exchange = exchangeAt([status]);
  expect([isBusy(exchange), isCrash(exchange)]).toEqual([busy, crash]);
});

describe('an unexpected answer is examined', () => {
  test.each<readonly [string, readonly Round[], Otherwise, boolean, Partial<Learnt>]>([
    ['after three rounds with such losers', many(3, 200, 503), isBusy, true, {}],
    ['not after two', many(2, 200, 503), isBusy, false, {}],
    ['not after three without a winner', many(3, 409, 503), isBusy, false, {}],
    [
      'not after two with a winner and one without',
      [...many(2, 200, 503), ...many(1, 409, 503)],
      isBusy,
      false,
      {},
    ],
    ['not where they are answered otherwise', many(5, 200, 503), isCrash, false, {}],
    ['not where they are answered 409', many(5, 200, 409), isBusy, false, {}],
    ['where they crash', many(3, 200, 409, 500), isCrash, true, {}],
    ['not where creates land on one resource', many(5, 200, 503), isBusy, false, { upserts: true }],
    [
      'not where one resource shows writes to another',
      many(5, 200, 503),
      isBusy,
      false,
      { siblingsMove: true },
    ],
  ])('%s', (_when, rounds, otherwise, expected, known) => {
    expect(loseOtherwise(raceStage({}, known).on, progressOf(rounds), otherwise)).toBe(expected);
  });
});

describe('losers met the winner', () => {
  async function looked(
    rounds: readonly Round[],
    {
      racers = {},
      store = {},
      hasSolid = true,
    }: { readonly racers?: Racers; readonly store?: Departures; readonly hasSolid?: boolean } = {},
  ) {
    const stage = raceStage({ ...store, racers });
    const solid = hasSolid ? [trackOf(stage.newOwn())] : [];
    const met = await losersMeetTheWinner(stage.on, progressOf(rounds, { solid }), isBusy);
    return { met, stage, bursts: stage.heats.length };
  }
  const targets = ({ heats }: RaceStage) =>
    heats.map(({ entries }) => entries.map(([, { path }]) => path?.['id']));
  const telling = many(3, 200, 503, 503, 503);

  test('losers met the winner if as many updates of different resources are accepted, three times, over the same transport', async () => {
    const { met, stage, bursts } = await looked(telling);
    expect([met, bursts]).toEqual([true, 3]);
    for (const one of targets(stage)) expect(new Set(one).size).toBe(4);
    expect(stage.heats.map(({ transport }) => transport)).toEqual(['h2', 'h2', 'h2']);
    const versions = stage.heats.map(({ entries }) => entries.map(([, ask]) => bodyOf(ask).version));
    expect(versions).toEqual(['1', '2', '3'].map((one) => Array(4).fill(one)));
  });

  test('the number of losers that met the winner is at most the number that raced in a round with it', async () => {
    const { stage } = await looked([
      ...many(2, 200, 503),
      ...many(1, 200, 503, 503),
      ...many(1, 200, 409, 409, 409),
    ]);
    expect(stage.heats[0]?.entries).toHaveLength(3);
  });

  test.each([409, 400, 500, 503, 202])(
    'losers did not meet the winner if one of these is answered %i',
    async (status) => {
      const once = await looked(telling, {
        racers: { answer: (place) => (place === 2 ? [status] : undefined) },
      });
      expect([once.met, once.bursts]).toEqual([false, 1]);
    },
  );

  test('losers did not meet the winner if the version of one of the resources cannot be read', async () => {
    const silent = (id: string, json: string) => (id === 'r3' ? `{"id":"${id}"}` : json);
    const store: Departures = {
      born: (id, json) => [201, silent(id, json)],
      answer: (name, id) => (name === 'readById' && id === 'r3' ? [200, silent(id, '')] : undefined),
    };
    const { met, bursts } = await looked(telling, { store });
    expect([met, bursts]).toEqual([false, 0]);
  });

  test('losers did not meet the winner if one update of the third burst is refused', async () => {
    let sent = 0;
    const answer = () => ((sent += 1) === 9 ? ([503] as const) : undefined);
    const { met, bursts } = await looked(telling, { racers: { answer } });
    expect([met, bursts]).toEqual([false, 3]);
  });

  test('losers did not meet the winner if the updates never overlap, in six bursts', async () => {
    const { met, bursts } = await looked(telling, { racers: { times: (place) => [place, place + 1] } });
    expect([met, bursts]).toEqual([false, 6]);
  });

  test('losers met the winner if three of six bursts overlapped', async () => {
    let placed = 0;
    // Four racers a burst, and every second one is sent one by one.
    const times = (place: number) => {
      const burst = Math.floor(placed / 4);
      placed += 1;
      return burst % 2 === 1 ? ([0, 10] as const) : ([place, place + 1] as const);
    };
    const { met, bursts } = await looked(telling, { racers: { times } });
    expect([met, bursts]).toEqual([true, 6]);
  });

  test.each<readonly [string, readonly Round[], boolean, boolean]>([
    ['there were no such losers', many(3, 200, 409), true, false],
    ['there were no solo updates', telling, false, false],
    ['none was accepted beside them', many(3, 409, 503), true, false],
    ['it is so rare that as many other updates need not show it', [...many(1, 200, 503), ...many(20, 200, 409)], true, false],
    ['it is one in two, of three racers', many(3, 200, 503, 409), true, true],
    ['it is one in three, of four racers', many(3, 200, 503, 409, 409), true, true],
    ['it is one in four losers, of five racers', many(3, 200, 503, 409, 409, 409), true, false],
    ['it is one in four losers, of nine racers', many(3, 200, 503, 503, ...Array<number>(6).fill(409)), true, true],
    ['it is one in four losers, of two racers', [...many(1, 200, 503), ...many(3, 200, 409)], true, false],
  ])('decides without an update whether losers met the winner if %s', async (_when, rounds, hasSolid, expected) => {
    const { met, bursts } = await looked(rounds, { hasSolid });
    expect([met, bursts]).toEqual([expected, expected ? 3 : 0]);
  }); // prettier-ignore
});

/** The clause on losers, judged on these races. */
async function judgedLosers(run: Races) {
  const stage = raceStage();
  await stage.on.shared('races', () => Promise.resolve(run));
  await losersConflict.check(stage.on);
  return stage;
}

describe('losers of races', () => {
  test.each<readonly [string, readonly Round[], readonly string[]]>([
    ['that are all answered 409 are held, each', many(2, 200, 409, 409), Array(4).fill('held')],
    ['of which one is answered otherwise are violated', many(2, 200, 409, 412), ['violated']],
    ['that crash are violated', many(1, 200, 409, 500), ['violated']],
    ['without a winner are none', many(2, 409, 409), ['discarded premise-failed']],
    ['that were lost are none', many(2, 200, 0), ['discarded premise-failed']],
    ['that a limit turned away are none', many(2, 200, 429, 503), ['discarded premise-failed']],
    ['that may not update are none', many(2, 200, 401, 403), ['discarded premise-failed']],
    ['beside others that do not count are held', many(1, 200, 409, 0, 429, 403), ['held']],
    ['that are accepted for later are none', many(1, 200, 202), ['discarded premise-failed']],
    ['are none without a round', [], ['discarded premise-failed']],
  ])('%s', async (_what, rounds, told) => {
    expect((await judgedLosers(racesOf(rounds))).told).toEqual(told);
  }); // prettier-ignore

  test('are shown after the winner of their round, and the last loser is at fault', async () => {
    const rounds = [...many(1, 200, 412), ...many(1, 409, 200, 412), ...many(1, 200, 409)];
    const { broken } = await judgedLosers(racesOf(rounds));
    const [, second] = rounds;
    expect(broken).toMatchObject([{ deviation: { kind: 'status' }, reproduced: '2/4' }]);
    expect(broken[0]?.exchanges).toMatchObject([
      { exchange: { status: 200 }, role: 'racer' },
      { exchange: { status: 412 }, role: 'racer', culprit: true },
    ]);
    expect(broken[0]?.exchanges.map((one) => ('exchange' in one ? one.exchange : one))).toEqual([
      second?.racers[1]?.exchange,
      second?.racers[2]?.exchange,
    ]);
  });

  test('losers without any race are discarded with the reason why there were no races', async () => {
    const missing = { code: 'version-never-moved', text: 'none', supply: 'more' } as const;
    expect((await judgedLosers(racesOf([], { missing }))).told).toEqual(['discarded version-never-moved']);
  });

  test('crashing losers leave the races undecided if only the winner explains the crash', () => {
    const rounds = [...many(2, 200, 500, 409), ...many(1, 200, 501)];
    const told = (losersCrash: boolean) => {
      const stage = raceStage();
      reportCrashes(stage.on, racesOf(rounds, { losersCrash }));
      return [stage.told, stage.shown, stage.deviated];
    };
    expect(told(true)).toEqual([['undecided server-error'], [[501]], [true]]);
    expect(told(false)).toEqual([[], [], []]);
  });
});

test('races have limits of rounds and racers, and name the reason of their end', () => {
  const rounds = [...many(1, 200, 409), ...many(1, 200, 409, 409, 409), ...many(1, 200, 409, 409)];
  const power = { ...measurePower([], { requiredRounds: 1 }), excludedShare: 0.25, confidence: 0.99 };
  const clean = racedOf(racesOf(rounds, { power }));
  expect(clean).toEqual({ rounds: 3, racers: 4, excludedShare: 0.25, confidence: 0.99 });
  expect('endedBy' in clean).toBe(false);
  expect(racedOf(racesOf(rounds, { power, endedBy: 'several winners' }))).toEqual({ ...clean, endedBy: 'several winners' });
}); // prettier-ignore

test('a lost answer is neither', () => {
  expect([isBusy(exchangeAt(lost)), isCrash(exchangeAt(lost))]).toEqual([false, false]);
  const answer: Answer = [409];
  expect(isCrash(exchangeAt(answer))).toBe(false);
});

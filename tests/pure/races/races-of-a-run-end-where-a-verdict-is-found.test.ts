import { apartMs } from '../../../properties/races/progress.ts';
import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import { races } from '../../../properties/races/run-races.ts';
import type { RaceShape } from '../../../properties/races/shapes.ts';
import type { Ask } from '../../../run/ask.ts';
import { depths, type Depth } from '../../../run/options.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';
import { bodyOf, lost, raceStage, type Heat, type Racers } from '../../support/stages/race-stage.ts';

const depth: Depth = { ...depths.ci, races: [{ rounds: 10, racers: 4 }], raceGate: 4 };

interface Setting {
  readonly store?: Departures;
  readonly racers?: Racers;
  readonly known?: Partial<Learnt>;
  readonly depth?: Partial<Depth>;
  readonly concurrency?: number;
  readonly atOnce?: number;
  readonly more?: Parameters<typeof raceStage>[2];
}

/** All races of a run on such a store. */
async function run({
  store = {},
  racers = {},
  known = {},
  depth: given = {},
  concurrency = 8,
  atOnce = 16,
  more = {},
}: Setting = {}) {
  const options = { depth: { ...depth, ...given }, concurrency, seed: 7 };
  const stage = raceStage({ ...store, racers }, known, {
    atOnce: () => atOnce,
    drawnAgain: undefined,
    ...more,
    options,
  });
  const came = await races(stage.on);
  return { stage, came, heats: stage.heats };
}

const updatesOf = ({ entries }: Heat) => entries.filter(([name]) => name === 'update');
const versionsOf = (heat: Heat) => new Set(updatesOf(heat).map(([, ask]) => bodyOf(ask).version));

let once: ReturnType<typeof run> | undefined;
/** The same races nevertheless only look at them. */
const plain = () => (once ??= run());

describe('the races of a store that locks', () => {
  test('count if they have as many rounds as the depth demands, each with one winner', async () => {
    const { came, heats } = await plain();
    expect(came.rounds).toHaveLength(10);
    expect(came.rounds.every(({ winners, racers }) => winners.length === 1 && racers.length >= 3)).toBe(true);
    expect(came).toMatchObject({
      crowded: undefined,
      endedBy: undefined,
      doubt: undefined,
      missing: undefined,
      losersAreBusy: false,
      losersCrash: false,
      power: { rounds: 10, counted: 10, gate: { open: true } },
    });
    expect(heats.length).toBeGreaterThanOrEqual(10);
  });

  test('use four resources in turn, two of them with solo updates of their own', async () => {
    const { came } = await plain();
    expect(came.tracks).toHaveLength(4);
    expect(new Set(came.rounds.slice(0, 4).map(({ own }) => own.id)).size).toBe(4);
    expect(came.rounds.map(({ own }) => came.tracks.indexOf(own))).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
    expect(came.calibrated?.isFresh).toBe(false);
  });

  test('begin with single changes on an untouched resource', async () => {
    const { came } = await plain();
    for (const round of came.rounds.slice(2, 4))
      expect(round.drawn.racers.every(({ shape }) => shape === 'one change')).toBe(true);
  });

  test('are the same for any number of requests, and run once', async () => {
    const { stage, came, heats } = await plain();
    const before = heats.length;
    expect(await races(stage.on)).toBe(came);
    expect(heats).toHaveLength(before);
  });

  test('keep their pauses', async () => {
    // A race takes twenty itself; those of both versions come right after the round that they belong to.
    const heats = (await plain()).heats.filter((heat) => versionsOf(heat).size === 1);
    for (const [at, heat] of heats.slice(1).entries())
      expect(heat.at - (heats[at]?.at ?? 0)).toBeGreaterThanOrEqual(20 + apartMs);
  });

  test('have a round of both versions after every twelve, the first after six', async () => {
    const { came, heats } = await run({ depth: { races: [{ rounds: 20, racers: 4 }] } });
    const both = heats.flatMap((heat, at) => (versionsOf(heat).size === 2 ? [at] : []));
    expect([came.mixed.length, both]).toEqual([2, [6, 19]]);
  });

  test('have no rounds if fewer than four concurrent requests are accepted', async () => {
    expect((await run({ atOnce: 3 })).came.mixed).toEqual([]);
    expect((await run({ atOnce: 4 })).came.mixed).toHaveLength(1);
  });

  test('race the replaced version beside the actual version if answers show it', async () => {
    const { came, heats } = await run({ known: { answersShowVersion: true } });
    expect(came.mixed.length).toBeGreaterThan(1);
    expect(heats).toHaveLength(10);
    expect(came.mixed.every(({ racers }) => racers.length === 4)).toBe(true);
  });

  test('are read every third round on a resource', async () => {
    const { came } = await run({ depth: { races: [{ rounds: 24, racers: 4 }] } });
    expect(came.looks.length).toBeGreaterThanOrEqual(4);
    for (const { rounds, read } of came.looks) {
      expect(rounds.length).toBeGreaterThanOrEqual(3);
      expect(read.succeeded).toBe(true);
    }
  });
});

describe('the number of racers', () => {
  test.each([
    [8, 16, 4],
    [3, 16, 3],
    [2, 16, 2],
    [8, 3, 3],
    [8, 1, 2],
  ])(
    'is limited by concurrent requests: %i by the operator, %i by the implementation, %i race',
    async (concurrency, atOnce, racers) => {
      const { heats } = await run({ concurrency, atOnce });
      expect(Math.max(...heats.slice(0, 6).map((heat) => updatesOf(heat).length))).toBe(racers);
      expect(Math.min(...heats.slice(0, 6).map((heat) => updatesOf(heat).length))).toBe(racers);
    },
  );

  test('is zero if requests are sent one at a time', async () => {
    const { came, stage } = await run({ concurrency: 1 });
    expect([came.rounds, stage.sent]).toEqual([[], []]);
    expect(came.missing).toMatchObject({ code: 'premise-failed', supply: 'CONFORMANCE_CONCURRENCY=8' });
    expect(came.power.gate.open).toBe(false);
  });
});

test('each kind of race has its rounds, over each transport in turn', async () => {
  const more = { raceTransports: () => Promise.resolve(['h1', 'h2'] as const) };
  const { came } = await run({ depth: { races: [{ rounds: 4, racers: 4 }, { rounds: 3, racers: 2 }] }, more });
  expect(came.rounds).toHaveLength(7);
  expect(came.rounds.slice(4).every(({ racers }) => racers.length === 2)).toBe(true);
  expect(new Set(came.rounds.map(({ transport }) => transport))).toEqual(new Set(['h1', 'h2']));
  const none = await run({ more: { raceTransports: () => Promise.resolve([]) } });
  expect(new Set(none.came.rounds.map(({ transport }) => transport))).toEqual(new Set(['h1']));
}); // prettier-ignore

describe('a store that does not lock', () => {
  test('ends the races with the first round, which is repeated and cut down to two', async () => {
    const { came } = await run({ racers: { unlocked: true } });
    expect(came.endedBy).toBe('several winners');
    expect(came.rounds).toHaveLength(1);
    expect(came.crowded?.round).toBe(came.rounds[0]);
    expect(came.crowded).toMatchObject({ again: 5, of: 5 });
    expect(came.crowded?.small).toHaveLength(2);
    expect(came.crowded?.from.path).toMatch(/^0\/\d,\d$/);
  });

  test('a store that fails only once is not reported', async () => {
    let races = 0;
    const { came } = await run({ racers: { unlocked: () => (races += 1) === 3 } });
    expect(came.rounds).toHaveLength(3);
    expect(came.crowded).toMatchObject({ again: 0, of: 5 });
    expect(came.crowded?.small).toHaveLength(came.rounds[2]?.drawn.racers.length ?? 0);
  });

  test('a store that fails only for lists is seen if lists race', async () => {
    const isList = (heat: Heat) => updatesOf(heat).some(([, ask]) => bodyOf(ask).actions.length > 1);
    const { came } = await run({ racers: { unlocked: isList } });
    expect(came.endedBy).toBe('several winners');
  });

  test('is no violation if solo lists no longer change the version, and ends the races of lists', async () => {
    const isList = (ask: Ask) => bodyOf(ask).actions.length > 1;
    let hasRaced = false;
    const follows: Departures['follows'] = (name, id, kept, ask) => {
      const one = kept.get(id);
      if (name === 'update' && hasRaced && one !== undefined && isList(ask)) one.version -= 1;
    };
    const unlocked = (heat: Heat) => {
      hasRaced = true;
      return updatesOf(heat).some(([, ask]) => isList(ask));
    };
    const { came, heats } = await run({ store: { follows }, racers: { unlocked } });
    expect([came.crowded, came.endedBy]).toEqual([undefined, undefined]);
    expect(['two changes', 'one change'].map((shape) => came.book.isStruck(shape as RaceShape))).toEqual([
      true,
      false,
    ]);
    expect(heats.length).toBeGreaterThan(came.rounds.length + came.mixed.length);
  });
});

describe('losers', () => {
  test('losers whose value a read shows end the races', async () => {
    let stays: string | undefined;
    const answer: Racers['answer'] = (place, ask) => {
      if (place === 1) stays = bodyOf(ask).actions.flatMap(({ someProperty }) => someProperty ?? []).at(-1);
      return undefined;
    };
    const shows: Departures['shows'] = () => ({ note: stays ?? '' });
    const { came } = await run({ store: { shows }, racers: { answer }, known: { pointers: ['/note'] }, depth: { races: [{ rounds: 24, racers: 4 }] } });
    expect(came.endedBy).toBe('what a loser left behind');
    expect(came.rounds.length).toBeLessThan(24);
    expect(came.looks.length).toBeGreaterThan(0);
  }); // prettier-ignore

  /** Anyone who loses on one resource is answered so. */
  const losing = (status: number): Departures => {
    const at = new Map<string, number>();
    return {
      answer: (name, id, now, ask) => {
        if (name !== 'update' || at.get(id) !== now) {
          if (name === 'update') at.set(id, now);
          return undefined;
        }
        return bodyOf(ask).version === '' ? undefined : [status];
      },
    };
  };

  test('answered 503 are found to have met the winner, and count', async () => {
    const { came } = await run({ store: losing(503) });
    expect(came).toMatchObject({ losersAreBusy: true, losersCrash: false, power: { counted: 10 } });
  });

  test('answered 503 may have met a limit if creates update one resource, and do not count', async () => {
    const { came } = await run({
      store: { ...losing(503), ids: Array<string>(99).fill('r1') },
      known: { upserts: true },
    });
    expect(came).toMatchObject({ losersAreBusy: false, power: { counted: 0 } });
  });

  test('crashing losers are found to have met the winner', async () => {
    const { came } = await run({ store: losing(500) });
    expect(came).toMatchObject({ losersCrash: true, losersAreBusy: false, power: { counted: 0 } });
  });

  test('losers of unknown outcome leave their resource in doubt, and another resource replaces it', async () => {
    const { came } = await run({ racers: { answer: (place) => (place === 1 ? lost : undefined) } });
    expect(new Set(came.rounds.map(({ own }) => own.id)).size).toBe(came.rounds.length);
    expect(came.tracks).toHaveLength(10);
  });

  test('losers that a limit refuses slow the races down', async () => {
    const { heats } = await run({ racers: { answer: (place) => (place === 2 ? [429] : undefined) }, depth: { raceGate: 1 } });
    for (const [at, heat] of heats.slice(1).entries())
      expect(heat.at - (heats[at]?.at ?? 0)).toBeGreaterThanOrEqual(500);
  }); // prettier-ignore
});

describe('rounds that do not count', () => {
  const void_ = (until: number): Racers => {
    const seen: Heat[] = [];
    return {
      answer: (_place, _ask, heat) => {
        if (!seen.includes(heat)) seen.push(heat);
        return seen.length <= until ? [409] : undefined;
      },
    };
  };

  test.each([
    [0, 10],
    [6, 10],
    [7, 11],
    [9, 13],
    [10, 14],
  ])('are repeated if too few other rounds count: %i of ten', async (until, rounds) => {
    const { came } = await run({ racers: void_(until) });
    expect([came.rounds.length, came.power.counted]).toEqual([rounds, rounds - until]);
    expect(came.power.gate.open).toBe(true);
  });

  test('are not repeated if almost no round counts', async () => {
    const { came } = await run({ racers: void_(99), depth: { raceGate: 10 } });
    expect(came.power).toMatchObject({ counted: 0, gate: { open: false } });
    // With the fourth in place of others, nine more could not make up for ten.
    expect(came.rounds).toHaveLength(13);
    const hopeless = await run({ racers: void_(99), depth: { races: [{ rounds: 16, racers: 4 }], raceGate: 13 } });
    expect(hopeless.came.rounds).toHaveLength(16);
  }); // prettier-ignore
});

test('a resource whose reads no longer show a version is replaced by another', async () => {
  let hasRaced = false;
  const answer: Departures['answer'] = (name, id) =>
    name === 'readById' && id === 'r1' && hasRaced ? [200, '{"id":"r1"}'] : undefined;
  const noting: Racers['answer'] = (_place, { path }) => {
    hasRaced ||= path?.['id'] === 'r1';
    return undefined;
  };
  let updates = 0;
  // Versions that rise by turns of one and two are not guessed, but read.
  const follows: Departures['follows'] = (name, id, kept) => {
    const one = kept.get(id);
    if (name === 'update' && one !== undefined) one.version += (updates += 1) % 2;
  };
  const { came } = await run({ store: { answer, follows }, racers: { answer: noting } });
  expect([came.rounds.length, came.tracks.length]).toEqual([9, 5]);
  expect(came.rounds.filter(({ own }) => own.id === 'r1')).toHaveLength(1);
});

test('a replay of a case from another seed races no updates', async () => {
  const { heats, came } = await run({ more: { drawnAgain: { seed: 1, path: '0' } } });
  expect([heats, came.rounds]).toEqual([[], []]);
});

describe('there are no races', () => {
  test.each<readonly [string, Departures, string]>([
    ['where updates are lost', { answer: (name) => (name === 'update' ? [503] : undefined) }, 'noise'],
    ['where updates come later', { answer: (name) => (name === 'update' ? [202] : undefined) }, 'two-readings'],
    ['where updates keep the version', { follows: (name, id, kept) => { const one = kept.get(id); if (name === 'update' && one !== undefined) one.version -= 1; } }, 'version-never-moved'],
  ])('%s', async (_when, store, code) => {
    const { came, heats } = await run({ store });
    expect([heats, came.rounds]).toEqual([[], []]);
    expect(came.missing?.code).toBe(code);
    expect(came.calibrated).toBeUndefined();
  }); // prettier-ignore

  test('there are no races if updates take effect later, and the profile declares it', async () => {
    const store: Departures = { answer: (name) => (name === 'update' ? [202] : undefined) };
    const { came } = await run({ store, more: { profile: { async: { '4.10': true } } } });
    expect(came.missing?.code).toBe('declared-absent');
  });

  test('there are no races if updates are refused, which another clause judges', async () => {
    const { came } = await run({ store: { answer: (name) => (name === 'update' ? [400] : undefined) } });
    expect(came.missing).toBeDefined();
    expect(came.rounds).toEqual([]);
  });
});

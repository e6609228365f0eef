import { describe, expect, test } from 'vitest';
import { awaited, type Awaited } from '../../../run/awaited.ts';
import { isLost } from '../../../history/exchange.ts';
import type { Came, History } from '../../../history/history.ts';
import { weatherOf } from '../../../run/evidence/told-disturbances.ts';
import { timelineOf } from '../../../run/evidence/timeline.ts';
import { cameOf } from '../../../run/session/heeding.ts';
import { Waits } from '../../../run/session/waits.ts';
import type { FailureKind, Header, Outcome } from '../../../wire/exchange.ts';
import { disturbances } from '../../../world/weather/disturbances.ts';
import { historyOf } from '../../support/histories.ts';

const later: readonly Header[] = [['Retry-After', '1']];

function outcome(came: number | FailureKind, headers: readonly Header[] = [], sentAt = 0, tookMs = 5): Outcome {
  const at = { sentAt, answeredAt: sentAt + tookMs };
  return typeof came === 'number'
    ? { kind: 'answer', status: came, headers, body: new Uint8Array(), ...at }
    : { kind: 'failure', failure: came, detail: '', wrote: true, ...at };
} // prettier-ignore

/** The result of a request, as the run learnt of it. */
function came(one: Outcome, at = 1_000, operation = 'GET /a', isSingle = false): Came {
  return cameOf(one, { operation, isSingle, at });
}

describe('a disturbance of a run', () => {
  type Learnt = { readonly atOnce: number | undefined; readonly isRate: boolean };
  const weather = (history: History, learnt?: Learnt) =>
    weatherOf(history, { startedAt: 1_000, endedAt: 11_000, learnt });
  const timeline = (history: History) =>
    timelineOf(history, { startedAt: 1_000, endedAt: 11_000, phases: new Map(), waits: [], spells: [] });

  test.each<readonly [string, Outcome, readonly [serverErrors: number, resets: number, rateLimited: number, told: number]]>([
    ['an answer', outcome(200), [0, 0, 0, 0]],
    ['a refusal', outcome(404, later), [0, 0, 0, 0]],
    ['a server error', outcome(500), [1, 0, 0, 1]],
    ['an overload', outcome(503), [1, 0, 0, 1]],
    ['an overload that asks to wait', outcome(503, later), [1, 0, 1, 1]],
    ['another error that asks to wait', outcome(500, later), [1, 0, 0, 1]],
    ['a limit', outcome(429), [0, 0, 1, 1]],
    ['a lost connection', outcome('reset'), [0, 1, 0, 1]],
    ['a refused connection', outcome('unreachable'), [0, 1, 0, 1]],
    ['a time limit', outcome('timeout'), [0, 0, 0, 1]],
    ['a broken answer', outcome('framing'), [0, 0, 0, 0]],
    ['a stop', outcome('stopped'), [0, 0, 0, 0]],
  ])('is counted by its kind: %s', (_what, one, [serverErrors, resets, rateLimited, count]) => {
    const history = historyOf([came(one)]);
    expect(weather(history)).toMatchObject({ serverErrors, resets, rateLimited, retries: 0 });
    expect(timeline(history).weather ?? []).toHaveLength(count);
    expect('serverErrorsAt' in weather(history)).toBe(serverErrors > 0);
    expect('resetsAt' in weather(history)).toBe(resets > 0);
  }); // prettier-ignore

  test('is listed by operation, the most frequent first', () => {
    const met = ['a', 'b', 'b'].flatMap((operation) =>
      [outcome(500), outcome('reset'), outcome('timeout')].map((one) => came(one, 0, operation)),
    );
    const counts = [
      { operation: 'b', count: 2 },
      { operation: 'a', count: 1 },
    ];
    const again = { kind: 'sent again' } as const;
    expect(weather(historyOf([...met, again, again]))).toMatchObject({
      serverErrors: 3,
      retries: 2,
      serverErrorsAt: counts,
      resets: 3,
      resetsAt: counts,
      timeouts: 3,
      timeoutsAt: counts,
    });
  });

  test('counts writes', () => {
    const unwritten = { ...came(outcome('unreachable')), wrote: false };
    expect(disturbances(historyOf([came(outcome(200)), unwritten, came(outcome('reset'))])).written).toBe(2);
  });

  test('reports no silence if there was none', () => {
    expect(Object.keys(weather(historyOf([came(outcome('reset'))])))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^timeouts/)]),
    );
  });

  test('lists the three slowest operations, by their slowest timed answer', () => {
    const timed = ([['a', 10], ['b', 40.4], ['b', 30], ['c', 20], ['d', 30]] as const).map(([operation, ms]) => came(outcome(200, [], 0, ms), 0, operation, true)); // prettier-ignore
    const others = [
      came(outcome(200, [], 0, 900), 0, 'a', false),
      came(outcome('timeout', [], 0, 900), 0, 'a', true),
    ];
    expect(weather(historyOf([...timed, ...others])).slowest).toEqual([{ endpoint: 'b', ms: 40 }, { endpoint: 'd', ms: 30 }, { endpoint: 'c', ms: 20 }]); // prettier-ignore
  });

  test.each<readonly [string, readonly (readonly [number, Outcome, string?])[], readonly (readonly [number, number])[]]>([
    ['for a second', [[1_000, outcome('reset', [], 500)], [1_500, outcome('reset', [], 1_100), 'b']], [[500, 1_500]]],
    ['for less', [[1_000, outcome('reset', [], 500)], [1_499, outcome('reset', [], 1_100), 'b']], []],
    ['once', [[9_000, outcome('reset', [], 500)]], []],
    ['until something was', [[1_000, outcome('reset', [], 500)], [1_500, outcome(502)], [1_600, outcome(404)], [1_700, outcome('reset', [], 1_650)]], [[500, 1_500]]],
    ['but for what was answered in between', [[1_000, outcome('reset', [], 500)], [1_200, outcome(500)], [2_000, outcome('reset', [], 1_300)]], []],
    ['whatever was stopped in between', [[1_000, outcome('reset', [], 500)], [1_200, outcome('stopped')], [2_000, outcome('unreachable')]], [[500, 2_000]]],
  ])('is a silence if no request was answered %s', (_how, met, silences) => {
    const history = historyOf([
      came(outcome(200)),
      ...met.map(([now, one, operation]) => came(one, now, operation)),
    ]);
    expect(disturbances(history).silences.map(({ from, to }) => [from, to])).toEqual(silences);
    expect(weather(history).events?.length ?? 0).toBe(silences.length);
  }); // prettier-ignore

  test('is no restart if no request was ever answered', () => {
    const history = historyOf([0, 1_000, 2_000].map((now) => came(outcome('unreachable', [], now), now)));
    expect(disturbances(history).silences).toHaveLength(1);
    expect(weather(history).events).toBeUndefined();
  });

  test.each([
    ['one operation hangs up', ['a', 'a'], 0],
    ['several do', ['a', 'b'], 1],
  ])('includes as many silences as if %s', (_where, operations, silences) => {
    const met = operations.map((operation, at) =>
      came(outcome('reset', [], 500), 2_000 * (at + 1), operation),
    );
    expect(disturbances(historyOf(met)).silences).toHaveLength(silences);
  });

  test.each<readonly [string, Learnt | undefined, limited: number, all: number, events: number]>([
    ['many were turned away', undefined, 20, 200, 1],
    ['a few were', undefined, 19, 19, 0],
    ['a small share was', undefined, 20, 201, 0],
    ['a limit of requests at a time is known', { atOnce: 3, isRate: false }, 20, 200, 1],
    ['one of both kinds is', { atOnce: 3, isRate: true }, 20, 200, 2],
    ['two at a time are let in', { atOnce: 2, isRate: false }, 0, 10, 1],
    ['one at a time is', { atOnce: 1, isRate: false }, 20, 200, 0],
  ])('has a setting if %s', (_where, learnt, limited, all, events) => {
    const met = Array.from({ length: all }, (_, one) => came(outcome(one < limited ? 429 : 200)));
    expect(weather(historyOf(met), learnt).events?.length ?? 0).toBe(events);
  });

  test.each([
    [500, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
    [429, false],
    ['reset', true],
    ['unreachable', true],
    ['timeout', false],
    ['stopped', false],
  ] as const)('has lost requests with result %s: %s', (status, expected) => {
    expect(isLost(outcome(status))).toBe(expected);
  });
});

describe('the time of a run', () => {
  const beginning = { startedAt: 500, endedAt: 1_700, phases: new Map(), waits: [], spells: [] };
  const left = (at: number, count: number) =>
    ({ kind: 'left', count, isInCompany: false, at: 500 + at }) as const;

  test('is divided into slices of ten milliseconds, or twice that if there are too many', () => {
    const all = [left(0, 1), left(9, 2), left(10, 3), left(1_199, 4)];
    expect(timelineOf(historyOf(all), beginning).requests).toEqual({ sliceMs: 10, counts: [3, 3, ...Array.from({ length: 117 }, () => 0), 4] }); // prettier-ignore
    expect(timelineOf(historyOf([...all, left(1_200, 5)]), beginning).requests).toEqual({ sliceMs: 20, counts: [6, ...Array.from({ length: 58 }, () => 0), 4, 5] }); // prettier-ignore
  });

  test('stays small at any length, and loses no request', () => {
    const all = Array.from({ length: 3_611 }, (_, at) => left(997 * at, 2));
    const { requests } = timelineOf(historyOf(all), beginning);
    expect(requests.counts.length).toBeLessThanOrEqual(120);
    expect(requests.sliceMs * requests.counts.length).toBeGreaterThan(3_590_000);
    expect(requests.counts.reduce((sum, count) => sum + count, 0)).toBe(7_222);
  });

  test('has the longest waits, in their order, without short waits', () => {
    const waits = Array.from({ length: 1_000 }, (_, at) => ({ for: `${at}`, at: 2_000 * at, ms: 30 + at }));
    const told = timelineOf(historyOf([]), { ...beginning, startedAt: 0, waits }).waits;
    expect(told).toHaveLength(40);
    expect(told.map(({ ms }) => ms)).toEqual(Array.from({ length: 40 }, (_, at) => 990 + at));
    const short = [{ for: 'a', at: 80, ms: 20 }, { for: 'b', at: 200, ms: 19 }]; // prettier-ignore
    expect(timelineOf(historyOf([]), { ...beginning, startedAt: 0, waits: short }).waits).toEqual([{ for: 'a', atMs: 80, ms: 20 }]); // prettier-ignore
  });

  test.each<readonly [string, readonly number[], readonly (readonly [number, number, number])[]]>([
    ['one', [10], [[10, 0, 1]]],
    ['going on', [10, 260], [[10, 250, 2]]],
    ['twice', [10, 261], [[10, 0, 1], [261, 0, 1]]],
  ])('has disturbances: %s', (_what, met, told) => {
    const history = historyOf(met.map((at) => came(outcome('reset'), 500 + at)));
    const { weather = [] } = timelineOf(history, beginning);
    expect(weather.map((one) => [one.atMs, one.ms, one.count])).toEqual(told);
  }); // prettier-ignore

  test('joins many disturbances of a kind into few, and loses none', () => {
    const at = (one: number): number => 1_000 * one + 59_000 * Math.ceil(one / 100);
    const all = Array.from({ length: 1_000 }, (_, one) => came(outcome('reset'), at(one)));
    const { weather = [] } = timelineOf(historyOf(all), beginning);
    expect(weather.length).toBeLessThanOrEqual(24);
    expect(weather.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(1_000);
  });

  test('has phases, work that lasts to the end, and the disturbances, if any', () => {
    const spells = [
      { what: 'a', from: 550 },
      { what: 'b', from: 550, to: 580 },
    ];
    const phases = new Map([['quiet', 600]]);
    const { endMs, phases: told, weather } = timelineOf(historyOf([]), { ...beginning, endedAt: 700.04, phases, spells }); // prettier-ignore
    expect(endMs).toBe(200);
    expect(told.map(({ name, atMs }) => [name, atMs])).toEqual([['meeting', 0], ['quiet', 100]]); // prettier-ignore
    expect(weather).toEqual([{ what: 'a', atMs: 50, ms: 150 }, { what: 'b', atMs: 50, ms: 30 }]); // prettier-ignore
    expect(timelineOf(historyOf([]), beginning)).not.toHaveProperty('weather');
  });
});

describe('waits', () => {
  /** Work that takes so long, by hand. */
  const booked = () => {
    const time = { now: 0 };
    const book = new Waits({ now: () => time.now });
    const work = (ms: number) => () => {
      time.now += ms;
      return Promise.resolve();
    };
    const all = () => book.all.map(({ for: what, ms }) => [what, ms]);
    return { book, time, work, all };
  };
  const [reads, age]: readonly Awaited[] = [awaited.reads, awaited.age];
  if (reads === undefined || age === undefined) throw new Error('both are awaited');

  test('are sorted by length, without waits below a millisecond', async () => {
    const { book, work, all } = booked();
    await book.waiting(reads, work(10));
    await book.waiting(age, work(20));
    await book.waiting(awaited.rate, work(0.4));
    await book.waiting(reads, work(5));
    expect(all()).toEqual([[age.for, 20], [reads.for, 15]]); // prettier-ignore
    expect(book.stretches.map(({ at, ms }) => [at, Math.round(ms)])).toEqual([[0, 10], [10, 20], [30, 0], [30.4, 5]]); // prettier-ignore
    expect(book.all.map(({ setting }) => setting)).toEqual([undefined, 'CONFORMANCE_SETTLE_MS']);
  });

  test('exclude the time of requests under way, and the time between waits', async () => {
    const { book, time, work, all } = booked();
    await book.sending(work(100));
    time.now += 50;
    await book.waiting(reads, async () => {
      await work(10)();
      await book.sending(work(100));
      await work(20)();
    });
    expect(all()).toEqual([[reads.for, 30]]);
  });

  test('end if the work has thrown', async () => {
    const { book, work, all } = booked();
    const fail = () => Promise.reject(new Error('lost'));
    await expect(book.sending(fail)).rejects.toThrow(Error);
    await expect(book.waiting(reads, fail)).rejects.toThrow(Error);
    expect(book.now).toBeUndefined();
    await book.waiting(age, work(10));
    expect(all()).toEqual([[age.for, 10]]);
  });

  test('are shown while they last, since the last request', async () => {
    const { book, time, work } = booked();
    await book.sending(work(10));
    expect(book.now).toBeUndefined();
    await book.waiting(reads, async () => {
      time.now += 30;
      expect(book.now).toEqual({ ...reads, ms: 30 });
      await book.sending(async () => {
        await Promise.resolve();
        expect(book.now).toBeUndefined();
      });
      expect(book.now).toEqual({ ...reads, ms: 0 });
    });
    expect(book.now).toBeUndefined();
  });

  test('successive waits for the same reason are one wait', async () => {
    const { book, time, work } = booked();
    await book.waiting(reads, work(50));
    time.now += 19;
    await book.waiting(reads, work(50));
    time.now += 20;
    await book.waiting(reads, work(50));
    await book.waiting(age, work(50));
    expect(book.stretches.map(({ at, ms }) => [at, ms])).toEqual([[0, 119], [139, 50], [189, 50]]); // prettier-ignore
  });
});

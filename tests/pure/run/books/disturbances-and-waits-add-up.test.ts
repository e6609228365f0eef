import { describe, expect, test } from 'vitest';
import { awaited, type Awaited } from '../../../../run/awaited.ts';
import { DisturbanceBook, isLost } from '../../../../run/books/disturbances.ts';
import { TimelineBook } from '../../../../run/books/timeline.ts';
import { WaitBook } from '../../../../run/books/waits.ts';
import type { FailureKind, Header, Outcome } from '../../../../wire/exchange.ts';

const later: readonly Header[] = [['Retry-After', '1']];

function outcome(came: number | FailureKind, headers: readonly Header[] = [], sentAt = 0, tookMs = 5): Outcome {
  const at = { sentAt, answeredAt: sentAt + tookMs };
  return typeof came === 'number'
    ? { kind: 'answer', status: came, headers, body: new Uint8Array(), ...at }
    : { kind: 'failure', failure: came, detail: '', wrote: true, ...at };
} // prettier-ignore

describe('what disturbs a run', () => {
  type Learnt = { readonly atOnce: number | undefined; readonly isRate: boolean };
  const booked = (learnt?: Learnt) => {
    const time = { now: 1_000 };
    const told: string[] = [];
    const book = new DisturbanceBook({ now: () => time.now }, { disturbed: (what) => told.push(what) }, () => learnt); // prettier-ignore
    return { time, told, book };
  };

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
  ])('is counted by what it is: %s', (_what, one, [serverErrors, resets, rateLimited, count]) => {
    const { book, told } = booked();
    book.note(one, 'GET /a', true);
    expect(book.weather).toMatchObject({ serverErrors, resets, rateLimited, retries: 0 });
    expect(told).toHaveLength(count);
    expect('serverErrorsAt' in book.weather).toBe(serverErrors > 0);
    expect('resetsAt' in book.weather).toBe(resets > 0);
  }); // prettier-ignore

  test('is told by operation, the most frequent first', () => {
    const { book } = booked();
    for (const operation of ['a', 'b', 'b', undefined]) {
      book.note(outcome(500), operation);
      book.note(outcome('reset'), operation);
      book.note(outcome('timeout'), operation);
    }
    book.retried();
    book.retried();
    expect(book.weather).toMatchObject({
      serverErrors: 4,
      retries: 2,
      serverErrorsAt: [
        { operation: 'b', count: 2 },
        { operation: 'a', count: 1 },
      ],
      resets: 4,
      resetsAt: [
        { operation: 'b', count: 2 },
        { operation: 'a', count: 1 },
      ],
      timeouts: 4,
      timeoutsAt: [
        { operation: 'b', count: 2 },
        { operation: 'a', count: 1 },
      ],
    });
  });

  test('tells of no silence where there was none', () => {
    const { book } = booked();
    book.note(outcome('reset'), 'a');
    expect(Object.keys(book.weather)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^timeouts/)]),
    );
  });

  test('names the three slowest operations, by the slowest answer that was timed', () => {
    const { book } = booked();
    for (const [operation, ms] of [['a', 10], ['b', 40.4], ['b', 30], ['c', 20], ['d', 30]] as const) book.note(outcome(200, [], 0, ms), operation, true); // prettier-ignore
    book.note(outcome(200, [], 0, 900), 'a', false);
    book.note(outcome(200, [], 0, 900), undefined, true);
    book.note(outcome('timeout', [], 0, 900), 'a', true);
    expect(book.weather.slowest).toEqual([{ endpoint: 'b', ms: 40 }, { endpoint: 'd', ms: 30 }, { endpoint: 'c', ms: 20 }]); // prettier-ignore
  });

  test.each<readonly [string, readonly (readonly [number, Outcome])[], readonly (readonly [number, number])[]]>([
    ['for a second', [[1_000, outcome('reset', [], 500)], [1_500, outcome('reset', [], 1_100)]], [[500, 1_500]]],
    ['for less', [[1_000, outcome('reset', [], 500)], [1_499, outcome('reset', [], 1_100)]], []],
    ['once', [[9_000, outcome('reset', [], 500)]], []],
    ['until something was', [[1_000, outcome('reset', [], 500)], [1_500, outcome(502)], [1_600, outcome(404)], [1_700, outcome('reset', [], 1_650)]], [[500, 1_500]]],
    ['but for what was answered in between', [[1_000, outcome('reset', [], 500)], [1_200, outcome(500)], [2_000, outcome('reset', [], 1_300)]], []],
    ['whatever was stopped in between', [[1_000, outcome('reset', [], 500)], [1_200, outcome('stopped')], [2_000, outcome('unreachable')]], [[500, 2_000]]],
  ])('is a silence where nothing was answered %s', (_how, met, silences) => {
    const { book, time } = booked();
    book.note(outcome(200));
    for (const [now, one] of met) {
      time.now = now;
      book.note(one);
    }
    expect(book.silences.map(({ from, to }) => [from, to])).toEqual(silences);
    expect(book.weather.events?.length ?? 0).toBe(silences.length);
  }); // prettier-ignore

  test('are no restart where nothing was ever answered', () => {
    const { book, time } = booked();
    for (const now of [0, 1_000, 2_000]) {
      time.now = now;
      book.note(outcome('unreachable', [], now));
    }
    expect(book.silences).toHaveLength(1);
    expect(book.weather.events).toBeUndefined();
  });

  test.each([
    ['one operation hangs up', ['a', 'a'], 0],
    ['several do', ['a', 'b'], 1],
    ['one does, and what nobody documents', ['a', undefined], 1],
  ])('has as many silences where %s', (_where, operations, silences) => {
    const { book, time } = booked();
    for (const operation of operations) {
      time.now += 2_000;
      book.note(outcome('reset', [], 500), operation);
    }
    expect(book.silences).toHaveLength(silences);
  });

  test.each<readonly [string, Learnt | undefined, limited: number, all: number, events: number]>([
    ['many were turned away', undefined, 20, 200, 1],
    ['a few were', undefined, 19, 19, 0],
    ['a small share was', undefined, 20, 201, 0],
    ['a limit of requests at a time is known', { atOnce: 3, isRate: false }, 20, 200, 1],
    ['one of both kinds is', { atOnce: 3, isRate: true }, 20, 200, 2],
    ['two at a time are let in', { atOnce: 2, isRate: false }, 0, 10, 1],
    ['one at a time is', { atOnce: 1, isRate: false }, 20, 200, 0],
  ])('has a setting where %s', (_where, learnt, limited, all, events) => {
    const { book, time } = booked(learnt);
    for (let one = 0; one < all; one += 1) book.note(outcome(one < limited ? 429 : 200));
    time.now += 10_000;
    expect(book.weather.events?.length ?? 0).toBe(events);
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
  ] as const)('has lost what came to %s: %s', (came, expected) => {
    expect(isLost(outcome(came))).toBe(expected);
  });
});

describe('the time of a run', () => {
  const booked = () => {
    const time = { now: 500 };
    return { time, book: new TimelineBook({ now: () => time.now }) };
  };

  test('is sliced by ten milliseconds, and by twice as many where that were too many slices', () => {
    const { time, book } = booked();
    const sent = (at: number, count: number): void => {
      time.now = 500 + at;
      book.sent(count);
    };
    sent(0, 1);
    sent(9, 2);
    sent(10, 3);
    sent(1_199, 4);
    expect(book.told.requests).toEqual({ sliceMs: 10, counts: [3, 3, ...Array.from({ length: 117 }, () => 0), 4] }); // prettier-ignore
    sent(1_200, 5);
    expect(book.told.requests).toEqual({ sliceMs: 20, counts: [6, ...Array.from({ length: 58 }, () => 0), 4, 5] }); // prettier-ignore
  });

  test.each<readonly [string, readonly (readonly [what: string, end: number, ms: number])[], readonly (readonly [number, number])[]]>([
    ['long enough', [['a', 100, 20]], [[80, 20]]],
    ['too short', [['a', 100, 19]], []],
    ['one after the other', [['a', 100, 50], ['a', 169, 50]], [[50, 119]]],
    ['apart', [['a', 100, 50], ['a', 170, 50]], [[50, 50], [120, 50]]],
    ['of several kinds', [['a', 100, 50], ['b', 150, 50]], [[50, 50], [100, 50]]],
  ])('has waits: %s', (_what, met, waits) => {
    const { time, book } = booked();
    for (const [what, end, ms] of met) {
      time.now = 500 + end;
      book.waited(what, ms);
    }
    expect(book.told.waits.map(({ atMs, ms }) => [atMs, ms])).toEqual(waits);
  }); // prettier-ignore

  test.each<readonly [string, readonly number[], readonly (readonly [number, number, number])[]]>([
    ['one', [10], [[10, 0, 1]]],
    ['going on', [10, 260], [[10, 250, 2]]],
    ['twice', [10, 261], [[10, 0, 1], [261, 0, 1]]],
  ])('has disturbances: %s', (_what, met, told) => {
    const { time, book } = booked();
    for (const at of met) {
      time.now = 500 + at;
      book.disturbed('a');
    }
    const weather = book.told.weather ?? [];
    expect(weather.map((one) => [one.atMs, one.ms, 'count' in one ? one.count : undefined])).toEqual(told);
  }); // prettier-ignore

  test('has phases, and what lasts to its end', () => {
    const { time, book } = booked();
    time.now = 600;
    book.open('quiet');
    book.disturbedFrom('a', 550);
    book.disturbedFrom('b', 550, 580);
    time.now = 700.04;
    const { endMs, phases, weather } = book.told;
    expect(endMs).toBe(200);
    expect(phases.map(({ name, atMs }) => [name, atMs])).toEqual([['meeting', 0], ['quiet', 100]]); // prettier-ignore
    expect(weather).toEqual([{ what: 'a', atMs: 50, ms: 150 }, { what: 'b', atMs: 50, ms: 30 }]); // prettier-ignore
  });
});

describe('waits', () => {
  /** Work that takes so long, by hand. */
  const booked = () => {
    const time = { now: 0 };
    const stretches: (readonly [string, number])[] = [];
    const book = new WaitBook({ now: () => time.now }, (what, ms) => stretches.push([what.for, ms]));
    const work = (ms: number) => () => {
      time.now += ms;
      return Promise.resolve();
    };
    const all = () => book.all.map(({ for: what, ms }) => [what, ms]);
    return { book, time, work, stretches, all };
  };
  const [reads, age]: readonly Awaited[] = [awaited.reads, awaited.age];
  if (reads === undefined || age === undefined) throw new Error('both are awaited');

  test('are the longest first, and none of less than a millisecond', async () => {
    const { book, work, all, stretches } = booked();
    await book.waiting(reads, work(10));
    await book.waiting(age, work(20));
    await book.waiting(awaited.rate, work(0.4));
    await book.waiting(reads, work(5));
    expect(all()).toEqual([[age.for, 20], [reads.for, 15]]); // prettier-ignore
    expect(stretches.map(([, ms]) => Math.round(ms))).toEqual([10, 20, 0, 5]);
    expect(book.all.map(({ setting }) => setting)).toEqual([undefined, 'CONFORMANCE_SETTLE_MS']);
  });

  test('are none while a request is under way, nor between waits', async () => {
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

  test('end where the work has thrown', async () => {
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
});

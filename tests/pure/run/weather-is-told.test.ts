import { describe, expect, test } from 'vitest';
import { Exchange } from '../../../history/exchange.ts';
import type { Came, Entry, History } from '../../../history/history.ts';
import { createCallers } from '../../../run/callers.ts';
import { timelineOf } from '../../../run/evidence/timeline.ts';
import { weatherOf } from '../../../run/evidence/told-disturbances.ts';
import { whatBecameOfThem } from '../../../run/evidence/told-disturbances.ts';
import { createRandom } from '../../../run/random.ts';
import { cameOf } from '../../../run/session/heeding.ts';
import { Outage } from '../../../run/session/outage.ts';
import type { Failure, Outcome } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { goneUnasked, type Gone } from '../../../world/resources/presence.ts';
import { historyOf } from '../../support/histories.ts';

const answer = (status: number, at = 0, tookMs = 0): Outcome => ({
  kind: 'answer',
  status,
  headers: [],
  body: new Uint8Array(),
  sentAt: at,
  answeredAt: at + tookMs,
});

const lost = (failure: Failure['failure'] = 'reset', at = 0): Outcome => ({
  kind: 'failure',
  failure,
  detail: '',
  wrote: true,
  sentAt: at,
  answeredAt: at,
});

/** The result of a request, as the run learnt of it at once. */
function came(outcome: Outcome, operation = 'GET /a', isSingle = false): Came {
  return cameOf(outcome, { operation, isSingle, at: outcome.sentAt });
}

describe('the disturbances of a run', () => {
  type Learnt = Parameters<typeof weatherOf>[1]['learnt'];
  const weather = (history: History, learnt?: Learnt) =>
    weatherOf(history, { startedAt: 0, endedAt: 20_000, learnt });
  /** Of three hundred requests each one of so many is turned away. */
  const limited = (each: number): History =>
    historyOf(Array.from({ length: 300 }, (_, at) => came(answer(at % each === 0 ? 429 : 200))));

  test('name the setting if a rate limit refused many requests', () => {
    expect(weather(limited(3)).events).toEqual([
      '100 of 300 requests were rate-limited: CONFORMANCE_MAX_RPS=10 stays below the limit',
    ]);
  });

  test.each([
    ['of requests at a time', { atOnce: 6, isRate: false }, ['CONCURRENCY=6']],
    ['of both', { atOnce: 6, isRate: true }, ['CONCURRENCY=6', 'MAX_RPS=10']],
    ['of requests a second', { atOnce: undefined, isRate: true }, ['MAX_RPS=10']],
    ['that lets one in at a time, with which nothing could race', { atOnce: 1, isRate: false }, []],
  ])('name the setting for a limit %s', (_, learnt, named) => {
    const { events = [] } = weather(limited(3), learnt);
    expect(events.map((event) => /CONFORMANCE_(\w+=\d+)/.exec(event)?.[1])).toEqual(named);
  });

  test('ignore a limit that was met only sometimes', () => {
    expect(weather(limited(20)).events).toBeUndefined();
  });

  test('are 5xx answers, resets, limits and repeated requests, and the slowest operations', () => {
    const entries: readonly Entry[] = [
      came(answer(200, 0, 20), 'GET /a', true),
      came(answer(200, 0, 900), 'GET /b', true),
      came(answer(503, 0, 5), 'GET /a', true),
      came(answer(429)),
      came(lost('reset'), 'GET /a'),
      came(lost('unreachable'), 'GET /b'),
      came(lost('stopped'), 'GET /a'),
      { kind: 'sent again' },
    ];
    expect(weather(historyOf(entries))).toEqual({
      serverErrors: 1,
      serverErrorsAt: [{ operation: 'GET /a', count: 1 }],
      resets: 2,
      resetsAt: [
        { operation: 'GET /a', count: 1 },
        { operation: 'GET /b', count: 1 },
      ],
      rateLimited: 1,
      retries: 1,
      slowest: [
        { endpoint: 'GET /b', ms: 900 },
        { endpoint: 'GET /a', ms: 20 },
      ],
    });
  });

  test('are in the timeline in their order of time', () => {
    const outcomes = [answer(200), answer(500), answer(429), lost('reset'), lost('stopped')];
    const history = historyOf(outcomes.map((outcome) => came(outcome)));
    const timeline = timelineOf(history, {
      startedAt: 0,
      endedAt: 1,
      phases: new Map(),
      waits: [],
      spells: [],
    });
    expect(timeline.weather?.map(({ what }) => what)).toEqual([
      'answers 5xx',
      'asked to wait',
      'connections lost',
    ]);
  });

  test('state the time without an answer, if the silence lasted', () => {
    const outcomes = [
      answer(200, 0),
      lost('reset', 1_200),
      answer(200, 1_300),
      lost('reset', 3_000),
      answer(502, 5_000),
      answer(404, 5_100),
    ];
    expect(weather(historyOf(outcomes.map((outcome) => came(outcome)))).events).toEqual([
      expect.stringMatching(/^nothing was answered from 3\.0 s to 5\.0 s: /),
    ]);
  });
});

describe('an outage', () => {
  function waiting(until: number) {
    const clock = createVirtualClock();
    let looks = 0;
    let isStopped = false;
    const outage = new Outage({
      ended: () => undefined,
      clock,
      sleep: (ms) => clock.sleep(ms),
      isStopped: () => isStopped,
    });
    const end = (): Promise<void> =>
      outage.end(() => {
        looks += 1;
        return Promise.resolve(clock.now() >= until);
      });
    const note = (outcome: Outcome, times: number, speaksOfLoad = true): void => {
      for (let time = 0; time < times; time += 1) outage.note(outcome, speaksOfLoad);
    };
    const stop = (): void => {
      isStopped = true;
    };
    return { clock, end, note, stop, looks: () => looks };
  }

  test('causes one wait, with the same attempts for all concurrent requests', async () => {
    const { clock, end, note, looks } = waiting(20_000);
    note(answer(200), 30);
    note(lost(), 4);
    await Promise.all([end(), end()]);
    expect(clock.now()).toBeGreaterThanOrEqual(20_000);
    expect(clock.now()).toBeLessThan(21_500);
    expect(looks()).toBeLessThan(30);
  });

  test.each([
    ['nothing was ever answered', 0, 30, true],
    ['few requests were lost', 30, 3, true],
    ['503 answers what was asked', 30, 30, false],
  ])('does not exist if %s', async (_why, answers, losses, speaksOfLoad) => {
    const { end, note, looks } = waiting(20_000);
    note(answer(200), answers);
    note(speaksOfLoad ? lost() : answer(503), losses, speaksOfLoad);
    await end();
    expect(looks()).toBe(0);
  });

  test('an outage that does not end is given up, permanently the second time, and soon if the run was stopped', async () => {
    const { clock, end, note } = waiting(Infinity);
    note(answer(200), 30);
    const waits: number[] = [];
    for (const losses of [4, 0, 4, 4]) {
      const before = clock.now();
      note(lost(), losses);
      await end();
      waits.push(Math.round((clock.now() - before) / 5_000) * 5);
    }
    expect(waits).toEqual([30, 0, 30, 0]);
    const stopped = waiting(Infinity);
    stopped.note(answer(200), 30);
    stopped.note(lost(), 4);
    stopped.stop();
    await stopped.end();
    expect(stopped.clock.now()).toBeLessThan(10_000);
  });
});

describe('resources that another client has deleted', () => {
  const { supplied, none } = createCallers(
    [{ label: 'manage', token: 't', scopes: ['manage_test:demo'] }],
    createRandom(1),
  );
  const [manage = none] = supplied;
  let number = 0;
  const exchange = (
    name: 'readById' | 'remove',
    id: string,
    status: number,
    at = 0,
    caller = manage,
    redirects = 0,
  ) => {
    number += 1;
    return new Exchange({
      number,
      endpoint: name,
      caller,
      request: { method: name === 'remove' ? 'DELETE' : 'GET', target: `/demo/resource/${id}`, headers: [] },
      outcome: answer(status, at),
      redirects,
    });
  };

  /** What is gone of those that the run has made, after these exchanges. */
  function gone(ids: readonly string[], ...exchanges: readonly Exchange[]): Gone | undefined {
    const made = ids.map((id) => ({ kind: 'made', id }) as const);
    return goneUnasked(historyOf([...made, ...exchanges]));
  }

  test('are gone without a delete of the run', () => {
    const exchanges = [
      exchange('remove', 'a', 200),
      exchange('readById', 'a', 404, 1),
      exchange('readById', 'b', 404, 7),
      exchange('remove', 'c', 404, 9),
      exchange('readById', 'd', 404, 2, none),
    ];
    expect(gone(['a', 'b', 'c', 'd'], ...exchanges)).toEqual({ count: 2, first: 7, neverFound: 2 });
  });

  test('are distinguished from resources that no request has ever found', () => {
    const exchanges = [
      exchange('readById', 'a', 200),
      exchange('readById', 'a', 404, 3),
      exchange('readById', 'b', 404, 4),
    ];
    expect(gone(['a', 'b'], ...exchanges)).toEqual({ count: 2, first: 3, neverFound: 1 });
    const told = (neverFound: number): string =>
      whatBecameOfThem({ count: 2, first: 3, neverFound }, '0.1 s', 'run-1');
    expect(told(1)).toMatch(/^2 resources of this run were deleted, but .* that names them \(1 before any/);
    expect(told(0)).toMatch(/^2 resources of this run were deleted, but .* that names them, first at 0\.1 s/);
    expect(told(2)).toMatch(/^2 resources of this run were never found by id, first at 0\.1 s/);
  });

  test('exclude resources that a lagging read has not found yet', () => {
    const late = [exchange('readById', 'a', 404), exchange('readById', 'a', 200, 5)];
    expect(gone(['a'], ...late)).toBeUndefined();
  });

  test('exclude resources whose delete was redirected, and may have been carried out', () => {
    const redirected = exchange('remove', 'b', 404, 1, undefined, 1);
    expect(gone(['a', 'b'], exchange('remove', 'a', 200), redirected)).toBeUndefined();
  });

  test('are not counted separately if no delete ever succeeds', () => {
    const deletes = ['a', 'b'].map((id) => exchange('remove', id, 404));
    expect(gone(['a', 'b'], ...deletes)).toBeUndefined();
  });
});

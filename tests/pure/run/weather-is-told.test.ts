import { describe, expect, test } from 'vitest';
import { whatBecameOfThem, PresenceBook } from '../../../run/books/presence.ts';
import { DisturbanceBook } from '../../../run/books/disturbances.ts';
import { createCallers } from '../../../run/caller.ts';
import { Exchange } from '../../../run/exchange.ts';
import { createRandom } from '../../../run/random.ts';
import { Outage } from '../../../run/session/outage.ts';
import type { Failure, Outcome } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

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

describe('the weather of a run', () => {
  test('names the setting where a limit of rate turned many requests away', () => {
    let now = 0;
    const book = new DisturbanceBook({ now: () => now });
    for (let at = 0; at < 300; at += 1) book.note(answer(at % 3 === 0 ? 429 : 200));
    now = 20_000;
    expect(book.weather.events).toEqual([
      '100 of 300 requests were rate-limited: CONFORMANCE_MAX_RPS=10 stays below the limit',
    ]);
  });

  test.each([
    ['of requests at a time', { atOnce: 6, isRate: false }, ['CONCURRENCY=6']],
    ['of both', { atOnce: 6, isRate: true }, ['CONCURRENCY=6', 'MAX_RPS=10']],
    ['of requests a second', { atOnce: undefined, isRate: true }, ['MAX_RPS=10']],
    ['that lets one in at a time, with which nothing could race', { atOnce: 1, isRate: false }, []],
  ])('names the setting for a limit %s', (_, learnt, named) => {
    let now = 0;
    const book = new DisturbanceBook({ now: () => now }, undefined, () => learnt);
    for (let at = 0; at < 300; at += 1) book.note(answer(at % 3 === 0 ? 429 : 200));
    now = 20_000;
    const settings = (book.weather.events ?? []).map((event) => /CONFORMANCE_(\w+=\d+)/.exec(event)?.[1]);
    expect(settings).toEqual(named);
  });

  test('says nothing of a limit that was met now and then', () => {
    const book = new DisturbanceBook({ now: () => 0 });
    for (let at = 0; at < 300; at += 1) book.note(answer(at % 20 === 0 ? 429 : 200));
    expect(book.weather.events).toBeUndefined();
  });

  test('is what was answered 5xx, reset, limited and tried again, and the slowest operations', () => {
    const book = new DisturbanceBook({ now: () => 0 });
    book.note(answer(200, 0, 20), 'GET /a', true);
    book.note(answer(200, 0, 900), 'GET /b', true);
    book.note(answer(503, 0, 5), 'GET /a', true);
    book.note(answer(429));
    book.note(lost('reset'), 'GET /a');
    book.note(lost('unreachable'));
    book.note(lost('stopped'), 'GET /a');
    book.retried();
    expect(book.weather).toEqual({
      serverErrors: 1,
      serverErrorsAt: [{ operation: 'GET /a', count: 1 }],
      resets: 2,
      resetsAt: [{ operation: 'GET /a', count: 1 }],
      rateLimited: 1,
      retries: 1,
      slowest: [
        { endpoint: 'GET /b', ms: 900 },
        { endpoint: 'GET /a', ms: 20 },
      ],
    });
  });

  test('is told to the timeline as it comes', () => {
    const told: string[] = [];
    const book = new DisturbanceBook({ now: () => 0 }, { disturbed: (what) => void told.push(what) });
    for (const outcome of [answer(200), answer(500), answer(429), lost('reset'), lost('stopped')])
      book.note(outcome);
    expect(told).toEqual(['answers 5xx', 'asked to wait', 'connections lost']);
  });

  test('says when nothing was answered, where that lasted', async () => {
    const clock = createVirtualClock();
    const book = new DisturbanceBook(clock);
    const note = async (outcome: (at: number) => Outcome, ms: number): Promise<void> => {
      book.note(outcome(clock.now()));
      await clock.sleep(ms);
    };
    await note((at) => answer(200, at), 1_200);
    await note((at) => lost('reset', at), 100);
    await note((at) => answer(200, at), 1_700);
    await note((at) => lost('reset', at), 2_000);
    await note((at) => answer(502, at), 100);
    await note((at) => answer(404, at), 100);
    expect(book.weather.events).toEqual([
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

  test('is waited out, by all who wait at the same time with the same looks', async () => {
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
  ])('is none where %s', async (_why, answers, losses, speaksOfLoad) => {
    const { end, note, looks } = waiting(20_000);
    note(answer(200), answers);
    note(speaksOfLoad ? lost() : answer(503), losses, speaksOfLoad);
    await end();
    expect(looks()).toBe(0);
  });

  test('that does not end is given up, for good the second time, and soon where the run was stopped', async () => {
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

describe('resources that somebody else has deleted', () => {
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

  function bookOf(...ids: readonly string[]): PresenceBook {
    const book = new PresenceBook('demo');
    ids.forEach((id) => book.made(id));
    return book;
  }

  test('are those that are gone without a delete of the run', () => {
    const book = bookOf('a', 'b', 'c', 'd');
    book.note(exchange('remove', 'a', 200));
    book.note(exchange('readById', 'a', 404, 1));
    book.note(exchange('readById', 'b', 404, 7));
    book.note(exchange('remove', 'c', 404, 9));
    book.note(exchange('readById', 'd', 404, 2, none));
    expect(book.gone).toEqual({ count: 2, first: 7, neverFound: 2 });
  });

  test('are told apart from those that no request has ever found', () => {
    const book = bookOf('a', 'b');
    book.note(exchange('readById', 'a', 200));
    book.note(exchange('readById', 'a', 404, 3));
    book.note(exchange('readById', 'b', 404, 4));
    expect(book.gone).toEqual({ count: 2, first: 3, neverFound: 1 });
    const told = (neverFound: number): string =>
      whatBecameOfThem({ count: 2, first: 3, neverFound }, '0.1 s', 'run-1');
    expect(told(1)).toMatch(/^2 resources of this run were deleted, but .* that names them \(1 before any/);
    expect(told(0)).toMatch(/^2 resources of this run were deleted, but .* that names them, first at 0\.1 s/);
    expect(told(2)).toMatch(/^2 resources of this run were never found by id, first at 0\.1 s/);
  });

  test('are not those that a lagging read has not found yet', () => {
    const book = bookOf('a');
    book.note(exchange('readById', 'a', 404));
    book.note(exchange('readById', 'a', 200, 5));
    expect(book.gone).toBeUndefined();
  });

  test('are not those whose delete was answered with a redirect, and perhaps done before', () => {
    const book = bookOf('a', 'b');
    book.note(exchange('remove', 'a', 200));
    book.note(exchange('remove', 'b', 404, 1, undefined, 1));
    expect(book.gone).toBeUndefined();
  });

  test('are not told from deletes alone where no delete ever succeeds', () => {
    const book = bookOf('a', 'b');
    book.note(exchange('remove', 'a', 404));
    book.note(exchange('remove', 'b', 404));
    expect(book.gone).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../../clause/thrown.ts';
import { Exchange } from '../../../../history/exchange.ts';
import { Barrier } from '../../../../run/session/barrier.ts';
import { delivered, type Delivery, type Dispatch, type Send } from '../../../../run/session/dispatch.ts';
import { Outage, outwaiting } from '../../../../run/session/outage.ts';
import {
  giveUpWhereHopeless,
  Silence,
  sortOf,
  circuitBreaker,
  type Sort,
} from '../../../../run/session/silence.ts';
import type { Failure, FailureKind, Header, Outcome } from '../../../../wire/exchange.ts';
import { createVirtualClock } from '../../../../wire/virtual-clock.ts';
import { nobody } from '../../../support/stages/scripted-stage.ts';

function answer(status: number, headers: readonly Header[] = [], at = 0): Outcome {
  return { kind: 'answer', status, headers, body: new Uint8Array(), sentAt: at, answeredAt: at };
}

function lost(failure: FailureKind = 'reset', sentAt = 0, answeredAt = sentAt, wrote = true): Failure {
  return { kind: 'failure', failure, detail: failure, wrote, sentAt, answeredAt };
}

const sort: Sort = { endpoint: 'query', caller: 'A', mayNotExist: false };

describe('silence', () => {
  type Step = Outcome | readonly [Outcome, Sort];
  /** What is in the place of an answer, after these outcomes of a sort, at a time. */
  function silent(steps: readonly Step[], { now = 0, of = sort, borneMs = 1_000 } = {}) {
    const time = { now };
    const silence = new Silence(
      { now: () => time.now, date: () => new Date(0), sleep: () => Promise.resolve() },
      borneMs,
    );
    for (const step of steps)
      if ('kind' in step) silence.note(sort, step);
      else silence.note(step[1], step[0]);
    return { silence, time, failure: silence.answers(of)?.failure };
  }
  /** This many failures, one after the other, ten milliseconds each but the last. */
  const row = (count: number, failure: FailureKind, each = 10, wrote = true): readonly Failure[] =>
    Array.from({ length: count }, (_, at) => lost(failure, at * each, (at + 1) * each, wrote));

  test.each<readonly [string, readonly Step[], FailureKind | undefined]>([
    ['none', [], undefined],
    ['two time limits', row(2, 'timeout'), undefined],
    ['three time limits', row(3, 'timeout'), 'timeout'],
    ['three of which nothing was written', row(3, 'timeout', 10, false), undefined],
    ['three at one time', [lost('timeout', 0, 9), lost('timeout', 1, 9), lost('timeout', 2, 9)], undefined],
    ['three with an answer between them', [...row(2, 'timeout'), answer(404, [], 25), lost('timeout', 30, 40)], undefined],
    ['three, and then an answer', [...row(3, 'timeout'), answer(200, [], 40)], undefined],
    ['three, and then one that was never sent', [...row(3, 'timeout'), lost('unreachable', 40, 41, false)], 'timeout'],
    ['five answers that broke off, for long', row(5, 'framing', 500), undefined],
    ['six answers that broke off, for long', row(6, 'framing', 500), 'framing'],
    ['six answers that broke off, just long enough', row(6, 'reset', 200), 'reset'],
    ['six answers that broke off, a little shorter', [...row(5, 'reset', 100), lost('reset', 600, 999)], undefined],
    ['six answers that did not decode', row(6, 'coding', 500), 'coding'],
    ['six answers that were too large', row(6, 'too-large', 500), 'too-large'],
    ['six connections refused', row(6, 'unreachable', 500), undefined],
    ['six that were stopped', row(6, 'stopped', 500), undefined],
    ['three of both kinds', [...row(2, 'timeout'), lost('reset', 30, 40)], undefined],
  ])('is caused by %s', (_what, steps, failure) => {
    expect(silent(steps, { now: 45 }).failure).toBe(failure);
  }); // prettier-ignore

  test.each<readonly [string, Partial<Sort>, FailureKind | undefined]>([
    ['to another caller', { caller: 'B' }, 'timeout'],
    ['of another target', { mayNotExist: true }, 'timeout'],
    ['of another operation', { endpoint: 'search' }, undefined],
  ])('covers the whole operation if no caller is answered: %s', (_who, of, failure) => {
    expect(silent(row(3, 'timeout'), { of: { ...sort, ...of } }).failure).toBe(failure);
  });

  test.each<readonly [string, Partial<Sort>, FailureKind | undefined]>([
    ['the same', {}, 'timeout'],
    ['to another caller', { caller: 'B' }, undefined],
    ['of another target', { mayNotExist: true }, undefined],
  ])('covers one kind of request if another is answered: %s', (_who, of, failure) => {
    const other: Sort = { ...sort, caller: 'C', mayNotExist: true };
    const steps: readonly Step[] = [...row(3, 'timeout'), [answer(401, [], 30), other]];
    expect(silent(steps, { of: { ...sort, ...of } }).failure).toBe(failure);
  });

  test.each([
    ['a second at least', 10, 1_000],
    ['twice as long as the last one took', 5_000, 10_000],
  ])('lets one request through after %s, and the next request as much later', (_what, each, waits) => {
    const { silence, time } = silent(row(3, 'timeout', each), { now: 3 * each });
    const spared = (ms: number): boolean => {
      time.now = 3 * each + ms;
      return silence.answers(sort) !== undefined;
    };
    expect([0, waits - 1, waits, waits, 2 * waits - 1, 2 * waits].map(spared)).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  test('reports immediately that no request was sent', () => {
    const { silence } = silent(row(3, 'timeout'), { now: 50 });
    expect(silence.answers(sort)).toMatchObject({ wrote: false, sentAt: 50, answeredAt: 50 });
  });

  const dispatch = (way: 'single' | 'raw' | 'in-a-row', ask = {}): Dispatch => ({
    parts: [{ name: 'query', ask: { as: nobody, ...ask }, request: { method: 'GET', target: '/', headers: [] } }],
    way: { kind: way },
    chain: { depth: 0 },
    exempt: false,
  }); // prettier-ignore

  test.each([
    ['single', {}, { endpoint: 'query', caller: 'nobody', mayNotExist: false }],
    ['raw', { mayNotExist: true }, { endpoint: 'query', caller: 'nobody', mayNotExist: true }],
    ['in-a-row', {}, undefined],
  ] as const)('depends on requests that are %s', (way, ask, expected) => {
    expect(sortOf(dispatch(way, ask))).toEqual(expected);
  });

  test.each([
    ['single', {}, false],
    ['raw', {}, false],
    ['in-a-row', {}, true],
    ['single', { whenSilent: 'go-on' }, false],
    ['single', { whenSilent: 'send-anyway' }, true],
  ] as const)('saves requests that are %s, sent with %j: %s is sent', async (way, ask, isSent) => {
    const { silence } = silent(row(3, 'timeout').map((one) => [one, { ...sort, caller: 'nobody' }]));
    let sent = 0;
    const send = circuitBreaker(silence)(() => {
      sent += 1;
      return Promise.resolve(delivered([answer(200)]));
    });
    const { course, outcomes } = await send(dispatch(way, ask));
    expect([sent, course.skipped === true, outcomes.length]).toEqual([isSent ? 1 : 0, !isSent, 1]);
  });
});

describe('a check that waits for something that will not come', () => {
  const given = (outcome: Outcome, more: { skipped?: boolean; endpoint?: 'query' } = { endpoint: 'query' }) =>
    new Exchange({ number: 1, caller: nobody, request: { method: 'GET', target: '/', headers: [] }, outcome, redirects: 0, ...more }); // prettier-ignore
  const skipped = { skipped: true, endpoint: 'query' } as const;

  test.each<readonly [string, Exchange, boolean, readonly unknown[] | undefined]>([
    ['after an answer', given(answer(404)), false, undefined],
    ['after a loss', given(lost()), false, undefined],
    ['after a loss, when the run is stopped', given(lost()), true, undefined],
    ['when the run is stopped', given(lost('stopped')), true, ['stopped', undefined]],
    ['when the budget is used up', given(lost('stopped')), false, ['budget', undefined]],
    ['when its sort is silent', given(lost('timeout'), skipped), false, ['blocked-by', undefined]],
    ['when its sort is too large', given(lost('too-large'), skipped), false, ['blocked-by', true]],
    ['when nothing of the contract was asked for', given(lost('stopped'), {}), true, undefined],
  ])('gives up or not %s', (_when, exchange, isStopped, expected) => {
    const given = (): unknown => {
      try {
        giveUpWhereHopeless(exchange, isStopped);
        return undefined;
      } catch (error) {
        if (!(error instanceof Inconclusive)) return error;
        return [error.reason.code, error.reason.supply === undefined ? undefined : true];
      }
    };
    expect(given()).toEqual(expected);
  });

  test('waits for the clause that judges it', () => {
    const wait = () => giveUpWhereHopeless(given(lost('timeout'), skipped), false);
    expect(wait).toThrow(Inconclusive);
    expect(wait).toThrow(
      expect.objectContaining({
        reason: expect.objectContaining({
          claims: [{ kind: 'waits-for', clause: 'General/answers-are-whole' }],
        }) as unknown,
      }),
    );
  });
});

describe('a barrier', () => {
  const barred = (...outcomes: readonly Outcome[]) => {
    const time = { now: 0 };
    const barrier = new Barrier({ now: () => time.now });
    for (const outcome of outcomes) barrier.note(outcome);
    const at = (now: number): boolean => {
      time.now = now;
      return barrier.isShut;
    };
    return { barrier, time, at };
  };

  test.each<readonly [string, readonly Outcome[], boolean, boolean]>([
    ['nothing', [], false, false],
    ['a limit', [answer(429)], false, true],
    ['a limit, and another one later', [answer(429), answer(429, [], 5_000)], false, true],
    ['a limit, and a loss', [answer(429), lost('reset', 5_000)], false, true],
    ['a limit, and an answer', [answer(429), answer(200, [], 5_000)], false, false],
    ['a limit, and a refusal', [answer(429), answer(401, [], 5_000)], false, false],
    ['an answer, and then a limit', [answer(200), answer(429)], false, true],
    ['a limit once more, after an answer', [answer(429), answer(200), answer(429, [], 5_000)], false, false],
    ['other limits', [answer(503)], false, false],
  ])('is raised by %s, for a minute', (_what, outcomes, before, after) => {
    const { at } = barred(...outcomes);
    expect([at(59_999), at(60_000)]).toEqual([before, after]);
  });

  test('lets one request through every ten seconds', () => {
    const { barrier, time } = barred(answer(429));
    const sent = (now: number): boolean => {
      time.now = now;
      return barrier.answers() === undefined;
    };
    expect([59_999, 60_000, 69_999, 70_000, 70_001, 79_999, 80_000].map(sent)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(barrier.answers()).toMatchObject({ failure: 'stopped', wrote: false, sentAt: 80_000 });
    barrier.note(answer(200));
    expect(sent(80_001)).toBe(true);
  });
});

describe('an outage', () => {
  /** Which looks are made, and when, until it is over after so long. */
  async function awaited(
    outcomes: readonly (readonly [Outcome, number])[],
    over = 1_000,
    speaksOfLoad = true,
  ) {
    const clock = createVirtualClock();
    const outage = new Outage({
      clock,
      sleep: (ms) => clock.sleep(ms),
      isStopped: () => false,
      ended: () => undefined,
    });
    for (const [outcome, times] of outcomes)
      for (let time = 0; time < times; time += 1) outage.note(outcome, speaksOfLoad);
    const looks: number[] = [];
    const end = () =>
      outage.end(() => {
        looks.push(clock.now());
        return Promise.resolve(clock.now() >= over);
      });
    await end();
    return { looks, outage, end, clock };
  }
  const up = [answer(200), 20] as const;

  test.each<readonly [string, readonly (readonly [Outcome, number])[], boolean]>([
    ['too few answers before', [[answer(200), 19], [lost(), 4]], false],
    ['enough answers before', [up, [lost(), 4]], true],
    ['answers of whatever status', [[answer(404), 10], [answer(500), 10], [lost(), 4]], true],
    ['too few losses', [up, [lost(), 3]], false],
    ['connections refused', [up, [lost('unreachable'), 4]], true],
    ['a gateway that answers 502', [up, [answer(502), 4]], true],
    ['a gateway that answers 503', [up, [answer(503), 4]], true],
    ['a gateway that answers 504', [up, [answer(504), 4]], true],
    ['server errors', [up, [answer(500), 4]], false],
    ['time limits', [up, [lost('timeout'), 4]], false],
    ['an answer among the losses', [up, [lost(), 3], [answer(404), 1], [lost(), 3]], false],
    ['what was stopped among the losses', [up, [lost(), 3], [lost('stopped'), 1], [lost(), 1]], true],
    ['what was stopped after too few losses', [up, [lost(), 3], [lost('stopped'), 4]], false],
  ])('is recognised by %s', async (_what, outcomes, isOne) => {
    expect((await awaited(outcomes)).looks.length > 0).toBe(isOne);
  }); // prettier-ignore

  test('is tested less and less often, down to once a second', async () => {
    expect((await awaited([up, [lost(), 4]], 4_000)).looks).toEqual([0, 100, 350, 850, 1_850, 2_850, 3_850, 4_850]); // prettier-ignore
  });

  test('is over once it was waited out', async () => {
    const { looks, end, outage } = await awaited([up, [lost(), 4]], 0);
    await end();
    expect(looks).toEqual([0]);
    for (let time = 0; time < 3; time += 1) outage.note(lost(), true);
    await end();
    expect(looks).toEqual([0]);
    outage.note(lost(), true);
    await end();
    expect(looks).toHaveLength(2);
  });

  /** What is sent while the outage lasts, of which the first so many are answered by the last status, as told. */
  async function looking(first: { method: string; way?: 'single' | 'in-a-row'; status?: number }) {
    const clock = createVirtualClock();
    const outage = new Outage({
      clock,
      sleep: (ms) => clock.sleep(ms),
      isStopped: () => false,
      ended: () => undefined,
    });
    const sent: string[] = [];
    let about = 0;
    const below: Send<Delivery> = ({ parts, about: told }) => {
      sent.push(parts.map(({ request }) => request.target).join());
      told?.();
      return Promise.resolve(delivered(parts.map(() => answer(first.status ?? 200))));
    };
    const one = (target: string, method: string, way: 'single' | 'in-a-row' = 'single'): Dispatch => ({
      parts: [{ name: 'query', ask: { as: nobody }, request: { method, target, headers: [] } }],
      way: { kind: way },
      chain: { depth: 0 },
      exempt: false,
      about: () => (about += 1),
    });
    const send = outwaiting(outage)(below);
    await send(one('/first', first.method, first.way));
    for (let time = 0; time < 20; time += 1) outage.note(answer(200), true);
    for (let time = 0; time < 4; time += 1) outage.note(lost(), true);
    await send(one('/next', 'POST'));
    return { sent, about };
  }

  test.each([
    ['a read that was answered', { method: 'GET' }, ['/first', '/first', '/next']],
    ['a read that was refused', { method: 'GET', status: 404 }, ['/first', '/first', '/next']],
    ['no write', { method: 'POST' }, ['/first', '/next']],
    ['nothing that went in a row', { method: 'GET', way: 'in-a-row' }, ['/first', '/next']],
    ['no read that was lost', { method: 'GET', status: 502 }, ['/first', '/next']],
  ] as const)('is tested with %s, which no check sees', async (_what, first, sent) => {
    expect(await looking(first)).toEqual({ sent, about: 2 });
  });
});

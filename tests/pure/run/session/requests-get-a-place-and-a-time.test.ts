import { describe, expect, test } from 'vitest';
import { awaited } from '../../../../run/awaited.ts';
import { Governor, type Bounds } from '../../../../run/session/governor.ts';
import { LearntRate } from '../../../../run/session/learnt-rate.ts';
import { LearntRoom, type Came } from '../../../../run/session/learnt-room.ts';
import { SoftStart } from '../../../../run/session/soft-start.ts';
import { createVirtualClock } from '../../../../wire/virtual-clock.ts';

type Grant = Parameters<Governor['grant']>[1] & { readonly tookMs?: number };

/** A governor in virtual time, and when each request began that it has granted. */
function governed(bounds: Partial<Bounds> = {}) {
  const clock = createVirtualClock();
  const governor = new Governor(clock, { concurrency: 8, budgetRequests: 100, ...bounds });
  const began: number[] = [];
  const inFlight: number[] = [];
  const send = ({ tookMs = 10, ...options }: Grant = {}): Promise<number | undefined> =>
    governor.grant(async (count) => {
      const at = clock.now();
      began.push(at);
      inFlight.push(count);
      await clock.sleep(tookMs);
      return at;
    }, options);
  const all = async (...grants: readonly Grant[]) => await Promise.all(grants.map(send));
  return { clock, governor, began, inFlight, send, all };
}

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);

describe('places', () => {
  test.each<readonly [string, Partial<Bounds>, readonly Grant[], readonly number[]]>([
    ['four at first for what can be sent again', {}, times(5, { again: true }), [0, 0, 0, 0, 10]],
    ['as many as the operator allows', { concurrency: 2 }, times(3, { again: true }), [0, 0, 10]],
    ['one for what must not be lost', {}, times(3, {}), [0, 10, 20]],
    ['all for racers', {}, [{ together: true, count: 8 }, { again: true }], [0, 10]],
    ['as many as they are for racers', {}, [{ together: true, count: 6 }, { together: true, count: 2 }, { together: true, count: 2 }], [0, 0, 10]],
    ['no more than there are for racers', {}, [{ together: true, count: 20 }, { again: true }], [0, 10]],
    ['one for those that go in a row', {}, [{ count: 20, again: true }, { again: true }], [0, 0]],
    ['all for what is sent alone', {}, [{ alone: true }, { again: true }], [0, 10]],
    ['none beside others for what is sent alone', {}, [{ again: true, tookMs: 30 }, { alone: true }], [0, 30]],
    ['none for others while one waits to be alone', {}, [{ again: true, tookMs: 30 }, { alone: true }, { again: true }], [0, 30, 40]],
    ['one after the other for what is sent alone', {}, [{ alone: true }, { alone: true }], [0, 10]],
  ])('are %s', async (_what, bounds, grants, began) => {
    expect(await governed(bounds).all(...grants)).toEqual(began);
  }); // prettier-ignore

  test('are counted by requests in flight', async () => {
    const on = governed();
    await on.all({ again: true }, { again: true }, { again: true });
    await on.send({ together: true, count: 5 });
    await on.send({ count: 5 });
    expect(on.inFlight).toEqual([1, 2, 3, 5, 1]);
  });

  test('are returned if a request has thrown', async () => {
    const on = governed({ concurrency: 1 });
    const failing = on.governor.grant(() => Promise.reject(new Error('lost')), { alone: true });
    await expect(failing).rejects.toThrow(Error);
    expect(await on.send()).toBe(0);
  });

  test('increase if answers are as fast as at first', async () => {
    const on = governed();
    await on.all(...times(4, { again: true }));
    expect(await on.all(...times(9, { again: true }))).toEqual([...times(8, 10), 20]);
  });

  test('do not increase if only racers were answered', async () => {
    const on = governed();
    for (let time = 0; time < 4; time += 1) await on.send({ together: true, count: 2 });
    const since = on.clock.now();
    expect(await on.all(...times(5, { again: true }))).toEqual([...times(4, since), since + 10]);
  });
});

describe('the budget', () => {
  test.each<readonly [string, readonly Grant[], readonly boolean[], number]>([
    ['is used up by single requests', times(4, {}), [true, true, true, false], 3],
    ['is used up by several at once', [{ count: 3, together: true }, {}], [true, false], 3],
    ['is kept for those who need less', [{ count: 2 }, { count: 2 }, {}], [true, false, true], 3],
    ['lets nobody begin who needs more', [{ count: 4 }], [false], 0],
    ['does not hold clean-up', [{ count: 3 }, { exempt: true, count: 2 }], [true, true], 5],
  ])('%s', async (_what, grants, granted, requests) => {
    const on = governed({ budgetRequests: 3 });
    const came: boolean[] = [];
    for (const one of grants) came.push((await on.send(one)) !== undefined);
    expect([came, on.governor.requests]).toEqual([granted, requests]);
    expect(on.governor.exhausted).toBe(requests >= 3);
  });

  test('is checked once more when a place is free', async () => {
    const on = governed({ budgetRequests: 1 });
    expect(await on.all({}, {})).toEqual([0, undefined]);
    expect(on.governor.requests).toBe(1);
  });
});

describe('a stop', () => {
  test('lets running requests end, and starts only clean-up', async () => {
    const on = governed();
    const sending = on.all({}, {}, { exempt: true });
    await on.clock.sleep(5);
    on.governor.stop();
    expect(await sending).toEqual([0, undefined, 10]);
    expect([await on.send(), await on.send({ exempt: true })]).toEqual([undefined, 20]);
    expect([on.governor.stopped, on.governor.requests]).toEqual([true, 3]);
  });

  test.each([
    ['the pause that a server asked for', {}],
    ['the rate', { maxRps: 1 }],
  ])('ends the wait for %s, and counts nothing for it', async (_what, bounds) => {
    const on = governed(bounds);
    await on.send();
    if (!('maxRps' in bounds)) on.governor.pause(1_000);
    const waiting = on.send();
    await on.clock.sleep(50);
    on.governor.stop();
    expect(await waiting).toBeUndefined();
    expect([on.governor.requests, on.clock.now()]).toEqual([1, 60]);
  });

  test('ends sleeps, except exempt sleeps', async () => {
    const { governor, clock } = governed();
    const sleeping = governor.sleep(1_000, awaited.reads).then(() => clock.now());
    const exempt = governor.sleep(1_000, awaited.reads, { exempt: true }).then(() => clock.now());
    await clock.sleep(50);
    governor.stop();
    expect([await sleeping, await exempt]).toEqual([50, 1_000]);
    await governor.sleep(1_000, awaited.reads);
    expect(clock.now()).toBe(1_000);
    await governor.sleep(500, awaited.reads, { exempt: true });
    expect(clock.now()).toBe(1_500);
  });
});

describe('a pause', () => {
  /** When the next request begins after these. */
  const after = async (...pauses: readonly number[]) => {
    const on = governed();
    for (const pause of pauses) on.governor.pause(pause);
    return await on.send();
  };

  test.each([
    ['none', [], 0],
    ['as long as was asked for', [1_500], 1_500],
    ['the longest of several', [1_500, 3_000], 3_000],
    ['no shorter for a later one', [3_000, 1_500], 3_000],
    ['a minute at most', [600_000], 60_000],
    ['none where the time is over', [-5], 0],
  ])('is %s', async (_what, pauses, began) => {
    expect(await after(...pauses)).toBe(began);
  });

  test('is at most a second after three minutes in all', async () => {
    const on = governed();
    const waits: number[] = [];
    for (const pause of [60_000, 60_000, 60_000, 60_000, 500]) {
      const since = on.clock.now();
      on.governor.pause(pause);
      waits.push(((await on.send()) ?? 0) - since);
    }
    expect(waits).toEqual([60_000, 60_000, 60_000, 1_000, 500]);
  });

  test('is repeated if it grows meanwhile', async () => {
    const on = governed();
    on.governor.pause(100);
    const waiting = on.send();
    await on.clock.sleep(50);
    on.governor.pause(500);
    expect(await waiting).toBe(550);
  });

  test('delays clean-up only within its time', async () => {
    const on = governed();
    on.governor.pause(5_000);
    on.governor.leaveWithin(2_000);
    expect(await on.send({ exempt: true })).toBe(2_000);
  });

  test('doubles each time in a row that a server is overloaded, up to a bound', async () => {
    const on = governed();
    const waits: number[] = [];
    for (const rest of [0, 0, 0, 0, 0, 0, 0, 1_799, 1_800]) {
      await on.clock.sleep(rest);
      const since = on.clock.now();
      on.governor.slowDown();
      // Who complains during the pause has been sent before it.
      on.governor.slowDown();
      waits.push(((await on.send({ tookMs: 0 })) ?? 0) - since);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 3_200, 3_200, 100]);
  });
});

describe('time for clean-up', () => {
  test.each<readonly [string, (governor: Governor) => void, number]>([
    ['has no end before it begins', () => undefined, Infinity],
    ['ends when it was given', (governor) => governor.leaveWithin(2_000), 1_000],
    ['is extended', (governor) => (governor.leaveWithin(2_000), governor.leaveWithin(3_000)), 2_000],
    ['is cut', (governor) => (governor.leaveWithin(3_000), governor.endWithin(2_000)), 1_000],
    ['is not extended by a later cut', (governor) => (governor.leaveWithin(2_000), governor.endWithin(3_000)), 1_000],
    ['is not extended beyond the cut', (governor) => (governor.endWithin(2_000), governor.leaveWithin(3_000)), 1_000],
    ['is never less than none', (governor) => governor.leaveWithin(500), 0],
  ])('%s', async (_what, told, left) => {
    const { governor, clock } = governed();
    told(governor);
    await clock.sleep(1_000);
    expect(governor.left).toBe(left);
  }); // prettier-ignore
});

describe('a rate', () => {
  test.each<readonly [string, readonly Grant[], readonly number[]]>([
    ['spaces requests', times(3, { again: true }), [0, 100, 200]],
    ['counts all that go at once', [{ count: 3, together: true }, { again: true }], [0, 300]],
    ['holds clean-up, too', [{ again: true }, { exempt: true, again: true }], [0, 100]],
    ['lets a request begin at once that comes late', [{ tookMs: 500 }, {}], [0, 500]],
  ])('that the operator sets %s', async (_what, grants, began) => {
    expect(await governed({ maxRps: 10 }).all(...grants)).toEqual(began);
  });

  test('is learnt if a limit refuses requests, and replaces pauses', async () => {
    const on = governed();
    expect(on.governor.learnt).toEqual({ atOnce: undefined, isRate: false });
    for (let time = 0; time < 20; time += 1) await on.send({ tookMs: 1 });
    for (let time = 0; time < 10; time += 1) on.governor.rateLimited();
    expect(on.governor.learnt).toEqual({ atOnce: undefined, isRate: true });
    on.governor.slowDown();
    const next = await on.all(...times(11, { tookMs: 0 }));
    // Ten in a second are borne: those that were granted access have to be old enough first.
    expect(next.every((at) => (at ?? 0) >= 1_050)).toBe(true);
    expect((next.at(-1) ?? 0) - (next[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test.each<readonly [string, number, number, number | undefined]>([
    ['none where little was sent', 19, 1, undefined],
    ['what was let in', 20, 1, 19],
    ['one at least', 20, 20, 1],
  ])('is %s', (_what, sent, away, rate) => {
    const learnt = new LearntRate();
    learnt.sent(sent, 0);
    for (let one = 0; one < away; one += 1) learnt.rateLimited(100);
    expect(learnt.rate).toBe(rate);
  });

  test.each([
    ['within five seconds', 2_400, 1],
    ['over a longer time', 2_600, undefined],
  ])('is learnt from the third answer of a limit %s, whatever came before', (_what, each, rate) => {
    const learnt = new LearntRate();
    for (let one = 0; one < 3; one += 1) {
      learnt.sent(2, one * each);
      learnt.rateLimited(one * each);
    }
    expect(learnt.rate).toBe(rate);
  });

  test('makes no request wait for more room than there can be', () => {
    const learnt = new LearntRate();
    learnt.sent(20, 0);
    for (let one = 0; one < 15; one += 1) learnt.rateLimited(0);
    expect([learnt.rate, learnt.wait(8, 1_049), learnt.wait(8, 1_050)]).toEqual([5, 1, 0]);
  });
});

describe('room', () => {
  const came = (inFlight: number, sentAt: number, isLost = false, answeredAt = sentAt + 5): Came =>
    ({ inFlight, isLost, sentAt, answeredAt }); // prettier-ignore

  test.each([
    ['none is proven at first', 0, 4, 1],
    ['seven answers prove none', 7, 4, 1],
    ['eight do', 8, 4, 4],
    ['no more than the operator allows', 8, 20, 8],
  ])('%s', (_what, count, inFlight, proven) => {
    const room = new LearntRoom(8);
    for (let one = 0; one < count; one += 1) room.note(came(Math.min(inFlight, 8), one * 10));
    expect([room.proven, room.limit, room.learnt]).toEqual([proven, 8, undefined]);
  });

  test.each<readonly [string, readonly Came[], boolean]>([
    ['while another one was answered', [came(3, 0, true, 5), came(2, 0)], true],
    ['just when another one was sent', [came(3, 0, true, 5), came(2, 5)], true],
    ['before another one was sent', [came(3, 0, true, 5), came(2, 6)], false],
    ['by itself', [came(1, 0, true, 5), came(1, 0)], false],
    ['and nothing was answered since', [came(3, 0, true, 5)], false],
    ['and told of before', [came(3, 0, true, 5), came(2, 0), came(2, 0)], false],
    ['never', [came(3, 0), came(2, 0)], false],
  ])('may have been too little for lost requests %s', (_what, all, expected) => {
    const room = new LearntRoom(8);
    expect(all.map((one) => room.note(one)).at(-1)).toBe(expected);
  });
});

describe('a soft start', () => {
  test.each([
    ['widens at twice the usual time', 40, 8, 16],
    ['stays at a little more', 41, 8, 8],
    ['stays at four times the usual time', 80, 8, 8],
    ['narrows at a little more', 81, 8, 4],
    ['waits for as many answers as there are places', 1, 7, 8],
  ])('%s', (_what, tookMs, count, width) => {
    const start = new SoftStart(24);
    for (let one = 0; one < 4; one += 1) start.answered(20);
    for (let one = 0; one < count; one += 1) start.answered(tookMs);
    expect(start.width).toBe(width);
  });

  test.each([
    [24, 4, 4],
    [3, 4, 3],
    [24, 28, 12],
    [24, 12, 8],
    [24, 11, 4],
  ])('a soft start of at most %i after %i answers is narrowed to %i', (most, answers, width) => {
    const start = new SoftStart(most);
    for (let one = 0; one < answers; one += 1) start.answered(1);
    start.narrow();
    expect(start.width).toBe(width);
  });
});

import { describe, expect, test } from 'vitest';
import { LearntRate } from '../../../run/session/learnt-rate.ts';
import { SoftStart } from '../../../run/session/soft-start.ts';

/** Notes so many answers that took so long each. */
function answers(softStart: SoftStart, count: number, tookMs: number): void {
  for (let one = 0; one < count; one += 1) softStart.answered(tookMs);
}

describe('requests in flight', () => {
  test('are four at first, or fewer if the operator allows no more', () => {
    expect(new SoftStart(24).width).toBe(4);
    expect(new SoftStart(2).width).toBe(2);
  });

  test('double each time answers come as fast as the first, up to the bound', () => {
    const softStart = new SoftStart(24);
    const widths: number[] = [];
    for (const count of [4, 8, 16, 24]) {
      answers(softStart, count, 50);
      widths.push(softStart.width);
    }
    expect(widths).toEqual([8, 16, 24, 24]);
  });

  test('stay if answers take more than twice as long, and are halved at more than four times', () => {
    const softStart = new SoftStart(24);
    answers(softStart, 4, 50);
    answers(softStart, 8, 150);
    expect(softStart.width).toBe(8);
    answers(softStart, 8, 250);
    expect(softStart.width).toBe(4);
    answers(softStart, 4, 250);
    expect(softStart.width).toBe(4);
  });

  test('grow again once answers are as fast as before', () => {
    const softStart = new SoftStart(24);
    answers(softStart, 4, 50);
    softStart.narrow();
    answers(softStart, 4, 50);
    expect(softStart.width).toBe(8);
  });

  test('do not mind differences among fast answers', () => {
    const softStart = new SoftStart(24);
    answers(softStart, 4, 1);
    answers(softStart, 8, 30);
    expect(softStart.width).toBe(16);
  });
});

describe('the rate that a server accepts', () => {
  /** Sends so many requests at even distances within a second; the server lets in so many of them. */
  function second(rate: LearntRate, from: number, count: number, granted = count): void {
    for (let one = 0; one < count; one += 1) {
      const at = from + (one * 990) / count;
      rate.sent(1, at);
      if (one >= granted) rate.rateLimited(at);
    }
  }

  /** Sends for this long, and counts the requests that a server with a limit of `limit` a second refuses. */
  function play(
    rate: LearntRate,
    limit: number,
    lastsMs: number,
  ): { readonly sent: number; readonly away: number } {
    const granted: number[] = [];
    let [sent, away, now] = [0, 0, 0];
    while (now < lastsMs) {
      const wait = rate.wait(1, now);
      now += wait === 0 ? 5 : wait;
      if (wait > 0) continue;
      rate.sent(1, now);
      sent += 1;
      const recent = granted.filter((at) => now - at < 1_000);
      if (recent.length < limit) granted.push(now);
      else {
        away += 1;
        rate.rateLimited(now);
      }
    }
    return { sent, away };
  }

  test('is unknown until a request is rate-limited', () => {
    const rate = new LearntRate();
    second(rate, 0, 300);
    expect(rate.rate).toBeUndefined();
    expect(rate.wait(1, 1_000)).toBe(0);
  });

  test('is the rate of accepted requests while others were rate-limited', () => {
    const rate = new LearntRate();
    second(rate, 0, 100, 40);
    expect(rate.rate).toBe(40);
  });

  test('is kept within each second, also by concurrent requests', () => {
    const rate = new LearntRate();
    second(rate, 0, 30, 10);
    for (let one = 0; one < 8; one += 1) rate.sent(1, 3_000);
    expect(rate.wait(2, 3_001)).toBe(0);
    expect(rate.wait(3, 3_001)).toBe(1_049);
    expect(rate.wait(20, 3_001)).toBe(1_049);
    expect(rate.wait(20, 4_060)).toBe(0);
  });

  test('is not lowered by a single answer after almost no requests', () => {
    const rate = new LearntRate();
    rate.sent(1, 0);
    rate.rateLimited(5);
    expect(rate.rate).toBeUndefined();
  });

  test('is lowered if one in each second is rate-limited', () => {
    const rate = new LearntRate();
    second(rate, 0, 30, 11);
    for (let at = 2_000; at < 6_000; at += 1_000) second(rate, at, 11, 10);
    expect(rate.rate).toBe(10);
  });

  test.each([4, 10, 60])(
    'keeps rate-limited requests few with a limit of %i a second, and wastes little of it',
    (limit) => {
      const { sent, away } = play(new LearntRate(), limit, 120_000);
      expect(away).toBeLessThan(0.1 * sent);
      expect(sent - away).toBeGreaterThan(0.85 * 120 * limit);
    },
  );

  test('is tried higher after a while, until no limit matters', () => {
    const rate = new LearntRate();
    second(rate, 0, 250, 200);
    expect(rate.wait(1, 12_000)).toBe(0);
    expect(rate.rate).toBe(250);
    for (let now = 14_000; now < 30_000; now += 2_000) rate.wait(1, now);
    expect(rate.rate).toBeUndefined();
  });

  test('falls back if a higher rate is rate-limited, and is tried again later each time', () => {
    const rate = new LearntRate();
    second(rate, 0, 50, 10);
    rate.wait(1, 11_000);
    expect(rate.rate).toBe(12.5);
    second(rate, 11_100, 14, 10);
    expect(rate.rate).toBe(10);
    rate.wait(1, 25_000);
    expect(rate.rate).toBe(10);
    rate.wait(1, 35_000);
    expect(rate.rate).toBe(12.5);
  });

  test('is forgotten if lower rates do not help: the limit is of another kind', () => {
    const rate = new LearntRate();
    for (let burst = 0; burst < 6; burst += 1) second(rate, burst * 2_000, 100 - 10 * burst, 20 - 3 * burst);
    expect(rate.rate).toBeUndefined();
    second(rate, 20_000, 100, 20);
    expect(rate.rate).toBeUndefined();
  });
});

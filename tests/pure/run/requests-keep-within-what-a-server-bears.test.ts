import { describe, expect, test } from 'vitest';
import { LearntRate } from '../../../run/session/learnt-rate.ts';
import { SoftStart } from '../../../run/session/soft-start.ts';

/** Notes so many answers that took so long each. */
function answers(softStart: SoftStart, count: number, tookMs: number): void {
  for (let one = 0; one < count; one += 1) softStart.answered(tookMs);
}

describe('requests in flight', () => {
  test('are four at first, or fewer where the operator allows no more', () => {
    expect(new SoftStart(24).width).toBe(4);
    expect(new SoftStart(2).width).toBe(2);
  });

  test('are twice as many each time answers come as fast as the first, up to the bound', () => {
    const softStart = new SoftStart(24);
    const widths: number[] = [];
    for (const count of [4, 8, 16, 24]) {
      answers(softStart, count, 50);
      widths.push(softStart.width);
    }
    expect(widths).toEqual([8, 16, 24, 24]);
  });

  test('stay where answers take more than twice as long, and are halved where they take more than four times', () => {
    const softStart = new SoftStart(24);
    answers(softStart, 4, 50);
    answers(softStart, 8, 150);
    expect(softStart.width).toBe(8);
    answers(softStart, 8, 250);
    expect(softStart.width).toBe(4);
    answers(softStart, 4, 250);
    expect(softStart.width).toBe(4);
  });

  test('grow again once answers are as fast as they were', () => {
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

describe('the rate that a server bears', () => {
  /** Sends so many requests at even distances within a second. */
  function second(rate: LearntRate, from: number, count: number): void {
    for (let one = 0; one < count; one += 1) rate.sent(1, from + (one * 1000) / count);
  }

  test('is unknown until a request is turned away', () => {
    const rate = new LearntRate();
    second(rate, 0, 300);
    expect(rate.at(1_000)).toBeUndefined();
  });

  test('is less than what was sent in the second before', () => {
    const rate = new LearntRate();
    second(rate, 0, 100);
    rate.turnedAway(999);
    expect(rate.at(1_000)).toBeCloseTo(80);
  });

  test('is lowered once a burst, and more so where it is turned away again soon', () => {
    const rate = new LearntRate();
    second(rate, 0, 100);
    rate.turnedAway(990);
    rate.turnedAway(999);
    expect(rate.at(1_000)).toBeCloseTo(80);
    second(rate, 1_000, 80);
    rate.turnedAway(2_000);
    expect(rate.at(2_000)).toBeCloseTo(48, -1);
  });

  test('is not lowered by a single answer where next to nothing was sent', () => {
    const rate = new LearntRate();
    rate.sent(1, 0);
    rate.turnedAway(5);
    expect(rate.at(10)).toBeUndefined();
  });

  test('is found where it is low', () => {
    const rate = new LearntRate();
    second(rate, 0, 12);
    for (const at of [990, 992, 994]) rate.turnedAway(at);
    expect(rate.at(1_000)).toBeCloseTo(9.6);
  });

  test('is tried higher after a while, until no limit is worth heeding', () => {
    const rate = new LearntRate();
    second(rate, 0, 250);
    rate.turnedAway(999);
    expect(rate.at(12_000)).toBeCloseTo(400);
    expect(rate.at(30_000)).toBeUndefined();
  });

  test('is forgotten where lower ones are of no use: the limit is of another kind', () => {
    const rate = new LearntRate();
    for (let burst = 0; burst < 5; burst += 1) {
      second(rate, burst * 2_000, 100);
      rate.turnedAway(burst * 2_000 + 999);
    }
    expect(rate.at(10_000)).toBeUndefined();
    second(rate, 10_000, 100);
    rate.turnedAway(10_999);
    expect(rate.at(11_000)).toBeUndefined();
  });
});

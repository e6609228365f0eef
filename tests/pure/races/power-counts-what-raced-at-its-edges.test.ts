import { describe, expect, test } from 'vitest';
import type { UpdateOutcome } from '../../../properties/history/outcome.ts';
import { measurePower, type RaceRound } from '../../../properties/history/power.ts';

type Timed = readonly [sent: number, answered: number | null, outcome: UpdateOutcome];

const roundOf = (...racers: readonly Timed[]): RaceRound =>
  racers.map(([sent, answered, outcome]) => ({ sent, answered, outcome }));

const measured = (rounds: readonly RaceRound[], requiredRounds = 1, confidence?: number) =>
  measurePower(rounds, confidence === undefined ? { requiredRounds } : { requiredRounds, confidence });

describe('a round counts', () => {
  test.each<readonly [string, readonly Timed[], boolean]>([
    ['with one accepted and one refused', [[0, 5, 'accepted'], [0, 6, 'refused']], true],
    ['with two accepted', [[0, 5, 'accepted'], [0, 6, 'accepted']], true],
    ['not with two refused', [[0, 5, 'refused'], [0, 6, 'refused']], false],
    ['not with one accepted alone', [[0, 5, 'accepted']], false],
    ['not beside one of unknown outcome', [[0, 5, 'accepted'], [0, 6, 'unknown']], false],
    ['not beside one that was rejected', [[0, 5, 'accepted'], [0, 6, 'rejected']], false],
    ['not without racers', [], false],
  ])('%s', (_with, racers, counts) => {
    expect(measured([roundOf(...racers)])).toMatchObject({ rounds: 1, counted: counts ? 1 : 0 });
  }); // prettier-ignore
});

describe('in a round', () => {
  const powerOf = (...racers: readonly Timed[]) => measured([roundOf(...racers)]);

  test('all updates overlap that were sent before the first answer', () => {
    expect(powerOf([0, 5, 'accepted'], [4, 6, 'refused']).overlapping).toBe(1);
    expect(powerOf([0, 5, 'accepted'], [5, 6, 'refused']).overlapping).toBe(0);
    expect(powerOf([4, 6, 'accepted'], [0, 5, 'refused']).overlapping).toBe(1);
    expect(powerOf([0, 5, 'accepted'], [1, 6, 'refused'], [6, 7, 'refused']).overlapping).toBe(0);
  });

  test('the certain window reaches from the first sending to the second answer', () => {
    expect(powerOf([2, 9, 'refused'], [1, 30, 'refused'], [3, 7, 'accepted']).certainWindowMs).toEqual({ least: 8, median: 8 });
  }); // prettier-ignore

  test('a racer with another answer changes no time', () => {
    const power = powerOf([2, 9, 'refused'], [0, 1, 'unknown'], [-5, 2, 'rejected'], [3, 7, 'accepted']);
    expect(power).toMatchObject({ effectiveRacers: 2, overlapping: 1, certainWindowMs: { least: 7 } });
  });
});

const gapOf = (gap: number): RaceRound => roundOf([0, 10, 'accepted'], [0, 10 + gap, 'refused']);

describe('over all rounds', () => {
  test('the number of racers is the average of the effective racers in the counted rounds', () => {
    const three = roundOf([0, 5, 'accepted'], [0, 6, 'refused'], [0, 7, 'refused']);
    const void_ = roundOf([0, 5, 'refused'], [0, 6, 'refused']);
    expect(measured([gapOf(1), three, void_])).toMatchObject({ rounds: 3, counted: 2, effectiveRacers: 2.5 });
    expect(measured([void_]).effectiveRacers).toBe(0);
  });

  test.each([
    [[1, 2, 9], { least: 11, median: 12 }],
    [[9, 1, 2, 3], { least: 11, median: 12.5 }],
    [[4], { least: 14, median: 14 }],
  ])('the least and the median window are certain, with gaps %j', (gaps, window) => {
    expect(measured(gaps.map(gapOf)).certainWindowMs).toEqual(window);
  });

  test.each([
    [1, 0.99, 0.99],
    [2, 0.99, 0.9],
    [1, 0.5, 0.5],
    [2, 0.75, 0.5],
  ])('after %i rounds, with confidence %d, a flaw that shows in %d of them is ruled out', (count, confidence, share) => {
    const power = measured(Array.from({ length: count }, () => gapOf(1)), 1, confidence);
    expect(power.excludedShare).toBeCloseTo(share, 10);
    expect(power.confidence).toBe(confidence);
  }); // prettier-ignore

  test('the confidence is 99 of 100 unless stated otherwise', () => {
    expect(measured([gapOf(1)]).confidence).toBe(0.99);
  });
});

describe('an estimate', () => {
  const windows = (...gaps: readonly number[]) =>
    measured(gaps.map(gapOf)).estimates.map(({ windowMs }) => windowMs);

  test.each([
    [[0.1], [1, 5, 20]],
    [[0.3], [1, 5, 20]],
    [[0.5], [1.5, 5, 20]],
    [[2], [6, 20]],
    [[5], [15, 20]],
    [[7], [21]],
    [
      [0.1, 0.1, 7],
      [1, 5, 20],
    ],
  ])('starts at a millisecond, or at three times the usual gap: of %j for %j', (gaps, expected) => {
    expect(windows(...gaps).slice(0, 1)[0]).toBeCloseTo(expected[0] ?? 0, 9);
    expect(windows(...gaps).slice(1)).toEqual(expected.slice(1).filter((one) => one > (expected[0] ?? 0)));
  });

  test('is the share of rounds whose first two answers lie closer than the window', () => {
    const power = measured([0.2, 0.2, 0.2, 1, 30].map(gapOf));
    expect(power.estimates.map(({ perRound }) => perRound)).toEqual([0.6, 0.8, 0.8]);
    for (const { perRound, inAllRounds } of power.estimates)
      expect(inAllRounds).toBeCloseTo(1 - (1 - perRound) ** 5, 10);
  });

  test('takes all gaps of a round for the pause of the service between two answers', () => {
    const round = roundOf(
      [0, 10, 'accepted'],
      [0, 10.1, 'refused'],
      [0, 12.1, 'refused'],
      [0, 14.1, 'refused'],
    );
    expect(measured([round]).estimates[0]?.windowMs).toBeCloseTo(6, 9);
  });
});

describe('the gate', () => {
  const slow = roundOf([0, 5, 'accepted'], [6, 9, 'refused']);
  const void_ = roundOf([0, 5, 'refused'], [0, 6, 'refused']);

  test.each<readonly [string, readonly RaceRound[], number, boolean]>([
    ['is open with as many rounds as are required', [gapOf(1), gapOf(1)], 2, true],
    ['is shut with one less', [gapOf(1)], 2, false],
    ['is shut where one of them does not count', [gapOf(1), void_], 2, false],
    ['is open where half of them overlap', [gapOf(1), slow], 2, true],
    ['is shut where fewer do', [gapOf(1), slow, slow], 2, false],
    ['is shut without rounds, though none are required', [], 0, false],
    ['is shut where none counts, though none are required', [void_], 0, false],
  ])('%s', (_how, rounds, required, open) => {
    expect(measured(rounds, required).gate.open).toBe(open);
  });

  test.each([
    [3, '3 are required'],
    [0, '1 are required'],
  ])('states how many are required, of %i, at least one', (required, told) => {
    expect(measured([void_], required).gate.reason).toContain(told);
  });
});

import { describe, expect, test } from 'vitest';
import { excluded, racedInWords, roundedUp, type Raced } from '../../../../clause/reported/raced.ts';

const numbersIn = (text: string): readonly number[] => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);

describe('a bound is rounded to one digit, and never below its value', () => {
  test.each([
    [0, '0'],
    [0.001, '0.1'],
    [0.1, '0.1'],
    [0.11, '0.2'],
    // Ten times this is 11.000000000000002.
    [1.1, '1.1'],
    [0.1 + 0.2, '0.3'],
    [2.95, '3'],
    [12, '12'],
    [99.91, '100'],
  ])('%d: %s', (value, rounded) => {
    expect(roundedUp(value)).toBe(rounded);
  });
});

describe('flaws are ruled out', () => {
  test.each<[share: number | null, confidence: number, numbers: readonly number[]]>([
    [0.0123, 0.95, [1.3, 95]],
    [0.5, 0.99, [50, 99]],
    [1, 0.5, [100, 50]],
    [null, 0.95, []],
  ])(
    'flaws are ruled out from a share of %s on, at a confidence of %d: %j',
    (excludedShare, confidence, numbers) => {
      expect(numbersIn(excluded({ excludedShare, confidence }))).toEqual(numbers);
    },
  );
});

describe('races came to', () => {
  const raced: Raced = { rounds: 240, racers: 8, excludedShare: 0.0123, confidence: 0.95 };

  test.each<[name: string, raced: Raced, numbers: readonly number[]]>([
    ['no violation, and a bound', raced, [0, 240, 8, 1.3, 95]],
    ['no violation, and no bound', { ...raced, rounds: 7, excludedShare: null }, [0, 7, 8]],
    [
      'an end before their time, and no bound',
      { ...raced, rounds: 3, endedBy: '4.10/one-winner' },
      [3, 8, 4.1],
    ],
  ])('%s', (_name, given, numbers) => {
    expect(numbersIn(racedInWords(given))).toEqual(numbers);
  });

  test('names the cause of an early end', () => {
    expect(racedInWords({ ...raced, endedBy: '4.10/one-winner' })).toContain('4.10/one-winner');
  });
});

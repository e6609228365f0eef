import { describe, expect, test } from 'vitest';
import { alarmsOf, combinations, lastOfFirst, onlySeed, seedsBetween } from '../support/rehearsed-habits.ts';

/** Seeds that a single test rehearses. */
const block = 10;

describe.runIf(onlySeed === undefined)('habits in any combination raise no alarm', () => {
  const starts = Array.from(
    { length: (combinations - lastOfFirst) / block },
    (_, at) => lastOfFirst + at * block + 1,
  );
  test.each(starts)(`${block} seeds from %i on`, async (first) => {
    expect((await alarmsOf(seedsBetween(first, first + block - 1))).join('\n')).toBe('');
  });
});

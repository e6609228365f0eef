import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFaultWidely } from '../../support/fault-expectations.ts';
import { drawn } from '../../support/sampling.ts';

const cases = drawn(
  'blame',
  failingFaults(() => true),
  ([, { name }]) => name,
  8,
);

describe('no clause is blamed for a fault that it has nothing to do with', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFaultWidely(fault))).toEqual([]);
  });
});

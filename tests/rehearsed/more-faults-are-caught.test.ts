import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFault } from '../support/fault-expectations.ts';

describe('a fault fails by a clause that it breaks', () => {
  test.each(failingFaults(1))('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFault(fault))).toEqual([]);
  });
});

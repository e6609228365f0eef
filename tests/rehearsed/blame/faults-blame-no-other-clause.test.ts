import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFaultWidely } from '../../support/fault-expectations.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

const cases = rowsPlayed({
  table: 'blame',
  rows: failingFaults(() => true),
  nameOf: ([, { name }]) => name,
  oneIn: 32,
});

describe('a fault is reported only by clauses that it concerns', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFaultWidely(fault))).toEqual([]);
  });
});

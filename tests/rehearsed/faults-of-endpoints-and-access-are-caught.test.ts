import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFaultOnItsClause } from '../support/fault-expectations.ts';

/** The sections of these two have files of their own. */
const isAboutNeither = (section: string): boolean => section !== '4.10' && section !== 'Resources';

const cases = failingFaults(isAboutNeither);

describe('a fault fails the clause that it breaks', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFaultOnItsClause(fault))).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFaultOnItsClause } from '../support/fault-expectations.ts';

const isAboutUpdates = (section: string): boolean => section === '4.10';

const cases = failingFaults(isAboutUpdates);

describe('a fault fails the clause that it breaks', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFaultOnItsClause(fault))).toEqual([]);
  });
});

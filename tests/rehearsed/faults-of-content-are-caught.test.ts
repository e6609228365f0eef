import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFaultOnItsClause } from '../support/fault-expectations.ts';

const isAboutContent = (section: string): boolean => section === 'Resources';

const cases = failingFaults(isAboutContent);

describe('a fault fails the clause that it breaks', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFaultOnItsClause(fault))).toEqual([]);
  });
});

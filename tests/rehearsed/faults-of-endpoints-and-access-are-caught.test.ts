import { describe, expect, test } from 'vitest';
import { drawnFaults, misjudged, rehearseFault } from '../support/fault-expectations.ts';

/** The sections of these two have files of their own. */
const isAboutNeither = (section: string): boolean => section !== '4.10' && section !== 'Resources';

const cases = await drawnFaults('faults of endpoints', isAboutNeither);

describe('a fault fails by a clause that it breaks, and by no other one of its section', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFault(fault))).toEqual([]);
  });
});

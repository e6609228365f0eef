import { describe, expect, test } from 'vitest';
import { drawnFaults, misjudged, rehearseFault } from '../support/fault-expectations.ts';

const isAboutContent = (section: string): boolean => section === 'Resources';

const cases = await drawnFaults('faults of content', isAboutContent);

describe('a fault fails by a clause that it breaks, and by no other one of its section', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFault(fault))).toEqual([]);
  });
});

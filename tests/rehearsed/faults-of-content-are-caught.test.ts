import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFault } from '../support/fault-expectations.ts';

const isAboutContent = (section: string): boolean => section === 'Resources';

describe('a fault fails by a clause that it breaks, and by no other one of its section', () => {
  test.each(failingFaults(isAboutContent))('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFault(fault))).toEqual([]);
  });
});

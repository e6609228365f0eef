import { describe, expect, test } from 'vitest';
import { failingFaults, misjudged, rehearseFaultWidely } from '../../support/fault-expectations.ts';
import { drawn } from '../../support/sampling.ts';
import { inputsIn } from '../../support/sampling/stated-in.ts';

const inputsOf = await inputsIn('faults');
const cases = drawn(
  'blame',
  failingFaults(() => true),
  ([, { name }]) => name,
  32,
  ([, { name }]) => inputsOf(name),
);

describe('no clause is blamed for a fault that it has nothing to do with', () => {
  test.each(cases)('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFaultWidely(fault))).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { faults } from '../../faults/catalogue.ts';
import { misjudgedUnforbidden } from '../support/fault-expectations.ts';

const cases = faults.filter(({ breaks }) => breaks === undefined);

describe('behaviour that no clause forbids does not fail', () => {
  test.each(cases.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    expect(await misjudgedUnforbidden(fault)).toEqual([]);
  });
});

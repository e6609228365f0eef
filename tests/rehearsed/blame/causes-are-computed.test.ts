import { describe, expect, test } from 'vitest';
import { faults } from '../../../faults/catalogue.ts';
import type { Fault } from '../../../faults/fault.ts';
import { rehearseFaultOn } from '../../support/fault-expectations.ts';
import { causesIn } from '../../support/verdicts/causes-of.ts';

function faultOf(name: string): Fault {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new RangeError(`no fault is called ${name}`);
  return fault;
}

describe('the computed cause is the planted cause', () => {
  test.each([
    ['version-never-checked', '4.10: does not compare the version'],
    ['newer-version-accepted', '4.10: compares versions with <'],
    ['former-versions-accepted', '4.10: takes former versions'],
    ['version-checked-only-for-several-actions', '4.10: takes other versions than the actual one, where one action'],
    ['all-writes-open-without-token', '4.6: lets in requests without a token'],
    ['delete-refuses-manage-test', '4.11: refuses CONFORMANCE_TOKEN_MANAGE_TEST, and lets in CONFORMANCE_TOKEN_MANAGE_PRODUCTS'],
  ])('%s', async (name, cause) => {
    expect(causesIn(await rehearseFaultOn(faultOf(name), () => false)).map(({ id }) => id)).toEqual([cause]);
  }); // prettier-ignore
});

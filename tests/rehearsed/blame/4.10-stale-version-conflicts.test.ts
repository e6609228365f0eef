import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';

const mismatches = '4.10/conflict-on-mismatch';
const former = '4.10/stale-version-conflicts';

describe('an accepted version that is not the actual version', () => {
  test.each([
    ['is no former one where it is ahead', 'newer-version-accepted', { [mismatches]: 'fail', [former]: 'pass' }],
    ['is no former one where it is the next', 'next-version-accepted', { [mismatches]: 'fail', [former]: 'pass' }],
    ['is a former one where it was left', 'previous-version-accepted', { [former]: 'fail' }],
    ['is both where each is accepted', 'version-never-checked', { [mismatches]: 'fail', [former]: 'fail' }],
  ] as const)('%s: %s', async (_what, fault, expected) => {
    const { judgements } = await rehearse({ plan, faults: [fault], profile: referenceProfile });
    const came = Object.keys(expected).map((id) => [id, judgements.get(id)?.verdict]);
    expect(Object.fromEntries(came)).toEqual(expected);
  }); // prettier-ignore
});

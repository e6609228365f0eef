import { describe, expect, test } from 'vitest';
import type { DeclaredProfile } from '../../../faults/fault.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';

/** Habits that once left clauses undecided which can be decided, and what no run can find out. */
const costly: readonly { readonly name: string; readonly declared?: DeclaredProfile }[] = [
  { name: 'id-only-in-content-location', declared: { resource: { keySource: 'none' } } },
  { name: 'version-touched-once-after-create' },
  { name: 'updates-lock-their-resource-503' },
  { name: 'at-most-8-requests-at-a-time-429' },
  { name: 'at-most-8-requests-at-a-time-503' },
  { name: 'at-most-8-requests-at-a-time-closed' },
  { name: 'at-most-3-requests-at-a-time-429' },
  { name: 'at-most-3-requests-at-a-time-503' },
];

describe('a habit costs no clause', () => {
  test.each(costly)('$name', async ({ name, declared }) => {
    const reference = referenceWith({ faults: [], choices: [name], seed: 1 });
    const { statement } = await rehearse({ plan, reference, profile: { ...shownMethods, ...declared } });
    expect(statement).toEqual({ verdict: 'CONFORMANT', reasons: [] });
  });
});

import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';

const judged = async (id: string, choices: readonly string[], profile: Profile = referenceProfile) =>
  (await rehearse({ plan, choices, profile, selected: new Set([id]) })).judgements.get(id);

describe('an update', () => {
  test('without manage_test is suspect, whatever else is let in', async () => {
    expect(await judged('4.10/scopes', ['updates-open-to-view-test'])).toMatchObject({
      verdict: 'observed',
      suspicion: { why: 'CONFORMANCE_TOKEN_VIEW_TEST writes without manage_test.', pin: 'auth.4.10' },
    });
  });

  test('with manage_test alone is not', async () => {
    expect(await judged('4.10/scopes', [])).toMatchObject({ verdict: 'observed', suspect: false });
  });
});

describe('an upload with manage_products alone', () => {
  const id = '4.15/manage-products-alone';

  test('that is turned away is suspect', async () => {
    const judgement = await judged(id, ['upload-needs-manage-test-as-well']);
    expect(judgement).toMatchObject({ verdict: 'observed', suspect: true, observed: { suffices: false } });
  });

  test('that is accepted is not', async () => {
    expect(await judged(id, [])).toMatchObject({ suspect: false, observed: { suffices: true } });
  });
});

import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import { gatedReference } from '../../support/rare/gated-reference.ts';

test('deletes that find nothing when concurrent fail, though each finds its resource when alone', async () => {
  const { reference } = gatedReference('delete-always-404', 'only in company', 1);
  const { judgements, statement } = await rehearse({ plan, profile: referenceProfile, reference });
  const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
  expect(failed).toEqual(['4.11/bare-delete-finds-the-resource']);
  expect(statement.verdict).toBe('NON-CONFORMANT');
});

import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';

test.each([
  ['delete-removes-a-sibling-too', 1, '4.11/deletes-the-named-resource'],
  ['delete-removes-a-sibling-too', 5, '4.11/deletes-the-named-resource'],
  ['conflict-deletes-the-resource', 1, '4.10/conflict-spoils-nothing'],
])('%s, with seed %i, is found by %s and reported by no other clause', async (fault, seed, clause) => {
  const { judgements } = await rehearse({ plan, faults: [fault], profile: referenceProfile, seed });
  const failed = [...judgements].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id);
  expect(failed).toEqual([clause]);
});

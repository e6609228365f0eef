import { expect, test } from 'vitest';
import { mergedObjects, type JsonMembers } from '../../../config/input/member-of.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import type { Profile } from '../../../clause/profile.ts';
import { choices, referenceProfile } from '../../../faults/catalogue.ts';
import { makeMock } from '../../../mock/made.ts';

test.for([1, 2, 3, 4])('no clause fails a mock that has drawn its choices from seed %i', async (seed) => {
  const { mock, choices: drawn } = makeMock({ choices: 'random', seed });
  const profile = choices
    .filter(({ name }) => drawn.includes(name))
    .reduce<JsonMembers>((all, one) => mergedObjects(all, { ...one.profile }), { ...referenceProfile });
  const { judgements } = await rehearse({ plan, reference: mock, profile: profile as Profile });
  const failed = [...judgements].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id);
  expect(failed).toEqual([]);
});

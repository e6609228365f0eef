import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { mergedObjects } from '../../../config/input/member-of.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import { makeMock } from '../../../mock/made.ts';
import { draftThenJudge } from '../../support/in-process/drafted-then-judged.ts';
import { leaving, packed, unseen } from '../../support/mocks/packed-profiles.ts';

describe('a mock with a profile keeps all of its declarations', () => {
  test.for(Object.entries(packed))('%s', async ([name, own]) => {
    const profile = mergedObjects({ ...referenceProfile }, { ...own }) as Profile;
    const { mock, imitation } = makeMock({ profile });
    expect(imitation?.others).toEqual([]);
    const { statement, judgements } = await rehearse({ plan, reference: mock, profile });
    const stray = [...judgements].filter(([id, { verdict }]) => {
      if (!id.startsWith('declared/')) return verdict === 'fail';
      return verdict !== 'pass' && !unseen.includes(id.replace('declared/', ''));
    });
    expect(stray.map(([id, { verdict }]) => `${id} ${verdict}`)).toEqual([]);
    expect(statement.verdict).toBe(leaving.includes(name) ? 'INCOMPLETE' : 'CONFORMANT');
  });
});

test.for<[string, Profile]>([
  [
    'updates and deletes',
    {
      update: { response: 'empty', unknownAction: 'ignore', noopBumps: false, emptyActions: 'reject' },
      delete: { after: '410', repeat: '4xx' },
    },
  ],
  [
    'statuses and places',
    {
      resource: { keySource: 'body:/meta/name' },
      update: { observable: '/custom/some' },
      success: { '4.9': [201], '4.11': [202], '4.16.POST': [202] },
      refusal: { unauthenticated: [403], insufficientScope: [404] },
    },
  ],
])('the observations of the mock reproduce the profile: %s', async ([, profile]) => {
  const { draft } = await draftThenJudge([], undefined, () => makeMock({ profile }).mock);
  expect(draft.profile).toMatchObject(profile);
});

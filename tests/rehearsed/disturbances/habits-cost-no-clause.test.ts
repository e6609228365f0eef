import { describe, expect, test } from 'vitest';
import type { DeclaredProfile } from '../../../faults/fault.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import { createReference } from '../../../reference/create.ts';
import type { HandleWrap } from '../../../reference/reply.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';

/** Habits that once left clauses undecided which can be decided, and what no run can find out. */
const costly: readonly { readonly name: string; readonly declared?: DeclaredProfile }[] = [
  { name: 'id-only-in-content-location', declared: { resource: { keySource: 'none' } } },
  { name: 'creates-take-effect-later' },
  { name: 'deletes-of-young-resources-answer-403' },
  { name: 'version-touched-once-after-create' },
  { name: 'updates-lock-their-resource-503' },
  { name: 'at-most-8-requests-at-a-time-429' },
  { name: 'at-most-8-requests-at-a-time-503' },
  { name: 'at-most-8-requests-at-a-time-closed' },
  { name: 'at-most-3-requests-at-a-time-429' },
  { name: 'at-most-3-requests-at-a-time-503' },
];

/** Closes each so many'th connection without a word, after its request took effect. */
function closing(each: number): HandleWrap {
  return (next) => {
    let count = 0;
    return (state, request, now) => {
      count += 1;
      const isWordless = count % each === 0;
      const reply = next(state, request, now);
      if (!isWordless || !('response' in reply)) return reply;
      return { response: { ...reply.response, wire: { kind: 'drop' } } };
    };
  };
}

/** At these a write was lost once of which a clause had but the one sample. */
const closed = [
  { each: 37, seed: 2 },
  { each: 40, seed: 2 },
  { each: 83, seed: 2 },
];

describe('connections that are closed silently cost no clause', () => {
  test.each(closed)('each one in $each, seed $seed', async ({ each, seed }) => {
    const reference = createReference({ wraps: [closing(each)] });
    const { statement } = await rehearse({ plan, reference, seed, profile: referenceProfile });
    expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
  });
});

describe('a habit costs no clause', () => {
  test.each(costly)('$name', async ({ name, declared }) => {
    const reference = referenceWith({ faults: [], choices: [name], seed: 1 });
    const { statement } = await rehearse({ plan, reference, profile: { ...shownMethods, ...declared } });
    expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
  });
});

import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import { unlessMatching } from '../../faults/updates/comparison.ts';
import { createReference } from '../../reference/create.ts';
import { depths } from '../../run/options.ts';
import { clausesOf } from '../support/selected-clauses.ts';

/** A run on a server that accepts any version once nobody has written to a resource for so many seconds. */
async function judged(depth: keyof typeof depths, restMs: number) {
  const afterRest = unlessMatching(
    ({ resource, call }) => call.now - (resource.history.at(-1)?.at ?? call.now) >= restMs,
  );
  const { judgements, record } = await rehearse({
    plan,
    seed: 1,
    depth: depths[depth],
    profile: referenceProfile,
    selected: clausesOf(() => false, ['4.10/conflict-on-mismatch']),
    reference: createReference({ policy: [afterRest] }),
  });
  return { verdict: judgements.get('4.10/conflict-on-mismatch')?.verdict, restedMs: record.restedMs };
}

describe('a version that no server compares after a rest', () => {
  test.each([
    ['ci', 3_400, 'fail'],
    ['ci', 9_000, 'pass'],
    ['release', 9_000, 'fail'],
    ['certify', 50_000, 'fail'],
  ] as const)('depth %s, %i ms: %s', async (depth, restMs, verdict) => {
    const found = await judged(depth, restMs);
    expect(found.verdict).toBe(verdict);
    if (verdict === 'pass') expect(found.restedMs).toBe(depths[depth].restMs);
  });
});

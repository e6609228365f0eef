import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plan } from '../config/plan.ts';
import { rehearse } from '../config/rehearsal.ts';
import { aimed, integerVersion, oddVersion } from '../properties/arbitraries/stated-version.ts';
import { updateActions } from '../properties/arbitraries/update-actions.ts';
import { drawn } from '../properties/drawn-cases.ts';

const seeds = [1, 2, 3];

/** Faults that show on few inputs or in races only, with the clause whose evidence has to see them. */
const caught: readonly (readonly [fault: string, clause: string])[] = [
  ['version-digits-in-any-order', '4.10/conflict-on-mismatch'],
  ['version-not-checked-for-empty-text', '4.10/conflict-on-mismatch'],
  ['mismatch-400-for-long-lists', '4.10/conflict-on-mismatch'],
  ['actions-after-the-eighth-left-out', '4.10/actions-in-order'],
  ['version-wraps-at-16', 'Versioning/states-differ-in-version'],
  ['window-of-1-ms-between-check-and-write', '4.10/one-winner'],
  ['two-nodes-lock-apart-by-connection', '4.10/one-winner'],
  ['loser-of-a-race-merged', '4.10/conflict-has-no-effect'],
];

/** The plan with nothing but one clause and its evidence. */
function only(clause: string) {
  const sections = plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ id }) => id === clause),
  }));
  return { sections, evidence: plan.evidence.filter((evidence) => evidence.clause === clause) };
}

describe('evidence from generated cases', () => {
  test.each(caught)('sees the fault %s', async (fault, clause) => {
    for (const seed of seeds) {
      const { judgements } = await rehearse({ plan: only(clause), faults: [fault], seed });
      expect(judgements.get(clause)?.verdict, `seed ${seed}`).toBe('fail');
    }
  });

  test.each([...new Set(caught.map(([, clause]) => clause))])(
    'lets the honest reference pass %s',
    async (clause) => {
      const { judgements } = await rehearse({ plan: only(clause) });
      expect(judgements.get(clause)?.verdict).toBe('pass');
    },
  );

  test('is found again by the seed and path of a finding', () => {
    const arbitrary = updateActions();
    for (const { value, seed, path } of drawn(arbitrary, 7, 10))
      expect(fc.sample(arbitrary, { seed, path, numRuns: 1 })).toEqual([value]);
  });

  test('never takes the actual version for a wrong one', () => {
    const actual = fc.oneof(fc.integer(), fc.bigInt({ min: 0n, max: 2n ** 63n })).map(String);
    fc.assert(
      fc.property(fc.oneof(integerVersion(), oddVersion()), actual, fc.array(actual), (stated, v, former) => {
        const probe = aimed(stated, v, former);
        if (probe !== undefined) expect(Number(probe.version)).not.toBe(Number(v));
      }),
    );
  });

  test('states what the races can have seen', async () => {
    const { record } = await rehearse({ plan: only('4.10/one-winner') });
    expect(record.races?.join('\n')).toMatch(
      /^races: 0 violations in 24 rounds of up to 8 racers \(h1 24\).*\n.*24\/24 rounds .*\[fact\]\n.*model-free.*\n.*\[bound\]\n.*\[estimate\]\nnot covered/,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { replayCase, smallestCase } from '../../../config/runs/replayed-finding.ts';
import type { Report } from '../../../clause/report.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { inProcess } from '../../support/in-process/in-process-parts.ts';

/** Faults that generated cases show, with the clause and the greatest number of parts that the smallest case may have. */
const shown: readonly (readonly [fault: string, clause: string, parts: number])[] = [
  ['version-digits-in-any-order', '4.10/conflict-on-mismatch', 1],
  ['version-not-checked-for-digit-texts', '4.10/conflict-on-mismatch', 3],
  ['mismatch-400-for-long-lists', '4.10/conflict-on-mismatch', 12],
  ['actions-after-the-eighth-left-out', '4.10/actions-in-order', 12],
  ['refused-patch-stored-with-the-next-update', '4.7/refused-overwrite-has-no-effect', 4],
  ['refused-put-stored-with-the-next-update', '4.8/refused-overwrite-has-no-effect', 4],
  ['window-of-1-ms-between-check-and-write', '4.10/one-winner', 2],
  ['window-for-more-than-two-actions', '4.10/one-winner', 4],
  ['window-for-more-than-ten-actions', '4.10/one-winner', 12],
];

/** Requests of one clause with its properties, and of making a case small. */
const mostRequests = 1_000;

/** The plan with nothing but one clause and its evidence. */
function only(clause: string): Plan {
  const sections = plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ id }) => id === clause),
  }));
  return { sections, evidence: plan.evidence.filter((evidence) => evidence.clause === clause) };
}

/** The actions of a racer; one where none were drawn. */
const actionsIn = ({ list = [{}] }: { readonly list?: readonly unknown[] }): readonly unknown[] => list;

/** How many actions a smallest case has, all racers together, or how many commands. */
function partsOf(counterexample: unknown): number {
  const members = Array.isArray(counterexample) ? { list: counterexample } : counterexample;
  const lists = ['list', 'actions', 'commands', 'smallest'].map(
    (name) => (members as Readonly<Record<string, unknown>>)[name],
  );
  const found = lists.find((one): one is readonly Parameters<typeof actionsIn>[0][] => Array.isArray(one));
  return found?.flatMap(actionsIn).length ?? 0;
}

describe('the smallest case of a finding', () => {
  test.each(shown)(
    'the smallest case of %s is small, costs little, and is replayed alone',
    async (fault, clause, parts) => {
      const seed = 2;
      const { judgements, record } = await rehearse({ plan: only(clause), faults: [fault], seed });
      const findings = judgements.get(clause)?.findings.filter(({ path }) => path !== undefined) ?? [];
      const [finding] = findings;
      expect(plan.evidence.map(({ name }) => name)).toContain(finding?.property);
      expect(partsOf(finding?.counterexample)).toBeLessThanOrEqual(parts);
      expect(record.requests).toBeLessThan(mostRequests);

      const report = { clauses: [{ id: clause, findings }] } as unknown as Report;
      const small = smallestCase(plan, { file: 'conformance.json', clause, report });
      if (small === undefined) throw new Error('the finding names no generated case');
      const { judgement, exchanges } = await replayCase(
        plan,
        clause,
        inProcess({ faults: [fault] }, {})(seed),
        small,
      );
      expect(judgement?.verdict).toBe('fail');
      expect(judgement?.findings[0]?.path).toBe(small.drawn.path);
      expect(exchanges.filter(({ part }) => part === 'check').length).toBeLessThan(60);
    },
  );

  test('does not show on a server without the fault', async () => {
    const clause = '4.10/conflict-on-mismatch';
    const small = {
      property:
        'lists of 1 to 20 actions, with integers derived from the actual version and from former versions',
      drawn: { seed: 1, path: '0' },
    };
    const { judgement } = await replayCase(plan, clause, inProcess({}, {})(1), small);
    expect(judgement?.verdict).not.toBe('fail');
  });

  test('is not searched for if the finding was not generated', () => {
    const report = {
      clauses: [{ id: '4.10/conflict-on-mismatch', findings: [{ expected: '409' }] }],
    } as unknown as Report;
    expect(
      smallestCase(plan, { file: 'conformance.json', clause: '4.10/conflict-on-mismatch', report }),
    ).toBeUndefined();
  });
});

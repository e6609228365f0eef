import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { mergedMembers, type Members } from '../../../clause/supplied-members.ts';
import { plan } from '../../../config/plan.ts';
import { accessFaults } from '../../../faults/access/access.ts';
import { circumstanceFaults } from '../../../faults/access/circumstance.ts';
import { incidentalFaults } from '../../../faults/access/incidental.ts';
import { refusalFaults } from '../../../faults/access/refusal.ts';
import { scopeComparisonFaults } from '../../../faults/access/scope-comparison.ts';
import { scopeFaults } from '../../../faults/access/scope.ts';
import { choices, referenceProfile } from '../../../faults/catalogue.ts';
import { attention } from '../../../reporters/attention.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { inProcess } from '../../support/in-process/in-process-parts.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { judgeWhole, type WholeRun } from '../../support/whole-run.ts';

/** What checks decide by themselves, without generated cases and races. */
const clauses: Plan = {
  sections: plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ check }) => check !== undefined),
  })),
  evidence: [],
};

interface Under {
  readonly faults?: readonly string[];
  readonly choices?: readonly string[];
}

async function judged(under: Under, profile: Profile): Promise<WholeRun> {
  return await judgeWhole({ ...inProcess(under, profile)(5), plan: clauses });
}

/** Adds to the profile what the report tells to paste there, until it shows nothing new; all runs on the way. */
async function following(under: Under, given: Profile): Promise<readonly WholeRun[]> {
  const runs: WholeRun[] = [];
  let profile = given;
  for (let round = 0; round < 4; round += 1) {
    const run = await judged(under, profile);
    runs.push(run);
    const advised = attention(run.report).next.flatMap((step): Members[] => step.profile ? [step.profile] : []); // prettier-ignore
    const next = advised.reduce(mergedMembers, profile as Members) as Profile;
    if (JSON.stringify(next) === JSON.stringify(profile)) break;
    profile = next;
  }
  return runs;
}

const verdictsOf = (runs: readonly WholeRun[]): readonly string[] => runs.map(({ report }) => report.verdict);

/** What these break is seen without generated cases, and without several requests at once. */
const faults = [
  accessFaults,
  circumstanceFaults,
  incidentalFaults,
  refusalFaults,
  scopeComparisonFaults,
  scopeFaults,
]
  .flat()
  .filter(({ needs = [] }) => !needs.some((need) => ['generated', 'races', 'raw'].includes(need)));

const styles = ['', 'refusals-in-an-envelope', 'lists-filtered-instead-of-refused'];
const declared = [undefined, 'filter', 'envelope'] as const;
/** What takes the place of what a refusal says takes away what such a fault has it show: no clause is broken. */
const undone: Readonly<Record<string, RegExp>> = {
  'refusals-in-an-envelope': /^refusal-(?:of-.*-)?shows-/,
  'lists-filtered-instead-of-refused': /^refusal-of-query-shows-/,
};
const isUndone = (fault: string, style: string): boolean => undone[style]?.test(fault) ?? false;
const rows = faults.flatMap(({ name, profile }) =>
  styles
    .filter((style) => !isUndone(name, style))
    .flatMap((style) =>
      declared.map((word) => ({
        title: `${name}${style === '' ? '' : `, ${style}`}${word === undefined ? '' : `, declared ${word}`}`,
        under: { faults: [name], choices: style === '' ? [] : [style] },
        profile: mergedMembers(
          mergedMembers(referenceProfile, profile ?? {}),
          word === undefined ? {} : { refusal: { style: word } },
        ) as Profile,
      })),
    ),
);

describe('the declarations that a report advises', () => {
  test.each(
    rowsPlayed({ table: 'advice on faults of access', rows: rows, nameOf: ({ title }) => title, oneIn: 120 }),
  )('make no fault conform: $title', async ({ under, profile }) => {
    expect(verdictsOf(await following(under, profile))).not.toContain('CONFORMANT');
  });

  const habits = choices.map(({ name }) => name);
  test.each(rowsPlayed({ table: 'advice on choices', rows: habits, nameOf: String, oneIn: 80 }))(
    'condemn no habit: %s',
    async (name) => {
      const verdicts = verdictsOf(await following({ choices: [name] }, {}));
      expect(verdicts).not.toContain('NON-CONFORMANT');
    },
  );
});

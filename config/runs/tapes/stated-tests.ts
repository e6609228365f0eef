import type { Judgement } from '../../../clause/judgement.ts';
import { statedDeclarations } from '../../../clause/declared.ts';
import type { TargetRun } from '../../../implementation/host/start-run.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { TestSubject } from '../../../reporters/run-facts.ts';
import { createWithholding } from '../../../run/evidence/withheld.ts';
import type { RunOptions } from '../../../run/options.ts';
import { sectionOf } from '../../register/register.ts';

export interface StatedTest {
  readonly title: string;
  /** The clause's id, or the name of the evidence. */
  readonly name: string;
  readonly subject: TestSubject;
  readonly judge: (run: TargetRun) => Promise<Judgement>;
}

/** The tests of a plan: of clauses in the contract's order, then of evidence, then of declared choices. */
export function statedTests(
  { sections, evidence }: Plan,
  { profile }: Pick<RunOptions, 'profile'>,
): readonly StatedTest[] {
  return [
    ...sections.flatMap(({ part, clauses }) =>
      clauses.map((clause): StatedTest => ({
        title: clause.id,
        name: clause.id,
        subject: { section: part, clause: clause.id },
        judge: (run) => run.judge(clause),
      })),
    ),
    ...evidence.map((one): StatedTest => ({
      title: `${one.clause} / ${one.name}`,
      name: one.name,
      subject: {
        section: one.clause.slice(0, one.clause.indexOf('/')),
        clause: one.clause,
        property: one.name,
      },
      judge: (run) => run.gather(one),
    })),
    ...statedDeclarations(sections, profile).map((declared): StatedTest => ({
      title: declared.id,
      name: declared.id,
      subject: { section: sectionOf(declared.key), clause: declared.id },
      judge: (run) => run.hold(declared),
    })),
  ];
}

/** The output of a run, without values of bodies if the operator wishes that. */
export function withholdingFor(
  evidence: 'full' | 'shape' | 'none',
  { sections }: Plan,
): (judged: Judgement) => Judgement {
  if (evidence === 'full') return (judgement) => judgement;
  const stated = sections
    .flatMap(({ clauses }) => clauses)
    .flatMap(({ id, statement, violation, rationale }) => [id, statement, violation, rationale]);
  return createWithholding(evidence, stated);
}

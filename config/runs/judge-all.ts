import { judgeClause, type Judgement } from '../../clause/judgement.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { TargetRun } from '../../implementation/host/start-run.ts';

/**
 * Judges the selected part of a run, outside of vitest: every clause with its evidence, and the declared choices
 * whose observations are all selected. By id; `selected` holds ids of clauses and names of evidence.
 */
export async function judgeAll(
  run: TargetRun,
  plan: Plan,
  selected?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Judgement>> {
  const wanted = (id: string): boolean => selected === undefined || selected.has(id);
  const clauses = run.clauses.filter(({ id }) => wanted(id));
  const entries = await Promise.all([
    ...clauses.map(async (clause) => {
      const others = plan.evidence.filter(
        (evidence) => evidence.clause === clause.id && wanted(evidence.name),
      );
      const [own, ...more] = await Promise.all([
        run.judge(clause),
        ...others.map((evidence) => run.gather(evidence)),
      ]);
      return [clause.id as string, judgeClause(own, more)] as const;
    }),
    ...run.declarations
      .filter(({ id, sources }) => wanted(id) && sources.every((source) => wanted(source)))
      .map(async (declared) => [declared.id as string, await run.hold(declared)] as const),
  ]);
  return new Map(entries);
}

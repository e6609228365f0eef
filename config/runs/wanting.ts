import type { Judgement } from '../../clause/judgement.ts';
import { askedBy } from '../../clause/supplied-members.ts';
import type { Plan } from '../../implementation/plan.ts';

/** Something that the operator can supply, and the clauses that would be tested with it. */
export interface Wanted {
  /** One line ready to paste, or the missing means in words. */
  readonly supply: string;
  readonly clauses: readonly string[];
}

/** How many MUST clauses are among them: a gate waits for each. */
export function mustsIn(plan: Plan, wanted: readonly Wanted[]): number {
  const stated = plan.sections.flatMap(({ clauses }) => clauses);
  const musts = new Set<string>(stated.filter(({ level }) => level === 'MUST').map(({ id }) => id));
  return new Set(wanted.flatMap(({ clauses }) => clauses).filter((id) => musts.has(id))).size;
}

/** The means that would test more counting clauses, the largest group first. Open points do not count. */
export function wanting(plan: Plan, judgements: ReadonlyMap<string, Judgement>): readonly Wanted[] {
  const stated = plan.sections.flatMap(({ clauses }) => clauses);
  const open = new Set<string>(stated.filter(({ level }) => level === 'OPEN').map(({ id }) => id));
  const found = new Map<string, string[]>();
  for (const [id, { verdict, reason }] of judgements) {
    if (verdict !== 'not-tested' || reason === undefined || open.has(id)) continue;
    // The alternative limit differs between sections; the means to supply do not.
    const supply = reason.supply === undefined ? reason.text : askedBy(reason.supply).line;
    found.set(supply, [...(found.get(supply) ?? []), id]);
  }
  return [...found]
    .map(([supply, clauses]) => ({ supply, clauses }))
    .toSorted((a, b) => b.clauses.length - a.clauses.length);
}

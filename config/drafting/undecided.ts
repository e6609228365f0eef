import type { Judgement } from '../../clause/judgement.ts';
import type { Plan } from '../../implementation/plan.ts';

/** MUST clauses that stay undecided with a draft, and what would have them decided or leave them out. */
export interface Undecided {
  /** What to supply, with the limit that can be stated instead where there is one. */
  readonly supply: string;
  readonly why: string;
  readonly clauses: readonly string[];
}

/** What an observation left undecided that somebody can mend, the line with the most MUST clauses first. */
export function undecidedIn(plan: Plan, judgements: ReadonlyMap<string, Judgement>): readonly Undecided[] {
  const musts = plan.sections.flatMap(({ clauses }) => clauses).filter(({ level }) => level === 'MUST');
  const found = new Map<string, { why: string; clauses: string[] }>();
  for (const { id } of musts) {
    const { verdict, reason } = judgements.get(id) ?? {};
    if (reason === undefined || (verdict !== 'not-tested' && verdict !== 'inconclusive')) continue;
    const supply = reason.supply ?? reason.text;
    const others = found.get(supply) ?? { why: reason.text, clauses: [] };
    others.clauses.push(id);
    found.set(supply, others);
  }
  return [...found]
    .map(([supply, { why, clauses }]) => ({ supply, why, clauses }))
    .toSorted((a, b) => b.clauses.length - a.clauses.length);
}

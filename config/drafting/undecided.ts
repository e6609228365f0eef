import { defined } from '../../clause/defined.ts';
import type { Judgement } from '../../clause/judgement.ts';
import type { Plan } from '../../implementation/plan.ts';

/** MUST clauses that stay undecided with a draft, and the means to decide them or leave them out. */
export interface Undecided {
  /** The means to supply, with the limit of scope that may replace it; absent if nothing helps. */
  readonly supply?: string;
  readonly why: string;
  readonly clauses: readonly string[];
}

/** The undecided clauses that the operator can settle and no stated limit leaves out; the longest line first. */
export function undecidedIn(
  plan: Plan,
  judgements: ReadonlyMap<string, Judgement>,
  limits: readonly string[],
): readonly Undecided[] {
  const musts = plan.sections
    .flatMap(({ clauses }) => clauses)
    .filter((clause) => clause.level === 'MUST' && !clause.limits.some((limit) => limits.includes(limit)));
  const found = new Map<string, { supply: string | undefined; why: string; clauses: string[] }>();
  for (const { id } of musts) {
    const { verdict, reason } = judgements.get(id) ?? {};
    if (reason === undefined || (verdict !== 'not-tested' && verdict !== 'inconclusive')) continue;
    const supply = reason.supply?.replace(/ {2,}/g, ' ');
    const key = supply ?? reason.text;
    const others = found.get(key) ?? { supply, why: reason.text, clauses: [] };
    others.clauses.push(id);
    found.set(key, others);
  }
  return [...found.values()]
    .map(({ supply, why, clauses }) => ({ ...defined({ supply }), why, clauses }))
    .toSorted((a, b) => b.clauses.length - a.clauses.length);
}

/** The undecided clauses, in one line: `11 clauses were not decided; they need CONFORMANCE_CONSENT=overwrite`. */
export function undecidedInWords({ supply, why, clauses }: Undecided): string {
  const one = clauses.length === 1;
  const told = `${clauses.length} ${one ? 'clause was' : 'clauses were'} not decided`;
  return supply === undefined ? `${told}: ${why}` : `${told}; ${one ? 'it needs' : 'they need'} ${supply}`;
}

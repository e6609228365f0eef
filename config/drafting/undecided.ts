import { defined } from '../../clause/defined.ts';
import type { Judgement } from '../../clause/judgement.ts';
import { preventsConformant } from '../../clause/verdict.ts';
import type { Plan } from '../../implementation/plan.ts';

/** MUST clauses that stay undecided with a draft, and the means to decide them or leave them out. */
export interface Undecided {
  /** The means to supply, with the limit of scope that may replace the means; absent if nothing helps. */
  readonly supply?: string;
  readonly why: string;
  readonly clauses: readonly string[];
  /** One of them keeps the run from CONFORMANT. */
  readonly isInTheWay?: true;
}

/** The undecided clauses that the operator can settle and no stated limit leaves out: first those in the way, then the longest line. */
export function undecidedIn(
  plan: Plan,
  judgements: ReadonlyMap<string, Judgement>,
  limits: readonly string[],
): readonly Undecided[] {
  const musts = plan.sections
    .flatMap(({ clauses }) => clauses)
    .filter((clause) => clause.level === 'MUST' && !clause.limits.some((limit) => limits.includes(limit)));
  const found = new Map<string, Omit<Undecided, 'clauses'> & { clauses: string[] }>();
  for (const clause of musts) {
    const { verdict, reason } = judgements.get(clause.id) ?? {};
    if (reason === undefined || (verdict !== 'not-tested' && verdict !== 'inconclusive')) continue;
    const supply = reason.supply?.replace(/ {2,}/g, ' ');
    const key = supply ?? reason.text;
    const others = found.get(key) ?? { ...defined({ supply }), why: reason.text, clauses: [] };
    others.clauses.push(clause.id);
    found.set(key, preventsConformant({ ...clause, verdict }) ? { ...others, isInTheWay: true } : others);
  }
  const rank = ({ isInTheWay }: Undecided): number => (isInTheWay === true ? 0 : 1);
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b) || b.clauses.length - a.clauses.length);
}

/** The undecided clauses, in one line: `11 clauses were not decided; they need CONFORMANCE_CONSENT=overwrite`. */
export function undecidedInWords({ supply, why, clauses, isInTheWay }: Undecided): string {
  const one = clauses.length === 1;
  const undecided = one ? 'clause was not decided' : 'clauses were not decided';
  const inTheWay = one ? 'clause keeps it from CONFORMANT' : 'clauses keep it from CONFORMANT';
  const told = `${clauses.length} ${isInTheWay === true ? inTheWay : undecided}`;
  return supply === undefined ? `${told}: ${why}` : `${told}; ${one ? 'it needs' : 'they need'} ${supply}`;
}

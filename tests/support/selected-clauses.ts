import { plan } from '../../config/plan.ts';

/** Ids of the clauses of some parts of the contract and of further ones, with the names of their evidence. */
export function clausesOf(
  isChosen: (part: string) => boolean,
  further: readonly string[] = [],
): ReadonlySet<string> {
  const chosen = plan.sections.filter(({ part }) => isChosen(part));
  const ids = new Set<string>([...chosen.flatMap(({ clauses }) => clauses.map(({ id }) => id)), ...further]);
  return new Set([...ids, ...evidenceOf((clause) => ids.has(clause))]);
}

/** Names of the evidence for the clauses that are requested. */
function evidenceOf(isAsked: (clause: string) => boolean): readonly string[] {
  return plan.evidence.filter(({ clause }) => isAsked(clause)).map(({ name }) => name);
}

import { compareReports } from './compare-reports.ts';
import { inDocumentOrder } from '../document-order.ts';
import type { Comparison, Report, ReportedClause } from '../report.ts';
import { wasNeverSeen } from '../verdict.ts';
import { isSameChoice } from '../volatile-values.ts';

/** One clause in several reports, in their order. */
export interface ComparedClause {
  readonly id: string;
  readonly level: ReportedClause['level'];
  /** Undefined if the report does not have the clause, or if its run was not to judge the clause. */
  readonly in: readonly (ReportedClause | undefined)[];
  /** Whether the reports that judge the clause differ in verdict or choice. */
  readonly differs: boolean;
}

/** The clauses of all reports in document order, including clauses of only some reports. */
export function sideBySide(reports: readonly Report[]): readonly ComparedClause[] {
  const found = reports.map(({ clauses }) => new Map(clauses.map((clause) => [clause.id, clause])));
  const all = new Map(
    reports.toReversed().flatMap(({ clauses }) => clauses.map((clause) => [clause.id, clause])),
  );
  return inDocumentOrder([...all.values()]).map(({ id, level }) => {
    const compared = found.map((clauses) => {
      const clause = clauses.get(id);
      return clause?.reason?.code === 'not-selected' ? undefined : clause;
    });
    const [first, ...others] = compared.filter((clause) => clause !== undefined);
    const differs = first !== undefined && others.some((other) => !isSameOutcome(first, other));
    return { id, level, in: compared, differs };
  });
}

function isSameOutcome(one: ReportedClause, other: ReportedClause): boolean {
  if (one.verdict !== other.verdict || wasNeverSeen(one) !== wasNeverSeen(other)) return false;
  return one.verdict !== 'observed' || isSameChoice(one.observed, other.observed);
}

/** The difference of two runs, also for clauses that only the later run has, and for choices at open points. */
export function differenceOf(
  before: Report,
  now: Report,
): Comparison & { readonly added: readonly string[]; readonly choices: readonly string[] } {
  const former = new Set(before.clauses.map(({ id }) => id));
  const choices = sideBySide([before, now]).filter(
    ({ differs, in: compared }) => differs && compared.every((clause) => clause?.verdict === 'observed'),
  );
  return {
    ...compareReports(before, now),
    added: now.clauses.filter(({ id }) => !former.has(id)).map(({ id }) => id),
    choices: choices.map(({ id }) => id),
  };
}

import { byWeight } from '../clause/blocks/weight.ts';
import type { Report, ReportedClause, ReportedEvidence } from '../clause/report.ts';
import { isBlank } from './headline.ts';
import { suspectsOf, type Suspect } from './observed.ts';
import { isMissing } from './operations/operation-rows.ts';
import { isBeyondReads } from './read-only/read-only-lines.ts';
import { preventsConformant } from '../clause/verdict.ts';
import { limitFor, limitLine, place } from './advice/limit-for.ts';
import { nextSteps, type NextStep } from './advice/next-steps.ts';
import { awaitedBy, openReasons, type OpenReason } from './advice/open-reasons.ts';

/** Limits of scope that the operator could state, and their effect. */
export interface StatedLimits {
  /** Absent if each limit would leave out passing clauses. */
  readonly line?: string;
  /** The number of clauses that the line leaves out. */
  readonly clauses: number;
  /** Further limits, each with the number of clauses to settle, and of passing clauses to lose. */
  readonly costly: readonly { readonly limit: string; readonly settles: number; readonly passing: number }[];
}

/** The open matters of a report in document order; broken clauses by weight, `open` by numbers of clauses. */
export interface Attention {
  readonly failed: readonly ReportedClause[];
  /** Fails for want of an operation, in sections without any: the table of operations shows these fails. */
  readonly absent: readonly ReportedClause[];
  readonly contradicted: readonly ReportedClause[];
  readonly errors: readonly ReportedClause[];
  readonly warned: readonly ReportedClause[];
  readonly open: readonly OpenReason[];
  /** Clauses that a read-only run cannot decide. */
  readonly beyond: readonly OpenReason[];
  readonly suspects: readonly Suspect[];
  /** Generated evidence with too few cases, even if its clauses are decided. */
  readonly short: readonly ReportedEvidence[];
  /** The same for evidence that draws no cases. */
  readonly looks: readonly ReportedEvidence[];
  readonly next: readonly NextStep[];
  readonly limits: StatedLimits | undefined;
}

/** Sorts the clauses of a report by what their reader has to do. */
export function attention(report: Report): Attention {
  const { clauses, verdict } = report;
  const isThere = ({ section }: ReportedClause): boolean => !isMissing(report, section);
  const violated = byWeight(clauses.filter((clause) => clause.verdict === 'fail'));
  const failed = violated.filter(({ level }) => level !== 'DECLARED');
  const isOpen = !isBlank(report);
  const short = isOpen ? shortEvidence(report) : [];
  const blocking = clauses.filter(
    (clause) =>
      isOpen &&
      preventsConformant(clause) &&
      clause.verdict !== 'fail' &&
      clause.verdict !== 'error' &&
      clause.reason?.code !== 'not-selected' &&
      // A clause that waits for a broken clause is listed under the broken clause.
      awaitedBy(clause, clauses)?.verdict !== 'fail',
  );
  const open = openReasons(
    blocking.filter((clause) => !isBeyondReads(report, clause)),
    report,
  );
  const beyond = openReasons(
    blocking.filter((clause) => isBeyondReads(report, clause)),
    report,
  );
  return {
    failed: failed.filter(isThere),
    absent: failed.filter((clause) => !isThere(clause)),
    contradicted: violated.filter(({ level }) => level === 'DECLARED'),
    errors: clauses.filter((clause) => clause.verdict === 'error'),
    warned: clauses.filter((clause) => clause.verdict === 'warn'),
    open,
    beyond,
    suspects: suspectsOf(clauses.filter((clause) => clause.suspect && isThere(clause))),
    short: short.filter(({ draws }) => draws !== false),
    looks: short.filter(({ draws }) => draws === false),
    next: verdict === 'INCOMPLETE' ? nextSteps([...open, ...beyond], report) : [],
    limits: statedLimits(blocking, report),
  };
}

/** The limits in place of missing means, except limits that would lose passing clauses. */
function statedLimits(
  blocking: readonly ReportedClause[],
  { clauses, scope }: Report,
): StatedLimits | undefined {
  const settled = new Map<string, number>();
  for (const clause of blocking) {
    const limit = limitFor(clause);
    if (limit !== undefined) settled.set(limit, (settled.get(limit) ?? 0) + 1);
  }
  if (settled.size === 0) return undefined;
  const passing = (limit: string): number =>
    clauses.filter(
      ({ level, verdict, limits }) => level === 'MUST' && verdict === 'pass' && limits.includes(limit),
    ).length;
  const found = [...settled].map(([limit, settles]) => ({ limit, settles, passing: passing(limit) }));
  const free = found.filter((one) => one.passing === 0);
  return {
    ...(free.length === 0 ? {} : { line: limitLine([...scope.without, ...free.map(({ limit }) => limit)]) }),
    clauses: free.reduce((sum, { settles }) => sum + settles, 0),
    costly: found.filter((one) => one.passing > 0).toSorted((a, b) => place(a.limit) - place(b.limit)),
  };
}

/** Evidence with too few cases, if its operation exists and its clause does not fail. */
function shortEvidence(report: Report): readonly ReportedEvidence[] {
  const wanting = new Set(
    report.clauses.flatMap(({ id, section, verdict }) =>
      verdict === 'fail' || isMissing(report, section) ? [] : [id],
    ),
  );
  return report.evidence.filter(
    (one) => wanting.has(one.clause) && hadTooFewCases(one) && !isLeftToWrites(report, one),
  );
}

/** If the premise of evidence need not occur, only an undecided case makes its cases too few. */
function hadTooFewCases({ verdict, minimum, reason }: ReportedEvidence): boolean {
  if (reason?.code === 'not-selected') return false;
  return verdict === 'inconclusive' || (verdict === 'not-tested' && minimum > 0);
}

/** Whether a read-only run could make no case of the evidence. */
function isLeftToWrites({ scope }: Report, { verdict, premise, reason }: ReportedEvidence): boolean {
  if (scope.readOnly === undefined) return false;
  return reason?.code === 'read-only' || (verdict === 'not-tested' && premise === 0);
}

import type { Report, ReportedEvidence } from '../../clause/report.ts';
import { isMissing } from '../operations/operation-rows.ts';

/** Evidence with too few cases: for existing operations, and for no failing clause. */
export function shortEvidence(report: Report): readonly ReportedEvidence[] {
  const wanting = new Set(
    report.clauses.flatMap(({ id, section, verdict }) =>
      verdict === 'fail' || isMissing(report, section) ? [] : [id],
    ),
  );
  return report.evidence.filter(
    (one) => wanting.has(one.clause) && hadTooFewCases(one) && !isLeftToWrites(report, one),
  );
}

/** Evidence whose premise need not occur has too few cases only if an occurring case was left undecided. */
function hadTooFewCases({ verdict, minimum, reason }: ReportedEvidence): boolean {
  if (reason?.code === 'not-selected') return false;
  return verdict === 'inconclusive' || (verdict === 'not-tested' && minimum > 0);
}

/** In a read-only run: the run could make no case of the evidence. */
function isLeftToWrites({ scope }: Report, { verdict, premise, reason }: ReportedEvidence): boolean {
  if (scope.readOnly === undefined) return false;
  return reason?.code === 'read-only' || (verdict === 'not-tested' && premise === 0);
}

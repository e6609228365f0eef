import type { ReportedClause, ReportInput } from '../report.ts';
import type { ReasonCode } from '../sample.ts';

/** What the absence of a resource leads to. */
const mayBeForIt: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'not-observable',
  'two-readings',
  'flaky',
  'foreign-writes',
  'blocked-by',
]);

/**
 * Clauses that could not be decided, where the server was seen to remove the oldest resources of the run: told how many it
 * keeps, a run makes no more.
 */
export function askedForWhatIsKept(
  clauses: readonly ReportedClause[],
  { record, profile }: Pick<ReportInput, 'record' | 'profile'>,
): readonly ReportedClause[] {
  if (record?.keeps === undefined || profile?.resource?.keeps !== undefined) return clauses;
  const supply = `"resource": {"keeps": {"newest": ${record.keeps}}}`;
  return clauses.map((clause) => {
    const { level, reason, verdict } = clause;
    const isOpen = verdict === 'inconclusive' || verdict === 'not-tested';
    if (level === 'OPEN' || !isOpen || reason === undefined || reason.supply !== undefined) return clause;
    return mayBeForIt.has(reason.code) ? { ...clause, reason: { ...reason, supply } } : clause;
  });
}

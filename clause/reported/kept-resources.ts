import type { ReportedClause, ReportInput } from '../report.ts';
import type { ReasonCode } from '../sample.ts';

/** Reason codes of clauses that may be undecided because a resource is missing. */
const mayBeForIt: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'not-observable',
  'two-readings',
  'flaky',
  'foreign-writes',
  'blocked-by',
]);

/** For undecided clauses, if the server removed resources of the run or refused new ones: asks how many it keeps. */
export function askedForWhatIsKept(
  clauses: readonly ReportedClause[],
  { record, profile }: Pick<ReportInput, 'record' | 'profile'>,
): readonly ReportedClause[] {
  const newest = record?.keeps ?? record?.roomFor;
  const keeps = newest === undefined ? { forMs: record?.keepsForMs } : { newest };
  if (Object.values(keeps)[0] === undefined || profile?.resource?.keeps !== undefined) return clauses;
  const supply = `"resource": {"keeps": ${JSON.stringify(keeps).replace(':', ': ')}}`;
  return clauses.map((clause) => {
    const { level, reason, verdict } = clause;
    const isOpen = verdict === 'inconclusive' || verdict === 'not-tested';
    if (level === 'OPEN' || !isOpen || reason === undefined || reason.supply !== undefined) return clause;
    return mayBeForIt.has(reason.code) ? { ...clause, reason: { ...reason, supply } } : clause;
  });
}

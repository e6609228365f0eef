import type { ReportedClause, ReportInput } from '../report.ts';
import type { ReasonCode } from '../sample.ts';

/** The consequence of a missing resource. */
const mayBeForIt: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'not-observable',
  'two-readings',
  'flaky',
  'foreign-writes',
  'blocked-by',
]);

/** Undecided clauses, if the server removed the oldest resources of the run, or refused new ones: the profile can state how many stay, or how long. */
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

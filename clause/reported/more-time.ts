import type { ReportedClause, ReportInput } from '../report.ts';

/** The line for clauses that a run left out because its time ended. */
export const moreTime = 'CONFORMANCE_MAX_SECONDS=<more>';

/** Asks for twice the time limit, for clauses that are undecided because the run was stopped at the limit. */
export function askedForMoreTime(
  clauses: readonly ReportedClause[],
  { record }: Pick<ReportInput, 'record'>,
): readonly ReportedClause[] {
  const seconds = record?.stoppedAfterSeconds;
  if (seconds === undefined) return clauses;
  const supply = `CONFORMANCE_MAX_SECONDS=${2 * seconds}`;
  return clauses.map((clause) => {
    const { reason } = clause;
    const isForTime =
      reason?.supply === moreTime || (reason?.code === 'stopped' && reason.supply === undefined);
    return reason === undefined || !isForTime ? clause : { ...clause, reason: { ...reason, supply } };
  });
}

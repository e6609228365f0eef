import type { ReadOnlyScope, Report, ReportedClause } from '../../clause/report.ts';
import { isDemanded } from '../../clause/verdict.ts';
import { counted } from '../text-layout.ts';

/** `115/115`: how many of the clauses that reads can decide pass. Undefined for a run that may write. */
export function readOnlyShare({ scope: { readOnly } }: Pick<Report, 'scope'>): string | undefined {
  return readOnly === undefined ? undefined : `${readOnly.pass}/${readOnly.decidable}`;
}

/** Whether only a read-only run cannot decide a clause; false for clauses that other runs leave undecided as well. */
export function isBeyondReads(
  { scope }: Pick<Report, 'scope'>,
  { reason }: Pick<ReportedClause, 'reason'>,
): boolean {
  return scope.readOnly !== undefined && reason?.code === 'read-only';
}

/** Whether everything that reads can decide passes. */
function readsPass({ pass, decidable }: ReadOnlyScope): boolean {
  return pass > 0 && pass === decidable;
}

/** How the sentence about undecided clauses ends. */
export function betweenWhat({ scope: { readOnly } }: Pick<Report, 'scope'>): string {
  return readOnly === undefined
    ? 'between this run and CONFORMANT'
    : `of the ${readOnly.decidable} that reads can decide`;
}

/** Whether a read-only run has passed its gate, in place of a whole verdict. */
export function hasPassedGate({ scope: { readOnly } }: Pick<Report, 'scope'>): boolean {
  return readOnly?.gate === true && readsPass(readOnly);
}

/** What reads decided, in words, and the number of clauses beyond reads. */
export function readsInWords(report: Report, readOnly: ReadOnlyScope): readonly string[] {
  const { pass, decided, decidable } = readOnly;
  const beyond = report.clauses.filter(isDemanded).filter((clause) => isBeyondReads(report, clause)).length;
  const parts = [
    ...(decided > pass ? [`${decided - pass} of ${decidable} that reads can decide fail`] : []),
    ...(decidable > decided ? [`${decidable - decided} of ${decidable} that reads can decide are open`] : []),
  ];
  return [
    ...(readsPass(readOnly) ? ['everything that reads can decide passes'] : parts),
    ...(decidable === 0 ? ['nothing was decided'] : []),
    ...(beyond > 0 ? [`${counted(beyond, 'clause')} beyond reads`] : []),
  ];
}

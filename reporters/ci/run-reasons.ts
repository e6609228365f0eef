import { readOnlyPrefix } from '../../clause/read-only/reads.ts';
import type { Report } from '../../clause/report.ts';
import { hasPassedGate } from '../read-only/read-only-lines.ts';

/** Reasons for the verdict that are about the run as a whole and not about a clause. */
export function runReasons(report: Report): readonly string[] {
  const { reasons, clauses } = report;
  const ids = new Set(clauses.map(({ id }) => id));
  // Whoever has made a gate of reads asks for no more than what they decide.
  const isAsked = (reason: string): boolean => !(hasPassedGate(report) && reason.startsWith(readOnlyPrefix));
  return reasons.filter((reason) => !ids.has(reason.slice(0, reason.indexOf(': '))) && isAsked(reason));
}

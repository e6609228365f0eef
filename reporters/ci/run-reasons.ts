import type { Report } from '../../clause/report.ts';

/** Reasons for the verdict that are about the run as a whole and not about a clause. */
export function runReasons({ reasons, clauses }: Report): readonly string[] {
  const ids = new Set(clauses.map(({ id }) => id));
  return reasons.filter((reason) => !ids.has(reason.slice(0, reason.indexOf(': '))));
}

import type { Report } from '../../clause/report.ts';
import { wasNeverSeen } from '../../clause/verdict.ts';
import { aboutReference, wasSelected } from '../headline.ts';
import { visibleJson } from '../visible.ts';
import { readOnlyShare } from '../read-only/read-only-lines.ts';

const colors = { CONFORMANT: 'brightgreen', 'NON-CONFORMANT': 'red', INCOMPLETE: 'lightgrey' } as const;

/**
 * What the endpoint badge of shields.io reads: `264/264 MUST`, green, red, or grey for INCOMPLETE, which is also what
 * a run that only reads comes to: `READ-ONLY 115/115`. That of the embedded reference is nobody's, and grey.
 */
export function asBadge(report: Report): string {
  const { verdict, counts, clauses, scope, target } = report;
  const asked =
    clauses.filter((clause) => clause.level === 'MUST' && wasSelected(clause) && !wasNeverSeen(clause))
      .length - counts.must['not-applicable'];
  const limits = scope.without.length === 0 ? '' : ` without ${scope.without.join(', ')}`;
  const share = readOnlyShare(report);
  const about = aboutReference(report).map((words) => ` ${words}`);
  const content = {
    schemaVersion: 1,
    label: 'Generic Resource API',
    message: `${share === undefined ? `${counts.must.pass}/${asked} MUST` : `READ-ONLY ${share}`}${limits}${about.join('')}`,
    color: target.embedded ? colors.INCOMPLETE : colors[verdict],
    ...(verdict === 'NON-CONFORMANT' ? { isError: true } : {}),
  };
  return visibleJson(`${JSON.stringify(content)}\n`);
}

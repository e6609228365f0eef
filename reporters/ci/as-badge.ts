import type { Report } from '../../clause/report.ts';
import { wasNeverSeen } from '../../clause/verdict.ts';
import { wasSelected } from '../headline.ts';
import { visibleJson } from '../visible.ts';
import { readOnlyShare } from '../read-only/read-only-lines.ts';

const colors = { CONFORMANT: 'brightgreen', 'NON-CONFORMANT': 'red', INCOMPLETE: 'lightgrey' } as const;

/**
 * What the endpoint badge of shields.io reads: `264/264 MUST`, green, red, or grey for INCOMPLETE, which is also what
 * a run that only reads comes to: `READ-ONLY 115/115`.
 */
export function asBadge({ verdict, counts, clauses, scope }: Report): string {
  const asked =
    clauses.filter((clause) => clause.level === 'MUST' && wasSelected(clause) && !wasNeverSeen(clause))
      .length - counts.must['not-applicable'];
  const limits = scope.without.length === 0 ? '' : ` without ${scope.without.join(', ')}`;
  const content = {
    schemaVersion: 1,
    label: 'Generic Resource API',
    message: `${readOnlyShare({ scope }) ?? `${counts.must.pass}/${asked} MUST`}${limits}`,
    color: colors[verdict],
    ...(verdict === 'NON-CONFORMANT' ? { isError: true } : {}),
  };
  return visibleJson(`${JSON.stringify(content)}\n`);
}

import type { Report } from '../../clause/report.ts';
import { aboutReference, mustCounts, neverSeenInShort } from '../headline.ts';
import { jsonLine } from '../visible.ts';
import { readOnlyShare } from '../read-only/read-only-lines.ts';
import { waiversInShort } from '../waivers/waiver-lines.ts';

const colors = { CONFORMANT: 'brightgreen', 'NON-CONFORMANT': 'red', INCOMPLETE: 'lightgrey' } as const;

/**
 * The input of the endpoint badge of shields.io: `264/264 MUST`, or `READ-ONLY 115/115`. Grey for INCOMPLETE, and for
 * the suite's own reference or mock, whose badge belongs to no vendor.
 */
export function asBadge(report: Report): string {
  const { verdict, scope } = report;
  const musts = mustCounts(report);
  const { readings = [] } = scope;
  const limits = [
    ...(scope.without.length === 0 ? [] : [` without ${scope.without.join(', ')}`]),
    ...(readings.length === 0 ? [] : [` declared ${readings.join(', ')}`]),
  ].join('');
  const share = readOnlyShare(report);
  const waived = waiversInShort(report);
  const about = aboutReference(report).map((words) => ` ${words}`);
  const passed =
    share === undefined ? `${musts.pass}/${musts.of} MUST${neverSeenInShort(musts)}` : `READ-ONLY ${share}`;
  const content = {
    schemaVersion: 1,
    label: 'Generic Resource API',
    message: `${passed}${limits}${waived === undefined ? '' : `, ${waived}`}${about.join('')}`,
    color: about.length > 0 ? colors.INCOMPLETE : colors[verdict],
    ...(verdict === 'NON-CONFORMANT' ? { isError: true } : {}),
  };
  return `${jsonLine(content)}\n`;
}

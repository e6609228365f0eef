import type { ReportedClause } from '../clause/report.ts';
import { code, preformatted, prose, table } from './markdown-parts.ts';
import {
  curlLine,
  exchangeAtFault,
  gotLine,
  minimalCaseLine,
  replayLine,
  reproducedLine,
  sentLine,
} from './replay.ts';
import { counted } from './text-layout.ts';

/** A broken clause: the contract beside what came in a table, the commands to see it again folded below. */
export function markdownFinding(clause: ReportedClause): string {
  const [finding] = clause.findings;
  const rows: (readonly [string, string])[] = [
    ['contract', `${prose(clause.statement)} (${prose(clause.section)})`],
    ...(clause.sends === undefined ? [] : [['test sends', prose(clause.sends)] as const]),
  ];
  if (finding === undefined) return [`### ${prose(clause.id)}`, table(['', ''], rows)].join('\n\n');
  const exchange = exchangeAtFault(finding);
  const minimal = minimalCaseLine(finding);
  const further = clause.findings.length - 1 + (clause.furtherFindings ?? 0);
  if (exchange !== undefined) rows.push(['sent', code(sentLine(exchange))]);
  rows.push(['expected', prose(finding.expected)], ['got', prose(gotLine(finding, exchange))]);
  if (minimal !== undefined) rows.push(['minimal case', code(minimal)]);
  rows.push(['reproduced', prose(reproducedLine(finding))]);
  for (const cause of clause.causes ?? []) rows.push(['cause?', prose(cause)]);
  if (further > 0)
    rows.push(['further', `${counted(further, 'more finding')} of this clause, see conformance.json`]);
  if (clause.source !== '') rows.push(['place', code(clause.source)]);
  const curl = curlLine(finding);
  const commands = [...(curl === undefined ? [] : [curl]), replayLine(clause)];
  return [
    `### ${prose(clause.id)}`,
    table(['', ''], rows),
    '<details><summary>replay</summary>',
    preformatted(commands),
    '</details>',
  ].join('\n\n');
}

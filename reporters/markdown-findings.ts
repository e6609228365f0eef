import type { CauseBlock } from '../clause/causes/blocks.ts';
import { code, preformatted, prose, table } from './markdown-parts.ts';
import {
  curlLine,
  alikeLine,
  alsoLine,
  exchangeAtFault,
  gotLine,
  minimalCaseLine,
  replayLine,
  reproducedLine,
  scriptLine,
  sentLine,
} from './replay.ts';
import { storyLines } from './story-lines.ts';
import { counted } from './text-layout.ts';

const columns = 120;

/** One cause, shown by its best clause: a table, the story, and the folded commands to repeat it. */
export function markdownFinding({ clause, others, alike, rule, waiting }: CauseBlock): string {
  const [finding] = clause.findings;
  const heading = `### ${prose(rule?.name ?? clause.id)}`;
  const rows: (readonly [string, string])[] = [
    ...(rule === undefined
      ? []
      : [['cause', prose(rule.told)] as const, ['clause', prose(clause.id)] as const]),
    ['contract', `${prose(clause.statement)} (${prose(clause.section)})`],
    ...(clause.sends === undefined ? [] : [['test sends', prose(clause.sends)] as const]),
  ];
  if (finding === undefined) return [heading, table(['', ''], rows)].join('\n\n');
  const exchange = exchangeAtFault(finding);
  const minimal = minimalCaseLine(finding);
  const further = clause.findings.length - 1 + (clause.furtherFindings ?? 0);
  const told = storyLines(finding, columns);
  if (exchange !== undefined && told.length === 0) rows.push(['sent', code(sentLine(exchange))]);
  rows.push(['expected', prose(finding.expected)], ['got', prose(gotLine(finding, exchange))]);
  if (minimal !== undefined) rows.push(['minimal case', code(minimal)]);
  rows.push(['reproduced', prose(reproducedLine(finding))]);
  for (const cause of rule === undefined ? (clause.causes ?? []) : []) rows.push(['cause?', prose(cause)]);
  if (further > 0)
    rows.push(['further', `${counted(further, 'more finding')} of this clause, see the report`]);
  if (alike.length > 0) rows.push(['also at', prose(alikeLine(alike))]);
  for (const other of others) rows.push(['also fails', prose(alsoLine(other))]);
  if (waiting.length > 0) rows.push(['waits for it', prose(waiting.map(({ id }) => id).join(', '))]);
  if (clause.source !== '') rows.push(['place', code(clause.source)]);
  const curl = curlLine(finding);
  const script = scriptLine(clause);
  const commands = [
    ...(curl === undefined ? [] : [curl]),
    ...(script === undefined
      ? []
      : [script.said === undefined ? script.command : `${script.command} # ${script.said}`]),
    replayLine(clause),
  ];
  return [
    heading,
    table(['', ''], rows),
    ...(told.length === 0 ? [] : [preformatted(told)]),
    '<details><summary>replay</summary>',
    preformatted(commands),
    '</details>',
  ].join('\n\n');
}

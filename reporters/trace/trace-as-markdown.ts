import { headline, targetName } from '../headline.ts';
import { code, prose, table } from '../markdown-parts.ts';
import { shareOf, troubleOn, troubleText, type TracedContract, type TracedLine } from './traced-contract.ts';

/** The contract as a table with a row for each line that states something: text, MUST result, open points. */
export function traceAsMarkdown({ report }: TracedContract, lines: readonly TracedLine[]): string {
  const rows = lines
    .filter(({ row, text }) => row !== undefined || text.startsWith('#'))
    .map((line) => [
      String(line.number),
      prose(line.text.replace(/^#+ /, '')),
      [line.mark ?? '', shareOf(line)].filter(Boolean).join(' '),
      [
        ...troubleOn(line).map((clause) => `${code(clause.id)}: ${prose(troubleText(clause, line))}`),
        ...line.here.map(({ id, text }) => `here: ${prose(text)} (${code(id)})`),
      ].join('<br>'),
    ]);
  return [
    ...(report === undefined ? [] : [`# ${prose(headline(report))}: ${prose(targetName(report))}`]),
    table(['line', 'the contract says', 'MUST', 'on this implementation'], rows),
    '',
  ].join('\n\n');
}

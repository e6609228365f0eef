import type { ReportedClause } from '../../clause/report.ts';
import { counted, indented } from '../text-layout.ts';
import { visible } from '../visible.ts';
import type { ChangedLines } from './edition.ts';
import { restingOn, rowsByLine, type RowLines } from './traced-contract.ts';

/** What distinguishes two editions. */
export interface Editions {
  readonly changed: ChangedLines;
  readonly rows: RowLines;
  readonly clauses: readonly Pick<ReportedClause, 'id' | 'rows'>[];
  /** The lines of the known edition, if its text is at hand. */
  readonly before?: readonly string[];
  readonly now: readonly string[];
}

/** The lines that another edition lacks, with the clauses that rest on them, and its new lines. */
export function changesAsText({ changed, rows, clauses, before, now }: Editions, columns: number): string {
  const byLine = rowsByLine(rows);
  const resting = (line: number): readonly string[] =>
    restingOn(byLine.get(line), clauses).map(({ id }) => id);
  const told = (sign: string, line: number, text = ''): string =>
    `${sign}${String(line).padStart(5)}  ${visible(text, Infinity)}`.trimEnd();
  const touched = new Set(changed.removed.flatMap(resting));
  const lines = [
    ...changed.removed.flatMap((line) => {
      const ids = resting(line);
      const row = byLine.get(line);
      return [
        told('-', line, before?.[line - 1] ?? (row === undefined ? '(says nothing by itself)' : `(${row})`)),
        ...(ids.length === 0 ? [] : indented(`rest on it: ${ids.join(', ')}`, 8, columns)),
      ];
    }),
    ...changed.added.map((line) => told('+', line, now[line - 1])),
    '',
    `${counted(changed.removed.length, 'line')} gone or changed, ${counted(changed.added.length, 'line')} new; ${counted(touched.size, 'clause')} rest on lines that are gone`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

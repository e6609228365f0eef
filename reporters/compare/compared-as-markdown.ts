import { code, list, prose, section, table } from '../markdown-parts.ts';
import type { ComparedRow, ComparedView } from './compared-view.ts';

/** A comparison as Markdown: the reports, the changes, and clauses × implementations. */
export function comparedAsMarkdown({ columns, changes, notes, rows, alike }: ComparedView): string {
  const told = [...changes.map(([label, text]) => (text === '' ? label : `${label}: ${text}`)), ...notes];
  return [
    '# Compared',
    table(
      ['', 'verdict', 'run', 'counts'],
      columns.map(({ name, verdict, about, tally }) => [name, verdict, about, tally].map(prose)),
    ),
    ...section('Changes', told.length === 0 ? [] : [list(told.map(prose))]),
    ...section(`Clauses that differ (${rows.length})`, rows.length === 0 ? [] : [clauseTable(rows, columns)]),
    ...(alike > 0 ? [`${alike} clauses are the same in every report.`] : []),
    '',
  ].join('\n\n');
}

/** Clauses × implementations. */
export function clauseTable(
  rows: readonly ComparedRow[],
  columns: readonly { readonly name: string }[],
): string {
  return table(
    ['clause', ...columns.map(({ name }) => prose(name))],
    rows.map(({ id, cells }) => [code(id), ...cells.map(({ text }) => prose(text))]),
  );
}

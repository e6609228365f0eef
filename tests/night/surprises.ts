import type { EndedRow } from './night-log.ts';

/** The command that plays a row alone, as the same night has played it. */
export function commandOf(seed: string, { table, name }: Pick<EndedRow, 'table' | 'name'>): string {
  return `npm run test:night -- --seed ${inShell(seed)} --table ${table} --row ${inShell(name)}`;
}

/** A night's surprises as the text of an issue. */
export function markdownOf(seed: string, surprises: readonly EndedRow[]): string {
  if (surprises.length === 0) return `The night of ${seed} had no surprises.\n`;
  const rows = surprises.map(
    (row) =>
      `- \`${row.table}\`: ${inline(row.ending)}\n\n  ${'```'}sh\n  ${commandOf(seed, row)}\n  ${'```'}`,
  );
  return [
    `The night of ${seed} had ${surprises.length} surprises. Each command plays one row alone.`,
    ...rows,
    'The rows are in `tests/regressions/rows.json` from now on: commit that file with the mend.',
    '',
  ].join('\n\n'); // prettier-ignore
}

function inShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Text of a row as one line of Markdown that formats nothing. */
function inline(text: string): string {
  return `\`${text.replaceAll(/[`\s]+/g, ' ').slice(0, 300)}\``;
}

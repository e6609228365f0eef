import { appendFileSync, readFileSync } from 'node:fs';
import { hashText } from '../../run/random.ts';

/** The rows that every run of the tests plays, by table; a row that failed in a night is written there. */
export const fixedRowsFile = new URL('../regressions/rows.json', import.meta.url);

/** Names of rows, by the name of their table. */
export type RowNames = Readonly<Record<string, readonly string[]>>;

/** The fixed rows as they are written down. */
export function fixedRows(): RowNames {
  return JSON.parse(readFileSync(fixedRowsFile, 'utf8')) as RowNames;
}

/**
 * Which rows of long tables are played: `fixed` (everybody's tests), `all` (one row, named to vitest), or those that
 * the seed of a night draws.
 */
export type Selection = 'fixed' | 'all' | { readonly seed: string };

const ofNight = 'night ';

/** The selection that a process was started with, in the variable `ROWS`. */
export function selectionOf(text: string | undefined): Selection {
  if (text === undefined || text === 'fixed') return 'fixed';
  if (text === 'all') return 'all';
  if (text.startsWith(ofNight)) return { seed: text.slice(ofNight.length) };
  throw new Error(`ROWS: found ${text}; expected fixed, all, or night and a seed`);
}

/** A table of rows too long for every run of the tests. */
export interface LongTable<T> {
  readonly table: string;
  readonly rows: readonly T[];
  readonly nameOf: (row: T) => string;
  /** A night plays one row in so many. */
  readonly oneIn: number;
}

/**
 * The rows of a table that a selection plays, in the table's order; the first one where it names and draws none.
 *
 * @throws {Error} if a fixed row is not in the table
 */
export function rowsPlayed<T>(
  { table, rows, nameOf, oneIn }: LongTable<T>,
  selection: Selection = selectionOf(process.env['ROWS']),
  fixed: RowNames = fixedRows(),
): readonly T[] {
  if (selection === 'all') return rows;
  const named = new Set(fixed[table]);
  const unknown = [...named].filter((name) => !rows.some((row) => nameOf(row) === name));
  if (unknown.length > 0)
    throw new Error(`tests/regressions/rows.json: no row of ${table} is called ${unknown.join(', ')}`);
  const isDrawn = (name: string): boolean =>
    selection !== 'fixed' && hashText(`${selection.seed} ${table} ${name}`) % oneIn === 0;
  const drawn = rows.filter((row) => named.has(nameOf(row)) || isDrawn(nameOf(row)));
  const played = drawn.length > 0 ? drawn : rows.slice(0, 1);
  tellNight(table, played.map(nameOf));
  return played;
}

/** A night asks for the rows by which a test that fails is found again, in a file that `ROWS_LOG` names. */
function tellNight(table: string, names: readonly string[]): void {
  const log = process.env['ROWS_LOG'];
  if (log !== undefined) appendFileSync(log, `${JSON.stringify({ table, names })}\n`);
}

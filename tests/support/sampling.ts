import { hashText } from '../../run/random.ts';
import { closenessOf, type Touched } from './sampling/touched.ts';

/**
 * How much of the long tables a run looks at, by what `tests/vitest.config.ts` sets: `npm test` and
 * `npm run test:processes` a sample each, and not the same one; `npm run test:all` everything.
 */
const isWhole = process.env['TIER'] === 'all';
const seed = `${process.env['SALT'] ?? ''} ${process.env['TIER'] ?? ''}`;
const touchedByCommit = JSON.parse(process.env['TOUCHED'] ?? '{}') as Touched;

/** How many rows a table looks at besides those that are drawn, where something changed that names them. */
const mostNamed = 12;

/** How many others that a commit has touched, at least; at most as many as are drawn. */
const fewestTouched = 3;

/** Whether a row is looked at in this run, which goes for about one in so many; for all in `npm run test:all`. */
export function isDrawn(table: string, row: string, oneIn: number): boolean {
  return isWhole || hashText(`${seed} ${table} ${row}`) % oneIn === 0;
}

/**
 * The rows that are looked at in this run: about one in so many, at least one of them, and those of which the commit
 * has touched an input. Inputs are paths of modules from the repository's root, and names that stand in them.
 */
export function drawn<T>(
  table: string,
  rows: readonly T[],
  nameOf: (row: T) => string,
  oneIn: number,
  inputsOf: (row: T) => readonly string[] = () => [],
): readonly T[] {
  const chosen = rows.filter((row) => isDrawn(table, nameOf(row), oneIn));
  const turnOf = (row: T): number => hashText(`${seed} ${table} ${nameOf(row)}`);
  const { looked, left } = touchedRows(rows, new Set(chosen), { inputsOf, turnOf });
  if (left > 0)
    process.stdout.write(
      `${table}: ${looked.size} more rows are looked at, since they were touched, and ${left} are not\n`,
    );
  const among = rows.filter((row) => chosen.includes(row) || looked.has(row));
  return among.length > 0 ? among : rows.slice(0, 1);
}

/** What of a row decides whether it is touched, and which of two comes first that are touched alike. */
export interface Row<T> {
  readonly inputsOf: (row: T) => readonly string[];
  readonly turnOf: (row: T) => number;
}

/**
 * The rows that are touched, besides those that are chosen: the closest first, as many as there is time for; and how
 * many are left.
 */
export function touchedRows<T>(
  rows: readonly T[],
  chosen: ReadonlySet<T>,
  { inputsOf, turnOf }: Row<T>,
  touched: Touched = touchedByCommit,
): { readonly looked: ReadonlySet<T>; readonly left: number } {
  const all = rows
    .filter((row) => !chosen.has(row))
    .flatMap((row) => {
      const closeness = closenessOf(touched, inputsOf(row));
      return closeness === undefined ? [] : [{ row, closeness, turn: turnOf(row) }];
    })
    .toSorted((one, other) => one.closeness - other.closeness || one.turn - other.turn);
  const named = all.filter(({ closeness }) => closeness === 0).slice(0, mostNamed);
  const others = all.filter(({ closeness }) => closeness > 0).slice(0, Math.max(fewestTouched, chosen.size));
  const looked = new Set([...named, ...others].map(({ row }) => row));
  return { looked, left: all.length - looked.size };
}

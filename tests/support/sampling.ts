import { hashText } from '../../run/random.ts';

/**
 * How much of the long tables a run looks at, by what `tests/vitest.config.ts` sets: `npm test` and
 * `npm run test:processes` a sample each, and not the same one; `npm run test:all` everything.
 */
const isWhole = process.env['TIER'] === 'all';
const seed = `${process.env['SALT'] ?? ''} ${process.env['TIER'] ?? ''}`;

/** Whether a row is looked at in this run, which goes for about one in so many; for all in `npm run test:all`. */
export function isDrawn(table: string, row: string, oneIn: number): boolean {
  return isWhole || hashText(`${seed} ${table} ${row}`) % oneIn === 0;
}

/** The rows that are looked at in this run: about one in so many, and at least one of them. */
export function drawn<T>(
  table: string,
  rows: readonly T[],
  nameOf: (row: T) => string,
  oneIn: number,
): readonly T[] {
  const among = rows.filter((row) => isDrawn(table, nameOf(row), oneIn));
  return among.length > 0 ? among : rows.slice(0, 1);
}

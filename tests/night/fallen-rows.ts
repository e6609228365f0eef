import { writeFileSync } from 'node:fs';
import { fixedRows, fixedRowsFile, type RowNames } from '../support/played-rows.ts';
import type { EndedRow } from './night-log.ts';
import { replayable } from './tables.ts';

/**
 * The fixed rows with those that failed in a night: rows of tables that a test can play again by their names, and rows
 * that test files have drawn.
 */
export function withFallen(fixed: RowNames, fallen: readonly EndedRow[]): RowNames {
  const added = fallen.flatMap(({ table, name, ending }) => {
    if (replayable.has(table)) return [{ table, name }];
    if (table !== 'test-files' || !ending.startsWith('failed: ')) return [];
    return [...ending.matchAll(/ \(row of ([^:]+): (.+?)\)(?= \| |$)/g)].map(([, of = '', row = '']) => ({
      table: of,
      name: row,
    }));
  });
  const tables = [...new Set([...Object.keys(fixed), ...added.map(({ table }) => table)])].toSorted();
  return Object.fromEntries(
    tables.map((table) => {
      const names = added.flatMap((row) => (row.table === table ? [row.name] : []));
      return [table, [...new Set([...(fixed[table] ?? []), ...names])].toSorted()];
    }),
  );
}

/** Writes rows that failed to `tests/regressions/rows.json`. */
export function addFixedRows(fallen: readonly EndedRow[]): void {
  const rows = withFallen(fixedRows(), fallen);
  writeFileSync(fixedRowsFile, `${JSON.stringify(rows, undefined, 2)}\n`);
}

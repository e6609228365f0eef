import { mutatedReference } from './mutated-reference.ts';
import { mutatedSecond } from './mutated-second.ts';
import { plainTables } from './plain-tables.ts';
import type { Table } from './table.ts';

const script = new URL('player.mjs', import.meta.url);

/** All trials of the suite, in the order that a reader would expect. */
export const tables: readonly Table[] = [
  ...plainTables.map((table) => ({
    ...table,
    player: () => ({ script, ask: (name: string) => ({ table: table.id, name }) }),
  })),
  mutatedReference,
  mutatedSecond,
];

/** The table of that name. */
export function tableOf(id: string): Table {
  const table = tables.find((one) => one.id === id);
  if (table === undefined) throw new Error(`no table is called ${id}`);
  return table;
}

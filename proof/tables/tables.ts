import { broken } from './broken.ts';
import { honest } from './honest.ts';
import { mutatedReference } from './mutated-reference.ts';
import { mutatedSecond } from './mutated-second.ts';
import { repeated } from './repeated.ts';
import type { PlainTable, Table } from './table.ts';

const plain: readonly PlainTable[] = [...broken, ...honest, ...repeated];
const script = new URL('player.mjs', import.meta.url);

/** Everything that the suite is tried on, in the order in which a reader would ask for it. */
export const tables: readonly Table[] = [
  ...plain.map((table) => ({
    ...table,
    player: () => ({ script, ask: (name: string) => ({ table: table.id, name }) }),
  })),
  mutatedReference,
  mutatedSecond,
];

/** How a row of a table ends that needs nothing but the sources. */
export async function playPlain(id: string, name: string): Promise<string> {
  const table = plain.find((one) => one.id === id);
  if (table === undefined) throw new Error(`no table is called ${id}`);
  return await table.play(name);
}

/** The table of that name. */
export function tableOf(id: string): Table {
  const table = tables.find((one) => one.id === id);
  if (table === undefined) throw new Error(`no table is called ${id}`);
  return table;
}

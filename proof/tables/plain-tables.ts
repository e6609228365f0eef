import { broken } from './broken.ts';
import { honest } from './honest.ts';
import { repeated } from './repeated.ts';
import type { PlainTable } from './table.ts';

/** Tables whose rows need only the sources. */
export const plainTables: readonly PlainTable[] = [...broken, ...honest, ...repeated];

/** The ending of a row of such a table. */
export async function playPlain(id: string, name: string): Promise<string> {
  const table = plainTables.find((one) => one.id === id);
  if (table === undefined) throw new Error(`no table is called ${id}`);
  return await table.play(name);
}

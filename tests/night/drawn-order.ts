import type { Table } from '../../proof/tables/table.ts';
import { hashText } from '../../run/random.ts';

/** A row that a night plays. */
export interface NightRow {
  readonly table: Table;
  readonly name: string;
}

/**
 * All rows of the tables in an order that a seed draws: whenever a night ends, it has played the same share of each
 * table.
 */
export async function drawnOrder(tables: readonly Table[], seed: string): Promise<readonly NightRow[]> {
  const placed = await Promise.all(
    tables.map(async (table) => {
      const turnOf = (name: string): number => hashText(`${seed} ${table.id} ${name}`);
      const names = [...(await table.names())].toSorted((one, other) => turnOf(one) - turnOf(other));
      return names.map((name, at) => ({ table, name, place: (at + 0.5) / names.length }));
    }),
  );
  return placed.flat().toSorted((one, other) => one.place - other.place);
}

import { expect, test } from 'vitest';
import { plainTables, playPlain } from '../../proof/tables/plain-tables.ts';
import { fixedRows } from '../support/played-rows.ts';

const fixed = fixedRows();
const rows = plainTables.flatMap((table) => (fixed[table.id] ?? []).map((name) => ({ table, name })));

test.each(rows.map((row) => [row.table.id, row.name, row] as const))(
  '%s: %s ends as it must (failed once)',
  async (id, name, { table }) => {
    const ending = await playPlain(id, name);
    expect(table.isMissed(ending) ? ending : 'as it must').toBe('as it must');
  },
);

test('each row belongs to its table', async () => {
  for (const { table, name } of rows) expect(await table.names()).toContain(name);
});

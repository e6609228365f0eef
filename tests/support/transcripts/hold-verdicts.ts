import { describe, expect, test } from 'vitest';
import { drawn } from '../sampling.ts';
import { isRecording, onRecord, record } from './record.ts';
import { differenceOf, verdictLine } from './verdict-line.ts';
import { theReference, verdictRows, type VerdictRow } from './verdict-rows.ts';

/** States the tests of a table of whole runs, of which each commit plays about one in so many. */
export function holdVerdicts(table: keyof typeof verdictRows, oneIn: number): void {
  const rows = verdictRows[table];

  test.runIf(isRecording)(
    'is recorded',
    async () => {
      const usual = verdictLine(await theReference.play());
      const byName = new Map(rows.map((row) => [row.name, row]));
      const names = rows.map(({ name }) => name);
      await record(table, names, (name) => told(byName.get(name) ?? theReference, usual));
    },
    3_600_000,
  );

  describe.skipIf(isRecording)('on record', () => {
    const recorded = onRecord(table);
    const usual = onRecord('verdicts-of-others').get(theReference.name) ?? '';

    test('is each of them, and nothing else', () => {
      expect([...recorded.keys()]).toEqual(rows.map(({ name }) => name));
    });

    test.each(drawn(table, rows, ({ name }) => name, oneIn))('$name', async (row) => {
      expect((await told(row, usual)).split(' ')).toEqual(recorded.get(row.name)?.split(' '));
    });
  });
}

/** The first row is told in full, all others by what differs from it. */
async function told(row: VerdictRow, usual: string): Promise<string> {
  const line = verdictLine(await row.play());
  return row.name === theReference.name ? line : differenceOf(line, usual);
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** `RECORD_TRANSCRIPTS=1` plays every row and writes the tables anew, `=rest` those that are not on record yet. */
const recording = process.env['RECORD_TRANSCRIPTS'];
export const isRecording = recording !== undefined;

const fileOf = (name: string): URL => new URL(`../../rehearsed/transcripts/${name}.txt`, import.meta.url);

/** The rows on record, by their names; none where none was recorded. */
export function onRecord(table: string): ReadonlyMap<string, string> {
  const file = fileOf(table);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [name = '', told = ''] = line.split(' | ', 2);
      return [name, told];
    }),
  );
}

/** Writes a table, a row a line, after each row: whoever is interrupted goes on with the rest. */
export async function record(
  table: string,
  names: readonly string[],
  tell: (name: string) => Promise<string>,
): Promise<void> {
  const before = recording === 'rest' ? onRecord(table) : new Map<string, string>();
  const rows = new Map<string, string>();
  for (const name of names) {
    rows.set(name, before.get(name) ?? (await tell(name)));
    writeFileSync(fileOf(table), [...rows].map(([one, told]) => `${one} | ${told}\n`).join(''));
  }
}

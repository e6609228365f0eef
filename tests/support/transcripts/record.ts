import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** `RECORD_TRANSCRIPTS=1` plays every row and writes the tables anew. */
export const isRecording = process.env['RECORD_TRANSCRIPTS'] === '1';

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

/** Writes a table, a row a line. */
export function putOnRecord(table: string, rows: ReadonlyMap<string, string>): void {
  writeFileSync(fileOf(table), [...rows].map(([name, told]) => `${name} | ${told}\n`).join(''));
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTape } from '../../tape/read-tape.ts';
import type { Tape } from '../../tape/tape.ts';
import { writeTape } from '../../tape/write-tape.ts';
import type { VerdictTable } from './verdict-table.ts';

/** Where tapes are kept: they are recorded in minutes, and belong to no commit. */
const corpusFolder = fileURLToPath(new URL('../../.differ', import.meta.url));
const tableFile = new URL('verdicts.json', import.meta.url);

const fileOf = (row: string): string => join(corpusFolder, `${row.replace(/[^\w.-]+/g, '_')}.jsonl.gz`);

/** Keeps the tape of a row. */
export function keepTape(row: string, { head, events, end }: Tape): void {
  mkdirSync(corpusFolder, { recursive: true });
  const file = fileOf(row);
  const tape = writeTape({ file, before: `${file}.before` }, head, (text) => text);
  for (const event of events) tape.write(() => event);
  tape.end(end ?? { bytes: { written: 0, read: 0 } });
}

/** The tape of a row; undefined if none was recorded. */
export async function keptTape(row: string): Promise<Tape | undefined> {
  const file = fileOf(row);
  return existsSync(file) ? await readTape(readFileSync(file)) : undefined;
}

/** What the judge that recorded the tapes came to. */
export function keptVerdicts(): VerdictTable {
  return JSON.parse(readFileSync(tableFile, 'utf8')) as VerdictTable;
}

/** Writes down what the recording judge came to, a run a line. */
export function keepVerdicts({ clauses, usual, rows }: VerdictTable): void {
  const lines = Object.entries(rows).map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`);
  writeFileSync(
    tableFile,
    `{"clauses":${JSON.stringify(clauses)},\n"usual":${JSON.stringify(usual)},\n"rows":{\n${lines.join(',\n')}\n}}\n`,
  );
}

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';

/** A row that a night has played. */
export interface EndedRow {
  readonly table: string;
  readonly name: string;
  readonly ending: string;
  readonly isSurprise: boolean;
}

/** What a night has played so far; on disk, so that the same seed goes on after an interruption. */
export interface NightLog {
  has(table: string, name: string): boolean;
  add(row: EndedRow): void;
  ended(): readonly EndedRow[];
}

/** Opens the log of a seed in `reports/night`, one JSON object a line. */
export function openNightLog(seed: string, folder = join(packageFolder, 'reports/night')): NightLog {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${seed.replace(/[^\w.-]/g, '_')}.jsonl`);
  const rows = existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : [];
  const keyOf = (table: string, name: string): string => JSON.stringify([table, name]);
  const known = new Set(rows.map(({ table, name }) => keyOf(table, name)));
  return {
    has: (table, name) => known.has(keyOf(table, name)),
    add(row) {
      rows.push(row);
      known.add(keyOf(row.table, row.name));
      appendFileSync(file, `${JSON.stringify(row)}\n`);
    },
    ended: () => rows,
  };
}

/** The rows of a log; the last line of one that was cut off is no row. */
function linesOf(text: string): EndedRow[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as EndedRow];
    } catch {
      return [];
    }
  });
}

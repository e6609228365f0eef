import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('on-record.txt', import.meta.url));

/** Titles of the rows that were played, and that fail a run, leave it undecided, leave a trace, or are not reached. */
export const onRecord: ReadonlySet<string> = new Set(
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { foundPage, withFound } from '../real/found-page.ts';

/** Writes what the table of servers says into the page about them. */
export function main(): void {
  const file = join(packageFolder, foundPage);
  const page = readFileSync(file, 'utf8');
  const made = withFound(page);
  if (made !== page) writeFileSync(file, made);
  process.stdout.write(`${foundPage}: ${made === page ? 'current' : 'written'}\n`);
}

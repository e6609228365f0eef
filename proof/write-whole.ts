import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../config/packaging/package-folder.ts';

/** Writes a file of the repository as a whole, or not at all. */
export function writeWhole(path: string, text: string): void {
  const file = join(packageFolder, path);
  writeFileSync(`${file}.unfinished`, text);
  renameSync(`${file}.unfinished`, file);
}

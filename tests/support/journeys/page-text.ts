import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './documented-commands.ts';

/** The text of a document of the repository. */
export function pageText(document: string): string {
  return readFileSync(join(repository, document), 'utf8');
}

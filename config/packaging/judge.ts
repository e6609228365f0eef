import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isCompiled, packageFolder, packageOctets } from './package-folder.ts';

/** The judge of code that nobody can name: sources, which change from one run to the next. */
export const unreleased = 'unreleased';

/** Data that decides beside the code. */
const data = ['contract/clauses.json', 'contract/document.json', 'config/profile/base.schema.json'];

/** The digest of all compiled code and deciding data; `unreleased` if the sources run. */
export function judgeIdentity(): string {
  if (!isCompiled) return unreleased;
  const compiled = readdirSync(join(packageFolder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `dist/${name.replaceAll('\\', '/')}`);
  const lines = [...compiled, ...data].toSorted().map((name) => `${name}\0${sha256(packageOctets(name))}\n`);
  return `sha256:${sha256(lines.join(''))}`;
}

function sha256(octets: Uint8Array | string): string {
  return createHash('sha256').update(octets).digest('hex');
}

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from '../../reporters/trace/edition.ts';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';

/** Whether this code was compiled beforehand, into `dist`. */
export const isCompiled = import.meta.url.endsWith('.js');

/** The folder two levels above this module, compiled or not, without a slash at the end. */
export const packageFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The path of a module that is loaded by path: of the compiled module if this module is compiled. */
export function modulePath(name: string): string {
  return isCompiled ? join(packageFolder, 'dist', `${name}.js`) : join(packageFolder, `${name}.ts`);
}

export function suiteVersion(): { readonly name: string; readonly version: string } {
  const { name, version } = readJson('package.json');
  return { name: String(name), version: String(version) };
}

/** The document that the suite was written for. */
export function contractDocument(): { readonly title: string; readonly sha256: string } {
  const { title, sha256 } = readJson('contract/document.json');
  return { title: String(title), sha256: String(sha256) };
}

/** The same document, with a digest of each line. */
export function contractEdition(): Edition {
  const { sha256 } = contractDocument();
  return { sha256, lines: JSON.parse(packageText('contract/lines.json')) as readonly string[] };
}

/** The octets of a file of the package. Throws the exceptions of the file system. */
function packageOctets(path: string): Uint8Array {
  return readFileSync(join(packageFolder, path));
}

export function packageText(path: string): string {
  return readFileSync(join(packageFolder, path), 'utf8');
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(packageText(path)) as Readonly<Record<string, unknown>>;
}

/** The name of the judge for sources, which change from one run to the next. */
export const unreleased = 'unreleased';

/** Data files that decide verdicts just as code does. */
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

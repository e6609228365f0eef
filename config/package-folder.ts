import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the installed package, without a slash at the end; the same from the sources and from `dist`. */
export const packageFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.js') ? '../..' : '..', import.meta.url),
).replace(/[\\/]$/, '');

/** Name and version of the suite, as its package states them. */
export function suiteVersion(): { readonly name: string; readonly version: string } {
  const { name, version } = readJson('package.json');
  return { name: String(name), version: String(version) };
}

/** The document that the suite was written for. */
export function contractDocument(): { readonly title: string; readonly sha256: string } {
  const { title, sha256 } = readJson('contract/document.json');
  return { title: String(title), sha256: String(sha256) };
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(`${packageFolder}/${path}`, 'utf8')) as Readonly<Record<string, unknown>>;
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/**
 * Hook of `node:module` that strips the types of each imported source: about as fast as a build, and never stale.
 *
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const options = { sourcemap: false, tsconfig: false };
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, options);
  return { format: 'module', source: code, shortCircuit: true };
}

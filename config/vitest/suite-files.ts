import { join, isAbsolute } from 'node:path';
import type { Plugin } from 'vitest/config';
import { modulePath, packageFolder } from '../packaging/package-folder.ts';
import type { StatedSuite } from '../register/stated-places.ts';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The source of a suite, as vitest names it. */
export function suiteFile({ path }: Pick<StatedSuite, 'path'>): string {
  return join(packageFolder, path).replaceAll('\\', '/');
}

/**
 * Gives vitest, in place of each suite's source, a module that states the suite's tests, each on the line of its
 * clause. The tests are of the compiled plan, because Node strips no types below `node_modules`.
 */
export function suiteFiles(suites: readonly StatedSuite[], planFile: string): Plugin {
  const byId = new Map(suites.map((suite) => [suiteFile(suite), suite]));
  const told = new Map<string, string>();
  return {
    name: 'suite-files',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      // An id would end at such a character in the name of a folder.
      if (byId.has(source) && /[#?]/.test(source)) {
        const id = `\0${byId.get(source)?.path ?? ''}`;
        told.set(id, source);
        return id;
      }
      // A plan in sources imports the sources of the suites themselves.
      if (importer === undefined || !/\.ts(?:\?|$)/.test(importer)) return undefined;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved !== null && byId.has(resolved.id) ? `${resolved.id}?source` : undefined;
    },
    load(id) {
      const suite = byId.get(told.get(id) ?? id);
      return suite === undefined ? undefined : { code: moduleOf(suite, planFile), map: null };
    },
  };
}

/** Each name is on its own line, because vitest takes the line of the statement as the place of the test. */
function moduleOf({ path, stated }: StatedSuite, planFile: string): string {
  const lines = [
    `import { plan } from ${JSON.stringify(planFile)};`,
    `import { suiteOf } from ${JSON.stringify(modulePath('config/vitest/clause-tests'))};`,
    `const { part, state } = suiteOf(plan, ${JSON.stringify(path)});`,
  ];
  const code = [lines.join(' ')];
  let isWithin = false;
  for (const { name, line } of stated) {
    const at = line - 1;
    const isPart = !name.includes('/');
    const closing = isPart && isWithin ? '}); ' : '';
    const opening = isPart ? `part(${JSON.stringify(name)}, () => { ` : '';
    code[at] = `${code[at] ?? ''} ${closing}${opening}state(${JSON.stringify(name)});`;
    isWithin ||= isPart;
  }
  return `${Array.from(code, (text) => text ?? '').join('\n')}${isWithin ? ' });' : ''}\n`;
}

/** Modules that URLs name, which Node loads. */
export const byUrl = /^file:/;

/** Corrects URLs for Node: it takes a `%` in the name of a folder for an escape. */
export const modulesByUrl: Plugin = {
  name: 'modules-by-url',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (byUrl.test(source)) return source;
    if (isAbsolute(source) && /[#?]/.test(source) && existsSync(source)) return pathToFileURL(source).href;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    if (resolved === null || !isAbsolute(resolved.id) || !/%[^]*\.[cm]?js$/.test(resolved.id))
      return resolved;
    return pathToFileURL(resolved.id).href;
  },
};

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** For each module, those that it imports; paths from the repository's root, with `/` between the parts. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The folders that sources are in. */
const isSource = /^(?!dist$|docs$|node_modules$|reports$)[a-z]+$/;

/** What a text imports or exports again by a relative path, also at run time. */
export function importsIn(text: string): readonly string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? []);
}

/** The same, without what is gone when it runs. */
function importsOfValuesIn(text: string): readonly string[] {
  return importsIn(text.replace(/^(?:import|export) type [^;]*;/gm, ''));
}

/** The graph of all modules of a repository, JSON that they import among them; what only types name is no import. */
export function importGraph(root: string): ImportGraph {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && isSource.test(entry.name),
  );
  const modules = folders.flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.includes('node_modules'))
      .map((path) => posix.join(name, path.replaceAll('\\', '/'))),
  );
  return new Map(
    modules.map((module) => {
      const paths = importsOfValuesIn(readFileSync(join(root, module), 'utf8'));
      return [module, paths.map((path) => posix.join(posix.dirname(module), path))];
    }),
  );
}

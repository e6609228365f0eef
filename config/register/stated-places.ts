import { readdirSync } from 'node:fs';
import { packageFolder, packageText } from '../packaging/package-folder.ts';

/** A source below the package folder (`suites/4.05-check-existence.ts`), and its statements. */
export interface StatedSuite {
  readonly path: string;
  /** A part of the contract by its name (`4.5`), or a clause by its id (`4.5/no-body`), each with its line. */
  readonly stated: readonly { readonly name: string; readonly line: number }[];
}

let places: ReadonlyMap<string, string> | undefined;

/** `suites/4.05-check-existence.ts:27` for a clause, from the sources: compiled code has lost its lines. */
export function statedPlace(id: string): string | undefined {
  places ??= new Map(
    suitePaths()
      .map(statedSuite)
      .flatMap(({ path, stated }) => stated.map(({ name, line }) => [name, `${path}:${line}`])),
  );
  return places.get(id);
}

export function suitePaths(): readonly string[] {
  try {
    const names = readdirSync(`${packageFolder}/suites`).filter((name) => name.endsWith('.ts'));
    return names.toSorted().map((name) => `suites/${name}`);
  } catch {
    // Without the sources only places are unknown, and the clause can still be explained.
    return [];
  }
}

/** The statements of the source at this path. Throws the exceptions of the file system. */
export function statedSuite(path: string): StatedSuite {
  const text = packageText(path);
  const stated = [...text.matchAll(/(\b(?:section|must|should|open|typed)\(\s*')([^']+)'/g)].map(
    ({ 1: call = '', 2: name = '', index }) => ({
      name,
      line: text.slice(0, index + call.length).split('\n').length,
    }),
  );
  return { path, stated };
}

import { execFileSync } from 'node:child_process';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { ImportGraph } from '../support/import-graph.ts';

/** How many imports lie between a module and the changed ones: 0 for a changed module itself. */
export type Reach = ReadonlyMap<string, number>;

/** The changed modules, and all modules that import them, directly or through others; the closest first. */
export function reachOf(graph: ImportGraph, changed: readonly string[]): Reach {
  const importers = new Map<string, string[]>();
  for (const [module, imports] of graph)
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), module]);
  const reach = new Map(changed.map((module) => [module, 0]));
  // A map is walked in the order in which it is filled, so that the closest comes first.
  for (const [module, distance] of reach)
    for (const importer of importers.get(module) ?? [])
      if (!reach.has(importer)) reach.set(importer, distance + 1);
  return reach;
}

/**
 * Test files in the order in which they are likely to say what is wrong: fewer imports away from what has changed first,
 * then those that load fewer modules, since they are of one thing and start at once.
 */
export function closestFirst(files: readonly string[], reach: Reach, graph: ImportGraph): readonly string[] {
  const distanceOf = (file: string): number => reach.get(file) ?? Infinity;
  const sizes = new Map(files.map((file) => [file, loadedBy(file, graph).size]));
  return files.toSorted(
    (one, other) => distanceOf(one) - distanceOf(other) || (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0),
  );
}

/** What is loaded with a module. */
function loadedBy(module: string, graph: ImportGraph): ReadonlySet<string> {
  const loaded = new Set([module]);
  for (const one of loaded) for (const imported of graph.get(one) ?? []) loaded.add(imported);
  return loaded;
}

/** The modules that differ from the last commit, and new ones; paths from the repository's root. */
export function changedModules(): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    execFileSync('git', args, { cwd: packageFolder, encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [
    ...git('diff', '--name-only', '--relative', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter((path) => /\.(?:ts|mjs|json|py)$/.test(path));
}

/** The module that states a part of the contract: `suites/4.05-check-existence.ts` for 4.5. */
export function suiteOf(part: string, graph: ImportGraph): string | undefined {
  const padded = part.replace(/^4\.(\d)$/, '4.0$1').toLowerCase();
  return [...graph.keys()].find(
    (module) => module === `suites/${padded}.ts` || module.startsWith(`suites/${padded}-`),
  );
}

import type { ImportGraph } from './import-graph.ts';

/**
 * What a commit has touched, and how closely: 0 for a name that stands where something changed, 1 for a module that
 * changed, 2 for one that imports it, and so on.
 */
export type Touched = Readonly<Record<string, number>>;

/** What is imported by more modules than this is what everything stands on: who imports it has not changed with it. */
const mostImporters = 20;

/**
 * The modules that some changes touch: those themselves, whoever imports them, and within one folder at the top whoever
 * imports those.
 */
export function touchedModules(graph: ImportGraph, changed: readonly string[]): Touched {
  const importers = new Map<string, string[]>();
  for (const [module, imports] of graph)
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), module]);
  const touched = new Map(changed.map((module) => [module, 1]));
  // A map is walked in the order in which it is filled, so that the closest comes first.
  for (const [module, closeness] of touched) {
    const by = importers.get(module) ?? [];
    if (by.length > mostImporters) continue;
    for (const importer of by)
      if (!touched.has(importer) && (closeness === 1 || topOf(importer) === topOf(module)))
        touched.set(importer, closeness + 1);
  }
  return Object.fromEntries(touched);
}

/** The names that stand in a diff, quoted as in a source: those of rows, and ids of clauses. */
export function namesIn(diff: string): Touched {
  const names = [...diff.matchAll(/'([\w.]+(?:[-/][\w.]+)+)'|\bname: '([^'\n]+)'/g)].flatMap(
    ([, id, name]) => id ?? name ?? [],
  );
  return Object.fromEntries(names.map((name) => [name, 0]));
}

/** What is touched of some inputs, as closely as any of them is; undefined where none is. */
export function closenessOf(touched: Touched, inputs: readonly string[]): number | undefined {
  const found = inputs.flatMap((input) => (Object.hasOwn(touched, input) ? (touched[input] ?? []) : []));
  return found.length === 0 ? undefined : Math.min(...found);
}

function topOf(module: string): string | undefined {
  return module.split('/')[0];
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { plan } from '../../config/plan.ts';
import type { ImportGraph } from '../support/import-graph.ts';

/** For each part of the contract, the modules whose generated cases are evidence for its clauses: no suite imports them. */
export async function generatedCases(graph: ImportGraph): Promise<ReadonlyMap<string, readonly string[]>> {
  const modules = (graph.get('config/plan.ts') ?? []).filter((module) => module.startsWith('properties/'));
  const parts = new Map<string, string[]>();
  for (const module of modules) {
    const exported = (await import(pathToFileURL(join(packageFolder, module)).href)) as Record<
      string,
      unknown
    >;
    const values = Object.values(exported).flat();
    const own = plan.evidence.filter((one) => values.includes(one));
    for (const part of new Set(own.map(({ clause }) => partStating(clause))))
      parts.set(part, [...(parts.get(part) ?? []), module]);
  }
  return parts;
}

function partStating(clause: string): string {
  return plan.sections.find(({ clauses }) => clauses.some(({ id }) => id === clause))?.part ?? '';
}

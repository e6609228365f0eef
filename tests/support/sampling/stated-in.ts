import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The inputs of what has a name: the name itself, and the modules that state it. */
export type InputsOfName = (name: string) => readonly string[];

/**
 * The inputs of what tables name that modules below a folder hand out: faults, choices, weathers and the like.
 *
 * @param folder - path from the repository's root
 */
export async function inputsIn(folder: string): Promise<InputsOfName> {
  const stated = new Map<string, string[]>();
  for (const module of modulesIn(folder)) {
    const found = (await import(/* @vite-ignore */ join(root, module))) as Readonly<Record<string, unknown>>;
    for (const name of namesOf(Object.values(found))) stated.set(name, [...(stated.get(name) ?? []), module]);
  }
  return (name) => [name, ...(stated.get(name) ?? [])];
}

/** The inputs of a clause: its id, and the suite that states it. */
export function inputsOfClauses(): InputsOfName {
  const suites = readdirSync(join(root, 'suites')).filter((name) => name.endsWith('.ts'));
  const texts = suites.map((name) => [`suites/${name}`, readFileSync(join(root, 'suites', name), 'utf8')]);
  return (id) => [id, ...texts.flatMap(([module = '', text]) => (text?.includes(`'${id}'`) ? module : []))];
}

/** Modules of tables: a catalogue gathers what others state. */
function modulesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('catalogue.ts'))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')));
}

function namesOf(handedOut: readonly unknown[]): readonly string[] {
  return handedOut
    .filter(Array.isArray)
    .flatMap((table: readonly unknown[]) => table)
    .flatMap((row) => {
      const name = typeof row === 'object' && row !== null && 'name' in row ? row.name : undefined;
      return typeof name === 'string' ? [name] : [];
    });
}

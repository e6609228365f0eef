import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { importGraph } from '../../tests/support/import-graph.ts';
import { digestOf } from './digest.ts';

const isOfBattery = /^(?:faults|proof|reference|tests)\//;
const isFirst = /^(?:proof\/mutation\/battery|tests\/(?:pure\/(?!proof\/)|rehearsed\/))/;

/** The digest of a battery: changes with anything that the battery imports, except the code that it judges. */
export const batteryDigest = (): string => digestOfReached((module) => isOfBattery.test(module));

/** The digest of a battery: changes with the battery, and with anything that it imports. */
export const wholeDigest = (): string => digestOfReached(() => true);

function digestOfReached(isWanted: (module: string) => boolean): string {
  const graph = importGraph(packageFolder);
  const reached = new Set([...graph.keys()].filter((module) => isFirst.test(module)));
  for (const module of reached)
    for (const imported of graph.get(module) ?? [])
      if (isWanted(imported) && existsSync(join(packageFolder, imported))) reached.add(imported);
  const tapes = readdirSync(join(packageFolder, 'tests/tapes')).map((file) => `tests/tapes/${file}`);
  const texts = [...reached, ...tapes]
    .toSorted()
    .map((file) => digestOf(readFileSync(join(packageFolder, file), 'latin1')));
  return digestOf(texts.join('\n'));
}

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MutatedModule } from './mutants.ts';

/**
 * Writes modules with switches into a folder of their own, from which Node loads them in place of the sources.
 *
 * @throws Error if there is nothing to switch, or a mutant without a switch: either would pass as unnoticed
 */
export function writeSwitched(modules: readonly MutatedModule[]): string {
  const mutated = modules.filter(({ mutants }) => mutants.length > 0);
  if (mutated.length === 0) throw new Error('there is no mutant in these modules');
  const folder = mkdtempSync(join(tmpdir(), 'mutated-'));
  for (const { module, source, mutants } of mutated) {
    for (const { index } of mutants)
      if (!source.includes(`stryMutAct_9fa48("${index}")`))
        throw new Error(`mutant ${index} of ${module} has no switch`);
    const file = join(folder, module);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  return folder;
}

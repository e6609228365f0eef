import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { hashText } from '../../run/random.ts';
import { gates } from '../../tests/support/rare/gated-reference.ts';
import type { Mutant } from './mutants.ts';
import { salt } from './rooms.ts';

/** Starts the second implementation with a mutant in it, or lists all mutants. */
export const mutator = join(packageFolder, 'proof/mutation/mutate_python.py');

const drawnGates = gates.filter((gate) => gate !== 'from the third time on');

/** When a mutant of the second implementation acts: each time that the code reaches it, or sometimes. */
export type SecondGate = (typeof drawnGates)[number] | 'always';

/** A mutant of the second implementation, and when it acts. */
export interface SecondMutant {
  /** The number of the mutant among all mutants of that folder. */
  readonly index: number;
  readonly gate: SecondGate;
  readonly name: string;
}

/** One mutant in this number acts only sometimes. */
const oneGatedIn = 4;

/**
 * All mutants of the second implementation: most of them act always, a quarter sometimes, for some resources, or
 * concurrently.
 */
export function secondMutants(): readonly SecondMutant[] {
  const listed = execFileSync('python3', [mutator, '--list'], { encoding: 'utf8' });
  return (JSON.parse(listed) as readonly Mutant[]).map((mutant) => {
    const { module, line, column, operator, original, replacement, index } = mutant;
    const place = `${module}:${line}:${column} ${operator} ${shown(operator, original, replacement)}`;
    const turn = hashText(`${salt} ${place}`);
    const gate = turn % oneGatedIn === 0 ? drawnGates[(turn >>> 4) % drawnGates.length] : undefined;
    const acting = gate ?? 'always';
    return { index, gate: acting, name: `${place}, ${acting}` };
  });
}

/** The present content; or the earlier content, if the present content does not show the difference. */
function shown(operator: string, original: string, replacement: string): string {
  return ['Compare', 'Not', 'Arithmetic'].includes(operator) ? replacement : `${original} → ${replacement}`;
}

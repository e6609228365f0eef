import { hashText } from '../../run/random.ts';
import { gates, type Gate } from '../../tests/support/rare/gated-reference.ts';
import { mutate, type MutatedModule, type Mutant } from './mutants.ts';
import { modulesOf, salt } from './rooms.ts';

/** A mutant of the embedded reference, and when it acts. */
export interface ReferenceMutant {
  readonly mutant: Mutant;
  readonly gate: Gate | 'always';
  readonly name: string;
}

/** Modules that carry requests and answers, and are no part of the reference's behaviour. */
const carriers = /^reference\/(?:in-process|serve|raw-answer|random)\.ts$/;

/** The modules of the reference with switches. */
export async function switchedReference(): Promise<readonly MutatedModule[]> {
  return await Promise.all(
    modulesOf('reference')
      .filter((module) => !carriers.test(module))
      .map(mutate),
  );
}

/** One mutant in this number acts only sometimes. */
const oneGatedIn = 4;

/**
 * All mutants of the reference: most of them act always, a quarter sometimes, for some resources, or concurrently.
 */
export function referenceMutants(modules: readonly MutatedModule[]): readonly ReferenceMutant[] {
  const seen = new Map<string, number>();
  return modules
    .flatMap(({ mutants }) => mutants)
    .map((mutant) => {
      const { module, line, column, operator, replacement } = mutant;
      const shown = replacement.replace(/\s+/g, ' ').slice(0, 60);
      const place = `${module}:${line}:${column} ${operator} ${shown}`;
      const turn = hashText(`${salt} ${place}`);
      const gate = turn % oneGatedIn === 0 ? (gates[(turn >>> 4) % gates.length] ?? 'always') : 'always';
      const name = `${place}, ${gate}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { mutant, gate, name: count === 1 ? name : `${name} (${count})` };
    });
}

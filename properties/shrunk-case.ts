import fc from 'fast-check';
import { Inconclusive } from '../clause/thrown.ts';
import type { Stage } from '../implementation/stage.ts';
import type { SeededCase } from './drawn-cases.ts';

/** The smallest case that was seen to fail, by the seed and path that draw it again. */
export interface ShrunkCase<T> extends SeededCase<T> {
  /** Whether the case failed again in a further execution. */
  readonly again: boolean;
  /** The number of executions, including the failing case itself. */
  readonly executions: number;
}

/** Bounds of a reduction. */
export interface ShrinkLimits {
  /** The most executions; each sends as many requests as `fails` does. */
  readonly executions: number;
  /** Checked before each execution: true ends the reduction (a time limit, an interrupt). */
  readonly isOver?: () => boolean;
}

/** The longest time of a reduction, in milliseconds on the run's clock. */
const longestMs = 60_000;

/** Bounds of a reduction in a run: so many executions, and a minute at most. A replay plays a case that is small already. */
export function shrinkLimits(
  { clock, drawnAgain }: Pick<Stage, 'clock' | 'drawnAgain'>,
  executions: number,
): ShrinkLimits {
  const began = clock.now();
  return {
    executions: drawnAgain === undefined ? executions : 1,
    isOver: () => clock.stopped || clock.now() - began > longestMs,
  };
}

/** Tries of smaller cases, counted. */
export interface Tries<T> {
  /** Whether a case fails; false once the limits are reached, so that shrinking ends with the smallest case so far. */
  readonly fails: (value: T) => Promise<boolean>;
  readonly executions: () => number;
  /** Throws the error of a try again; if the run can send no more, the tries simply end. */
  readonly rethrow: () => void;
}

/** Bounds tries by their number: a limit of the wall clock would make a run depend on the machine. */
export function boundedTries<T>(
  fails: (value: T) => Promise<boolean>,
  { executions: most, isOver = () => false }: ShrinkLimits,
): Tries<T> {
  let executions = 0;
  let hasEnded = false;
  let thrown: { readonly error: unknown } | undefined;
  return {
    fails: async (value) => {
      if (hasEnded || executions >= most || isOver()) return false;
      executions += 1;
      try {
        return await fails(value);
      } catch (error) {
        hasEnded = true;
        if (!(error instanceof Inconclusive)) thrown = { error };
        return false;
      }
    },
    executions: () => executions,
    rethrow: () => {
      if (thrown !== undefined) throw thrown.error;
    },
  };
}

/** In a path, separates the draw of a case from its further shrinking. */
const shrunkTo = '/';

/** The path that drew the case; if it shrank, also the path of its shrinking. */
export function partsOfPath(path: string): readonly [drawn: string, shrunk: string | undefined] {
  const at = path.lastIndexOf(shrunkTo);
  return at < 0 ? [path, undefined] : [path.slice(0, at), path.slice(at + 1)];
}

/** Shrinks a case with an arbitrary made from it; a case that does not fail again is returned as drawn. */
export async function shrunkBy<T>(
  { value, seed, path }: SeededCase<T>,
  smaller: fc.Arbitrary<T>,
  tries: Tries<T>,
): Promise<ShrunkCase<T>> {
  const holds = async (candidate: T): Promise<boolean> => !(await tries.fails(candidate));
  const { counterexample, counterexamplePath } = await fc.check<[T]>(fc.asyncProperty<[T]>(smaller, holds), {
    seed,
    numRuns: 1,
    examples: [[value]],
  });
  tries.rethrow();
  const [small] = counterexample ?? [value];
  const isWhole = counterexamplePath === null || !counterexamplePath.includes(':');
  return {
    value: small,
    seed,
    path: isWhole ? path : `${path}${shrunkTo}${counterexamplePath}`,
    again: counterexample !== null,
    executions: tries.executions(),
  };
}

/** The smallest case that was found by shrinking with that arbitrary. */
export function shrunkAgain<T>(
  value: T,
  smaller: fc.Arbitrary<T>,
  { seed, path }: Pick<SeededCase<T>, 'seed' | 'path'>,
): T {
  const [, shrunk] = partsOfPath(path);
  if (shrunk === undefined) return value;
  // No case satisfies it, so fast-check returns the first case.
  const { counterexample } = fc.check<[T]>(
    fc.property<[T]>(smaller, () => false),
    {
      seed,
      path: shrunk,
      numRuns: 1,
      examples: [[value]],
      endOnFailure: true,
    },
  );
  const [again] = counterexample ?? [value];
  return again;
}

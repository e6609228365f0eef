import fc from 'fast-check';
import { Inconclusive } from '../clause/thrown.ts';
import type { Stage } from '../implementation/stage.ts';
import type { DrawnCase } from './drawn-cases.ts';

/** The smallest case that was seen to fail, by the seed and path that draw it again. */
export interface ShrunkCase<T> {
  readonly value: T;
  readonly seed: number;
  readonly path: string;
  /** It failed again when it was executed once more. */
  readonly again: boolean;
  /** Executions it took, the failing case itself among them. */
  readonly executions: number;
}

/** Bounds of a reduction. */
export interface ShrinkLimits {
  /** Most executions; each is worth as many requests as `fails` sends. */
  readonly executions: number;
  /** Asked before each execution: true ends the reduction (a time limit, an interrupt). */
  readonly isOver?: () => boolean;
}

/** Longest reduction, in milliseconds on the run's clock. */
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

/**
 * Has fast-check make a case smaller that can be played again by itself. What it costs is bounded by counting: once
 * all executions are used up every smaller case passes for one that holds, and shrinking ends with the best so far.
 * (fast-check's own time limit runs on the wall clock, and would make a run depend on the machine.) A case that does not
 * fail again is returned as it was drawn. Where a run can send no more the best so far stands; whatever else `fails`
 * throws passes through.
 */
export async function shrunkCase<T>(
  one: DrawnCase<T>,
  fails: (value: T) => Promise<boolean>,
  { executions: most, isOver = () => false }: ShrinkLimits,
): Promise<ShrunkCase<T>> {
  let executions = 0;
  let hasEnded = false;
  let thrown: { readonly error: unknown } | undefined;
  const holds = async (value: T): Promise<boolean> => {
    if (hasEnded || executions >= most || isOver()) return true;
    executions += 1;
    try {
      return !(await fails(value));
    } catch (error) {
      hasEnded = true;
      if (!(error instanceof Inconclusive)) thrown = { error };
      return true;
    }
  };
  const { seed, path } = one;
  const { counterexample, counterexamplePath } = await fc.check(fc.asyncProperty(one.arbitrary, holds), {
    seed,
    path,
    numRuns: 1,
  });
  if (thrown !== undefined) throw thrown.error;
  const [value] = counterexample ?? [one.value];
  return { value, seed, path: counterexamplePath ?? path, again: counterexample !== null, executions };
}

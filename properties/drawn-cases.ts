import fc from 'fast-check';

/** One generated case, with the seed and path by which fast-check draws it again. */
export interface DrawnCase<T> {
  readonly value: T;
  readonly seed: number;
  readonly path: string;
}

/** Draws cases: the same seed draws the same ones on every machine, whatever else runs. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): readonly DrawnCase<T>[] {
  return fc
    .sample(arbitrary, { seed: seed | 0, numRuns: count })
    .map((value, at) => ({ value, seed: seed | 0, path: String(at) }));
}

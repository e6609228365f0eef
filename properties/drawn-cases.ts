import fc from 'fast-check';
import type { Stage } from '../implementation/stage.ts';

/** A case that was made of what was drawn, with the seed and path by which fast-check draws that again. */
export interface SeededCase<T> {
  readonly value: T;
  readonly seed: number;
  readonly path: string;
}

/** One generated case. */
export interface DrawnCase<T> extends SeededCase<T> {
  /** What it was drawn from, by which fast-check makes it smaller. */
  readonly arbitrary: fc.Arbitrary<T>;
}

/** Draws cases: the same seed draws the same ones on every machine, whatever else runs. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): readonly DrawnCase<T>[] {
  return fc
    .sample(arbitrary, { seed: seed | 0, numRuns: count })
    .map((value, at) => ({ value, seed: seed | 0, path: String(at), arbitrary }));
}

/**
 * Draws cases of each kind in turn, so that however few there are none of the first kinds is left to chance. The first
 * kind is drawn by the seed, the next by the one after it, and so on.
 */
export function drawnInTurn<T>(
  kinds: readonly fc.Arbitrary<T>[],
  seed: number,
  count: number,
): readonly DrawnCase<T>[] {
  const ofEach = Math.ceil(count / Math.max(1, kinds.length));
  const byKind = kinds.map((kind, at) => drawn(kind, seed + at, ofEach));
  return Array.from({ length: ofEach }, (_, turn) => byKind.flatMap((cases) => cases[turn] ?? []))
    .flat()
    .slice(0, count);
}

/**
 * The cases of a property: those of each kind in turn, or in a replay the one whose seed and path are given, whatever it
 * had been shrunk to.
 */
export function casesFor<T>(
  { drawnAgain }: Pick<Stage, 'drawnAgain'>,
  kinds: readonly fc.Arbitrary<T>[],
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly DrawnCase<T>[] {
  if (drawnAgain === undefined) return drawnInTurn(kinds, seed, Math.ceil(count));
  return kinds
    .filter((_, at) => ((seed + at) | 0) === drawnAgain.seed)
    .flatMap((kind) => again(kind, drawnAgain.seed, drawnAgain.path));
}

/** The case of that seed and path. */
function again<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: string): readonly DrawnCase<T>[] {
  return fc.sample(arbitrary, { seed, path, numRuns: 1 }).map((value) => ({ value, seed, path, arbitrary }));
}

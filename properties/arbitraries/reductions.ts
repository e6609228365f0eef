import fc from 'fast-check';
import type { Parameter } from '../../contract/endpoints.ts';
import { queryPairs, type Pair } from './query-pairs.ts';
import { shrinkingAs, shrinkingTo } from './shrinking-as.ts';

/** A query, and names of it that are left out one after the other. */
export interface Reduction {
  readonly pairs: readonly Pair[];
  readonly without: readonly string[];
}

/** Names that one query loses. */
export const fewestLost = 4;

/** Queries of typed parameters in any number and order that lose several of them; they shrink to those that lose one. */
export function reductions(parameters: readonly Parameter[]): fc.Arbitrary<Reduction> {
  const namesOf = (pairs: readonly Pair[]) => [...new Set(pairs.map(([name]) => name))];
  const drawn = queryPairs(parameters)
    .filter((pairs) => namesOf(pairs).length >= fewestLost)
    .chain((pairs) =>
      fc
        .shuffledSubarray(namesOf(pairs), { minLength: fewestLost, maxLength: fewestLost })
        .map((without) => ({ pairs, without })),
    );
  const fewer = fc.record({
    without: fc.array(shrinkingTo(fc.constant(''), () => undefined)),
    pairs: fc.array(shrinkingTo(fc.constant<Pair>(['', '']), () => undefined)),
  });
  return shrinkingAs(drawn, fewer);
}

/** The query, and what is left of it after each name that it loses. */
export function stepsOf({ pairs, without }: Reduction): readonly (readonly Pair[])[] {
  return [0, ...without.keys()].map((_, lost) =>
    pairs.filter(([name]) => !without.slice(0, lost).includes(name)),
  );
}

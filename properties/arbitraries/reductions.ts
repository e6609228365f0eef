import fc from 'fast-check';
import type { Parameter } from '../../contract/endpoints.ts';
import type { Pair } from '../../implementation/plain-query.ts';
import { queryPairs } from './query-pairs.ts';

/** A query, and the name of the parameter that is left out. */
export interface Reduction {
  readonly pairs: readonly Pair[];
  readonly without: string;
}

/** Queries of two or more typed parameters in any order, and one parameter to leave out. */
export function reductions(parameters: readonly Parameter[]): fc.Arbitrary<Reduction> {
  const namesOf = (pairs: readonly Pair[]) => [...new Set(pairs.map(([name]) => name))];
  return queryPairs(parameters)
    .filter((pairs) => namesOf(pairs).length > 1)
    .chain((pairs) => fc.constantFrom(...namesOf(pairs)).map((without) => ({ pairs, without })));
}

/** The smaller forms of a query: fewer of its parameters. */
export function fewerPairs({ pairs, without }: Reduction): fc.Arbitrary<Reduction> {
  return fc.record({ pairs: fewerOf(pairs), without: fc.constant(without) });
}

/** The smaller forms of a list: fewer members, down to any single member. */
export function fewerOf<T>(list: readonly T[]): fc.Arbitrary<readonly T[]> {
  // If a minimum length is given, fast-check never removes the end of the list.
  return fc.subarray([...list]).filter(({ length }) => length > 0);
}

export function partOf({ pairs, without }: Reduction): readonly Pair[] {
  return pairs.filter(([name]) => name !== without);
}

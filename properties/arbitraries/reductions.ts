import fc from 'fast-check';
import type { Parameter } from '../../contract/endpoints.ts';
import type { Pair } from '../../implementation/plain-query.ts';
import { queryPairs } from './query-pairs.ts';

/** A query, and a name of it that is left out. */
export interface Reduction {
  readonly pairs: readonly Pair[];
  readonly without: string;
}

/** Queries of typed parameters in any number and order, two at least, that lose one of them. */
export function reductions(parameters: readonly Parameter[]): fc.Arbitrary<Reduction> {
  const namesOf = (pairs: readonly Pair[]) => [...new Set(pairs.map(([name]) => name))];
  return queryPairs(parameters)
    .filter((pairs) => namesOf(pairs).length > 1)
    .chain((pairs) => fc.constantFrom(...namesOf(pairs)).map((without) => ({ pairs, without })));
}

/** What a query gets smaller by: fewer of its parameters. */
export function fewerPairs({ pairs, without }: Reduction): fc.Arbitrary<Reduction> {
  return fc.record({ pairs: fewerOf(pairs), without: fc.constant(without) });
}

/** What a list gets smaller by: fewer members, of which any may be the last that is left. */
export function fewerOf<T>(list: readonly T[]): fc.Arbitrary<readonly T[]> {
  // Where a least length is given, fast-check leaves the end of the list alone.
  return fc.subarray([...list]).filter(({ length }) => length > 0);
}

export function partOf({ pairs, without }: Reduction): readonly Pair[] {
  return pairs.filter(([name]) => name !== without);
}

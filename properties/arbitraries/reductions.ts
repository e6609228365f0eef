import fc from 'fast-check';
import type { Parameter } from '../../contract/endpoints.ts';
import { queryPairs, type Pair } from './query-pairs.ts';

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
  return fc.record({ pairs: fc.subarray([...pairs], { minLength: 1 }), without: fc.constant(without) });
}

/** What is left of the query. */
export function partOf({ pairs, without }: Reduction): readonly Pair[] {
  return pairs.filter(([name]) => name !== without);
}

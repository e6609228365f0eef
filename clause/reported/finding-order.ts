import type { Finding } from '../sample.ts';

/** The quickest to read comes first: the fewest exchanges, then the shortest request at fault. */
export function bySize(one: Finding, other: Finding): number {
  return one.exchanges.length - other.exchanges.length || lengthAtFault(one) - lengthAtFault(other);
}

function lengthAtFault({ story = [], exchanges }: Finding): number {
  const culprits = story.filter(({ culprit }) => culprit).map(({ exchange }) => exchanges[exchange]?.request);
  return culprits.reduce(
    (sum, request) => sum + (request?.target.length ?? 0) + (request?.body?.length ?? 0),
    0,
  );
}

/**
 * What is known of an operation, the most telling first: somebody was answered 2xx there; anyone who is known was
 * refused; it was answered otherwise; it is not there; nothing was found, so far; it was not sent.
 */
const operationStates = ['works', 'refuses', 'answers', 'missing', 'unclear', 'unsent'] as const;

export type OperationState = (typeof operationStates)[number];

/** One documented operation, and whether the implementation has it. */
export interface ReportedOperation {
  readonly section: string;
  /** Absent if the contract shows none. */
  readonly method?: string;
  /** As the contract prints it. */
  readonly path: string;
  readonly state: OperationState;
  /** The statuses that say so; absent if it works, or was not sent. */
  readonly statuses?: readonly number[];
}

/** What several shards know of the operations, as that of one run: of each what says most. */
export function mergedOperations(
  shards: readonly (readonly ReportedOperation[])[],
): readonly ReportedOperation[] {
  const [first = [], ...others] = shards;
  const rank = ({ state }: ReportedOperation): number => operationStates.indexOf(state);
  return first.map((operation, at) =>
    others
      .flatMap((shard) => shard[at] ?? [])
      .reduce((best, one) => (rank(one) < rank(best) ? one : best), operation),
  );
}

/**
 * What is known about an operation, the strongest first: some caller was answered 2xx; a known caller was
 * refused; another answer came; the operation is missing; nothing was found so far; nothing was sent.
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
  /** The statuses that show this state; absent if the operation works, or if no request was sent. */
  readonly statuses?: readonly number[];
}

/** The knowledge of several shards about operations: for each operation, the strongest state. */
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

/** The result of an item, just long enough to differ from any other result. */
export interface Outcome {
  /** The digest of all verdicts, without prose. */
  readonly digest: string;
  /** Clauses that failed. */
  readonly failed: readonly string[];
}

/** An item that is played repeatedly: always with the same outcome, unless the judging code has changed. */
export interface Item {
  readonly name: string;
  /** The clause that has to fail; absent if no clause may newly fail. */
  readonly breaks?: string;
  readonly play: () => Promise<Outcome>;
}

/**
 * The visible effect of a different outcome: an unmet expectation (a missed fault, or a false alarm), or just another
 * verdict.
 */
export function differenceOf(
  { breaks }: Pick<Item, 'breaks'>,
  usual: Outcome,
  now: Outcome,
): 'unmet' | 'other' | undefined {
  if (now.digest === usual.digest) return undefined;
  const isLost = breaks !== undefined && usual.failed.includes(breaks) && !now.failed.includes(breaks);
  const isAlarm = breaks === undefined && now.failed.some((id) => !usual.failed.includes(id));
  return isLost || isAlarm ? 'unmet' : 'other';
}

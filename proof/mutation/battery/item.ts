/** The result of an item, in as few words as tell it from any other end. */
export interface Outcome {
  /** Tells all verdicts, and nothing that is worded. */
  readonly digest: string;
  /** Clauses that failed. */
  readonly failed: readonly string[];
}

/** Something that is judged, or asserted, again and again: the same each time, unless what judges has changed. */
export interface Item {
  readonly name: string;
  /** The clause that has to fail; absent if none may that did not. */
  readonly breaks?: string;
  readonly play: () => Promise<Outcome>;
}

/**
 * What somebody would see of it that an item came out otherwise: a fault that gets away, or an alarm that is none (an
 * expectation that is not met), or just another verdict.
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

import type { Certificate, Decision, Method } from './certificate.ts';
import { chainPass } from './chain-pass.ts';
import { degreeTest, overdraftCertificate } from './degree-test.ts';
import type { History } from './history.ts';
import { pigeonhole } from './pigeonhole.ts';
import type { Reading, ReadingOptions } from './reading.ts';
import { isCalibrated, readHistory } from './reading.ts';
import { searchOrder } from './search.ts';

/** The verdict on one history. Only a `violation` found with `conflictsAreExact: false` may become a FAIL. */
export interface HistoryVerdict {
  readonly verdict: 'linearizable' | 'violation' | 'inconclusive';
  readonly method: Method;
  /** The operations that contradict each other: of a violation, and of a deviation without full proof. */
  readonly certificate?: Certificate;
  /** Why a deviation, or a search, stays without a verdict. */
  readonly missing?: string;
}

/**
 * Judges the history of one resource against a register with conditional updates (4.10).
 *
 * With `conflictsAreExact: true` (observation) a history is linearizable exactly if some order of its operations,
 * each inside its interval, starts from the initial version and explains every accepted update, 409 and, with
 * `useReads`, every read. With `conflictsAreExact: false` (verdict) only statements of the contract count against
 * the implementation. 409s and reads place no update, and a deviation that depends on stale reads, on an unproven
 * version change, or on the absence of other writers is `inconclusive`. After an inconclusive result that depends
 * on reads, judge again with `useReads: false`. Throws a RangeError when a version is not a number.
 */
export function checkHistory(history: History, options: ReadingOptions): HistoryVerdict {
  return options.conflictsAreExact ? decide(readHistory(history, options)) : judge(history, options.useReads);
}

/** Exact decision of one reading, unless the search gives up. */
export function decide(reading: Reading): Decision {
  const chain = chainPass(reading);
  if (chain !== undefined) return chain;
  const [overdraft] = degreeTest(reading, 'initial');
  if (overdraft === undefined) return searchOrder(reading);
  return { verdict: 'violation', method: 'degree-test', certificate: overdraftCertificate(overdraft) };
}

function judge(history: History, useReads: boolean): HistoryVerdict {
  const crowded = pigeonhole(history, useReads);
  if (crowded !== undefined) {
    const { certificate, missing } = crowded;
    if (missing === null) return { verdict: 'violation', method: 'degree-test', certificate };
    return { verdict: 'inconclusive', method: 'degree-test', certificate, missing };
  }
  const updates = decide(readHistory(history, { conflictsAreExact: false, useReads: false }));
  if (updates.verdict === 'violation') return inOwnWorld(history, updates);
  // Reads only restrict the order: a history that is linearizable with reads is linearizable without them.
  if (!useReads) return updates;
  const withReads = decide(readHistory(history, { conflictsAreExact: false, useReads: true }));
  if (withReads.verdict !== 'violation') return withReads;
  return { ...withReads, verdict: 'inconclusive', missing: 'it rests on reads, which may be stale' };
}

/** Time counts only without other writers; the rest here rests on an initial version that may be stale. */
function inOwnWorld(history: History, decision: Decision & { verdict: 'violation' }): HistoryVerdict {
  const withhold = (missing: string): HistoryVerdict => ({ ...decision, verdict: 'inconclusive', missing });
  if (decision.certificate.reason !== 'order-against-time')
    return withhold('the initial version may have been stale');
  if (!history.soleWriter) return withhold('a concurrent writer is not excluded');
  if (!isCalibrated(history)) return withhold('no update is known to change the version');
  return decision;
}

import type { Operation } from './history.ts';

/**
 * Why no order explains a history:
 * `accepted-too-often`: more moving updates stated a version than that version can have been current;
 * `stated-never-current`, `read-never-current`: a version that nothing brought about was accepted, or shown;
 * `order-against-time`: the versions put one operation first, the clock the other;
 * `refused-though-current`: a 409 although the stated version was current throughout;
 * `no-order`: exhaustive search found none.
 */
type Reason =
  | 'accepted-too-often'
  | 'stated-never-current'
  | 'read-never-current'
  | 'order-against-time'
  | 'refused-though-current'
  | 'no-order';

/** The few operations that a reader needs to see the contradiction, and the contradiction in one sentence. */
export interface Certificate {
  readonly reason: Reason;
  readonly operations: readonly Operation[];
  readonly sentence: string;
}

export type Method = 'chain-pass' | 'degree-test' | 'search';

/** The finding of one procedure about a history under one reading. */
export type Decision =
  | { readonly verdict: 'linearizable'; readonly method: Method }
  | { readonly verdict: 'violation'; readonly method: Method; readonly certificate: Certificate }
  | { readonly verdict: 'inconclusive'; readonly method: Method; readonly missing: string };

/** One operation in words, with its id and its interval in milliseconds. */
export function inWords(operation: Operation): string {
  const { id, sent, answered } = operation;
  const when = `${toMicroseconds(sent)}–${answered === null ? '?' : toMicroseconds(answered)} ms`;
  switch (operation.kind) {
    case 'accepted':
      return `${id} (update ${operation.stated} → ${operation.resulting ?? '?'}, accepted, ${when})`;
    case 'refused':
      return `${id} (update of ${operation.stated}, 409, ${when})`;
    case 'read':
      return `${id} (read ${operation.shown}, ${when})`;
    case 'unknown':
      return `${id} (update of ${operation.stated}, outcome unknown, ${when})`;
  }
}

/** No clock of the suite is finer. */
function toMicroseconds(ms: number): number {
  return Number(ms.toFixed(3));
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(operations: readonly Operation[]): string {
  const words = operations.map(inWords);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

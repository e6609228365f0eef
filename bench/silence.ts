import type { Reference } from '../reference/create.ts';

/** A shorter time without a request is the suite's own work, in milliseconds. */
const leastGapMs = 100;

/** The time of a run, measured at its target, in milliseconds from the first request to the last. */
export interface Spent {
  readonly busyMs: number;
  /** All times of at least a tenth of a second without a new request. */
  readonly silentMs: number;
}

/** The reference, and the requests that it has seen so far. */
export function timed(reference: Reference): { readonly reference: Reference; readonly spent: () => Spent } {
  let first: number | undefined;
  let last = 0;
  let silentMs = 0;
  return {
    reference: {
      ...reference,
      handle: (state, request, at) => {
        const now = performance.now();
        first ??= now;
        if (last > 0 && now - last >= leastGapMs) silentMs += now - last;
        last = now;
        return reference.handle(state, request, at);
      },
    },
    spent: () => ({ busyMs: last - (first ?? last) - silentMs, silentMs }),
  };
}

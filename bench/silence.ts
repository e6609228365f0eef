import type { Reference } from '../reference/create.ts';

/** The suite computes in any shorter time without a request; in milliseconds. */
const leastGapMs = 100;

/** The time of a run, measured at its target, in milliseconds from the first request to the last. */
export interface Spent {
  readonly busyMs: number;
  /** All gaps of at least a tenth of a second between two requests. */
  readonly silentMs: number;
}

/** Notes the requests that reach the reference. */
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

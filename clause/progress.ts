import type { Phase } from './clause.ts';
import type { Wait } from './report.ts';

/** The progress of a run. */
export interface Progress {
  /** Undefined before the first phase and in clean-up. */
  readonly phase?: Phase;
  readonly requests: number;
  /** The approximate number of requests at this depth; absent if unknown. */
  readonly about?: number;
  /** The most requests a second that the operator allows. */
  readonly maxRps?: number;
  readonly elapsedMs: number;
  readonly wait?: Wait;
  /** The longest wait so far. */
  readonly waited?: Wait;
}

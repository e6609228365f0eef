import type { TapeEvent } from './events.ts';

/** What a tape begins with. */
export interface TapeHead {
  /** The format: 1 said more in its head than the run was told. */
  readonly tape: 1 | 2;
  /** ISO 8601. */
  readonly startedAt: string;
  /** What the run was told: plain JSON, without secrets. */
  readonly told: unknown;
}

/** What a tape of a run that came to its end ends with. */
export interface TapeEnd {
  readonly bytes: { readonly written: number; readonly read: number };
}

/** What a tape holds; without an end where the run was killed, or was too long for a tape. */
export interface Tape {
  readonly head: TapeHead;
  readonly events: readonly TapeEvent[];
  readonly end?: TapeEnd;
  /** Why it ends early, where that is known. */
  readonly cut?: string;
  /** Operations of which more was hidden than the run was shown. */
  readonly hidden: readonly number[];
}

/** A tape that cannot be read, and why. */
export class UnreadableTape extends Error {}

/** Octets that a tape may have, unfolded. */
export const mostOctets = 64 * 1024 * 1024;
/** Of one event. */
export const mostOfEvent = 2 * 1024 * 1024;
export const mostEvents = 100_000;

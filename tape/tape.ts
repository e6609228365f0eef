import type { TapeEvent } from './events.ts';

export interface TapeHead {
  /** The format: in format 1 the head also contained data that the run did not get. */
  readonly tape: 1 | 2;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The input of the run: plain JSON, without secrets. */
  readonly told: unknown;
}

export interface TapeEnd {
  readonly bytes: { readonly written: number; readonly read: number };
}

/** The events of a tape in their order; only those in use are in memory. */
export interface TapedEvents extends Iterable<TapeEvent> {
  readonly length: number;
  /** The numbers of their lines; absent if they are on no line. */
  readonly octets?: number;
}

/** The content of a tape; without an end if the run was killed, or was too long for a tape. */
export interface Tape {
  readonly head: TapeHead;
  readonly events: TapedEvents;
  /** Milliseconds up to the last event. */
  readonly lastedMs: number;
  readonly end?: TapeEnd;
  /** The end of the tape was written behind other lines. */
  readonly isChanged: boolean;
  /** Why it ends early, if the reason is known. */
  readonly cut?: string;
  /** Operations in which more was hidden than the run was shown. */
  readonly hidden: readonly number[];
}

/** A tape that cannot be read, and why, in words that go on from it: `it is not gzip`. */
export class UnreadableTape extends Error {}

/** Octets that an unpacked tape may have. */
export const mostOctets = 64 * 1024 * 1024;
/** The limit for one event. */
export const mostOfEvent = 2 * 1024 * 1024;
/** The limit for one event with all bodies that it repeats. */
export const mostOfRepeated = 32 * 1024 * 1024;
export const mostEvents = 100_000;

import { isSuccess, says } from '../wire/status.ts';
import type { Outcome } from '../wire/exchange.ts';

/**
 * The result of a request, before any clause judges it: one word of each exchange.
 *
 * - `success`: 2xx; `later`: 202, which leaves open when it takes effect.
 * - `nothing there`: 404 or 410; `fault`: 500 or 501; `refusal`: any other definite answer of the implementation, or
 *   the end of the connection or a page, if the implementation refuses in this way. - `limit`: 429, or the
 * answer of a limit with
 *   another status; `gateway`: 502, 503, 504, or a page with a success status.
 * - `silence`: no answer; `elsewhere`: a redirect that was not followed; `expired`: the token had expired.
 */
type Reading = keyof typeof each;

const each = {
  success: ['accepted'],
  later: ['accepted'],
  refusal: ['turned away', 'refused'],
  'nothing there': ['turned away', 'refused'],
  fault: ['refused'],
  limit: ['noise'],
  gateway: ['noise'],
  silence: ['noise'],
  elsewhere: ['noise'],
  expired: ['noise'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * A reading, or a common name of several readings: `accepted`; `turned away`: a definite answer that is
 * neither a success nor a server error; `refused`: the same or a server error; `noise`: the network, a
 * gateway or a limit answered.
 */
export type ReadingWord = Reading | (typeof each)[Reading][number];

interface Read {
  readonly outcome: Outcome;
  readonly redirect: unknown;
  readonly tokenExpired: boolean;
  readonly isLimited: boolean;
  readonly isPage: boolean;
  readonly isWordless: boolean;
}

/** Reads the result of a request. */
export function readingOf({ outcome, redirect, tokenExpired, isLimited, isPage, isWordless }: Read): Reading {
  if (tokenExpired) return 'expired';
  if (isWordless) return 'refusal';
  if (outcome.kind === 'failure') return 'silence';
  if (isPage || says(outcome, 'gateway')) return 'gateway';
  if (redirect !== undefined) return 'elsewhere';
  if (isLimited || says(outcome, 'limit')) return 'limit';
  if (says(outcome, 'later')) return 'later';
  if (isSuccess(outcome.status)) return 'success';
  if (says(outcome, 'fault')) return 'fault';
  return says(outcome, 'nothing there') ? 'nothing there' : 'refusal';
}

/** Whether a reading is one of these, or has one of these common names. */
export function isAnyOf(reading: Reading, any: readonly ReadingWord[]): boolean {
  const words: readonly ReadingWord[] = [reading, ...each[reading]];
  return any.some((word) => words.includes(word));
}

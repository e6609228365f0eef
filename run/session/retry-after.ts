import { says } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Answer, Outcome } from '../../wire/exchange.ts';
import { header } from '../../wire/media-type.ts';

/** How long Retry-After asks to wait, in milliseconds; dates count from the answer's Date, or else from `now`. */
export function askedToWait({ headers }: Pick<Answer, 'headers'>, now: Date): number | undefined {
  const value = header(headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  const shown = Date.parse(header(headers, 'date') ?? '');
  const there = Number.isNaN(shown) ? now.getTime() : shown;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - there) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}

/** Whether a limit refused the request unprocessed, so that it may be sent again; a 503 may be examined. */
export function rateLimitedBy(name: EndpointName, outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  const hint = header(outcome.headers, 'retry-after') !== undefined;
  return says(outcome, 'limit') || (says(outcome, 'overload') && hint && name !== 'update');
}

/** Whether a refusal asks to try again later: a limit may use it like 429, for callers that have access at other times. */
export function asksToComeAgain(outcome: Outcome, now: Date): boolean {
  return outcome.kind === 'answer' && says(outcome, 'forbidden') && askedToWait(outcome, now) !== undefined;
}

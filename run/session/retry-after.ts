import type { EndpointName } from '../../contract/endpoints.ts';
import type { Header, Outcome } from '../../wire/exchange.ts';

/** The value of Retry-After, where there is one. */
export function retryAfter(headers: readonly Header[]): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
}

/** How long a value of Retry-After asks to wait, in milliseconds; undefined where it asks for nothing. */
export function askedToWait(value: string, now: Date): number | undefined {
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}

/**
 * Whether a limit has turned a request away unprocessed, so that it may be sent again. Updates that are answered 503
 * are left to their checks: there it may be what is looked for.
 */
export function turnedAwayByLimit(name: EndpointName, outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  const hint = retryAfter(outcome.headers) !== undefined;
  return outcome.status === 429 || (outcome.status === 503 && hint && name !== 'update');
}

/** Whether a refusal asks to come again later: a limit may use it as 429 is used, for whoever is let in at other times. */
export function asksToComeAgain(outcome: Outcome, now: Date): boolean {
  if (outcome.kind !== 'answer' || outcome.status !== 403) return false;
  const asked = retryAfter(outcome.headers);
  return asked !== undefined && askedToWait(asked, now) !== undefined;
}

import { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { isJsonType, mediaType } from '../../wire/media-type.ts';
import { formOf } from './pages.ts';

/** A page that refuses in place of the implementation, as a profile describes it. */
export interface FilterPage {
  readonly status: number;
  readonly type: string;
}

/** The page that refused a request; undefined for JSON, and for a refusal without a body. */
export function filterPageOf({ outcome, succeeded }: Exchange): FilterPage | undefined {
  if (succeeded || outcome.kind !== 'answer' || outcome.body.length === 0) return undefined;
  const type = mediaType(outcome.headers)?.essence;
  return type === undefined || isJsonType(type) ? undefined : { status: outcome.status, type };
}

/** Whether the same page refused the same caller another request: without a body, or with JSON as usual. */
export function isMetElsewhere(history: History, refused: Exchange): boolean {
  if (refused.outcome.kind !== 'answer') return false;
  const form = formOf(refused.outcome);
  return history.entries.some(
    (entry) =>
      entry instanceof Exchange &&
      entry.caller.label === refused.caller.label &&
      entry.outcome.kind === 'answer' &&
      filterPageOf(entry) !== undefined &&
      formOf(entry.outcome) === form &&
      isAsUsual(entry),
  );
}

function isAsUsual({ request: { body } }: Exchange): boolean {
  if (body === undefined) return true;
  const text = new TextDecoder().decode(body);
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keyOf } from '../../history/same-request.ts';
import type { History } from '../../history/history.ts';
import { entryOf } from '../../wire/keyed.ts';
import { successesAt } from '../documented.ts';

/** Successes without a body, by request and in order, except requests that sometimes got a body. */
export function alwaysEmpty(history: History, name: EndpointName): readonly (readonly Exchange[])[] {
  const successes = successesAt(history, name);
  const series = new Map<string, Exchange[]>();
  if (!successes.some(isEmpty)) return [];
  for (const one of successes) entryOf(series, keyOf(one), () => []).push(one);
  return [...series.values()].filter((answers) => answers.every(isEmpty));
}

function isEmpty({ body }: Exchange): boolean {
  return body.length === 0;
}

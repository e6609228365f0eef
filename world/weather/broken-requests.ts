import { says } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { History } from '../../history/history.ts';
import { Exchange } from '../../history/exchange.ts';
import { keyOf } from '../../history/same-request.ts';

const mostTold = 64;

/** Why a request got no answer: the connection ended, it broke off or timed out, or a gateway answered. */
export type Breakdown = 'reset' | 'framing' | 'timeout' | 'gateway';

/** Why an exchange got no answer; undefined if it got an answer. */
export function breakdownOf({ failure, status, skipped }: Exchange): Breakdown | undefined {
  if (says({ status }, 'gateway')) return 'gateway';
  if (failure === undefined || !failure.wrote || skipped) return undefined;
  const { failure: kind } = failure;
  return kind === 'reset' || kind === 'framing' || kind === 'timeout' ? kind : undefined;
}

/** Requests of an operation without an answer, each as it was first sent, if no repetition was answered since. */
export function brokenRequests(history: History, name: EndpointName): readonly Exchange[] {
  const open = new Map<string, Exchange>();
  for (const exchange of history.at(name)) {
    const isBroken = !exchange.isPage && breakdownOf(exchange) !== undefined;
    const key = isBroken || open.size > 0 ? keyOf(exchange) : '';
    // After a change of the version, the same update counts as another request.
    const isStale = name === 'update' && says(exchange, 'conflict');
    if (!exchange.is('noise') && !isStale) open.delete(key);
    else if (isBroken && !open.has(key)) open.set(key, exchange);
  }
  return [...open.values()].slice(0, mostTold);
}

/** Whether any request with its method was answered, with a body if it has one: then an intermediary lets these requests pass. */
export function mayPass(history: History, { request }: Exchange): boolean {
  return history.entries.some(
    (entry) =>
      entry instanceof Exchange &&
      !entry.is('noise') &&
      entry.endpoint !== undefined &&
      entry.request.method === request.method &&
      (entry.request.body === undefined) === (request.body === undefined),
  );
}

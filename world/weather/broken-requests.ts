import { says } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { view } from '../../history/view.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keyOf } from '../../history/same-request.ts';

/** Of one operation so many are kept. */
const mostKept = 64;

/**
 * How a request came to no answer of the implementation: the connection ended, the answer broke off or did not come in
 * time, or a gateway spoke (502, 503, 504).
 */
export type Breakdown = 'reset' | 'framing' | 'timeout' | 'gateway';

/** How it was, where an exchange is one of those. */
export function breakdownOf({ failure, status, skipped }: Exchange): Breakdown | undefined {
  if (says({ status }, 'gateway')) return 'gateway';
  if (failure === undefined || !failure.wrote || skipped) return undefined;
  const { failure: kind } = failure;
  return kind === 'reset' || kind === 'framing' || kind === 'timeout' ? kind : undefined;
}

/**
 * Requests that came to no answer, and that nothing has answered since, though they may have been sent again; and by which
 * methods requests were answered at all.
 */
export class BrokenRequests {
  readonly #open = new Map<EndpointName, Map<string, Exchange>>();
  readonly #answered = new Set<string>();

  take(exchange: Exchange): void {
    const { endpoint: name } = exchange;
    if (name === undefined || exchange.isPage) return;
    const open = this.#open.get(name);
    if (exchange.kind !== 'noise') {
      this.#answered.add(wayOf(exchange));
      // Once the version has moved on, the same update is another request.
      const isStale = name === 'update' && says(exchange, 'conflict');
      if (open !== undefined && open.size > 0 && !isStale) open.delete(keyOf(exchange));
    } else if (breakdownOf(exchange) !== undefined) {
      const some = open ?? new Map<string, Exchange>();
      this.#open.set(name, some);
      const key = keyOf(exchange);
      if (!some.has(key) && some.size < mostKept) some.set(key, exchange);
    }
  }

  /** Those of an operation, each as it was first sent, the first ones first. */
  of(name: EndpointName): readonly Exchange[] {
    return [...(this.#open.get(name)?.values() ?? [])];
  }

  /** Whether any request with its method was answered, with a body where it has one: whatever lies between lets them pass. */
  mayPass(exchange: Exchange): boolean {
    return this.#answered.has(wayOf(exchange));
  }
}

function wayOf({ request: { method, body } }: Exchange): string {
  return `${method} ${body === undefined ? 'bare' : 'with a body'}`;
}

/** Requests to which no whole answer came. */
export const brokenRequests = view(() => new BrokenRequests());

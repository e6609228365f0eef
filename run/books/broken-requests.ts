import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../exchange.ts';

/** Of one operation so many are kept. */
const mostKept = 64;

/**
 * Requests that met the end of the connection, or an answer that broke off, and that nothing has answered since, though
 * they may have been sent again; and by which methods requests were answered at all.
 */
export class BrokenRequests {
  readonly #open = new Map<EndpointName, Map<string, Exchange>>();
  readonly #answered = new Set<string>();

  note(name: EndpointName, exchange: Exchange): void {
    const { failure, skipped } = exchange;
    const open = this.#open.get(name);
    if (failure === undefined) {
      if (exchange.kind !== 'noise') this.#answered.add(wayOf(exchange));
      if (open !== undefined && open.size > 0) open.delete(nameOf(exchange));
    } else if (failure.wrote && !skipped && (failure.failure === 'reset' || failure.failure === 'framing')) {
      const some = open ?? new Map<string, Exchange>();
      this.#open.set(name, some);
      const key = nameOf(exchange);
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

/** The same for the same request of the same caller. */
function nameOf({ request: { method, target, body }, caller }: Exchange): string {
  return JSON.stringify([method, target, caller.label, new TextDecoder().decode(body)]);
}

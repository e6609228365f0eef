import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../exchange.ts';

/** Of so many different queries, the last ones, some are accepted still, if any are. */
const mostKept = 10;

/** Queries that operations have accepted: what may stand beside one that is refused since. */
export class AcceptedQueries {
  readonly #byCaller = new Map<string, readonly string[]>();

  /** Looks at a final answer of an operation. */
  note(name: EndpointName, { succeeded, request, caller }: Exchange): void {
    const [, query] = request.target.split('?', 2);
    if (!succeeded || query === undefined) return;
    const key = `${name} ${caller.label}`;
    const others = this.of(name, caller.label).filter((other) => other !== query);
    this.#byCaller.set(key, [query, ...others].slice(0, mostKept));
  }

  /** Those of a caller, as they stood in the target, the last one first. */
  of(name: EndpointName, caller: string): readonly string[] {
    return this.#byCaller.get(`${name} ${caller}`) ?? [];
  }
}

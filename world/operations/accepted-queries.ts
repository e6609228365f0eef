import type { EndpointName } from '../../contract/endpoints.ts';
import type { History } from '../../history/history.ts';
import { documentedIn } from '../documented.ts';

/** Of so many different queries, the last ones, some are accepted still, if any are. */
const mostTold = 10;

/**
 * Queries that an operation has accepted of a caller, as they was in the target, the last one first: what may be beside
 * one that is refused since.
 */
export function acceptedQueries(history: History, name: EndpointName, caller: string): readonly string[] {
  const queries = history
    .at(name)
    .filter((one) => one.succeeded && one.caller.label === caller && documentedIn(one) !== undefined)
    .flatMap(({ request }) => request.target.split('?', 2)[1] ?? []);
  return [...new Set(queries.toReversed())].slice(0, mostTold);
}

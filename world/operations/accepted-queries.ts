import type { EndpointName } from '../../contract/endpoints.ts';
import type { History } from '../../history/history.ts';
import { successesAt } from '../documented.ts';

/** The number of last accepted queries that are kept: if any query is still accepted, one of them is. */
const mostTold = 10;

/** Queries that an operation accepted from a caller, the last first: controls for a query that is refused later. */
export function acceptedQueries(history: History, name: EndpointName, caller: string): readonly string[] {
  const queries = successesAt(history, name)
    .filter((one) => one.caller.label === caller)
    .flatMap(({ request }) => request.target.split('?', 2)[1] ?? []);
  return [...new Set(queries.toReversed())].slice(0, mostTold);
}

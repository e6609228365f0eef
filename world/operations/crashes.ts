import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { documentedIn } from '../documented.ts';

/** Server errors of an operation: for each path the last error, unless a success followed. */
export function crashes(history: History, name: EndpointName): readonly Exchange[] {
  const open = new Map<string, Exchange>();
  for (const exchange of history.at(name).filter((one) => documentedIn(one) !== undefined))
    if (exchange.succeeded) open.delete(exchange.path);
    else if (exchange.is('fault')) open.set(exchange.path, exchange);
  return [...open.values()];
}

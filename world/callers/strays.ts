import type { EndpointName } from '../../contract/endpoints.ts';
import { lets } from './lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { header } from '../../wire/media-type.ts';
import { documentedIn, isAskedOf } from '../documented.ts';

const mostTold = 500;

/** Answers 2xx of an operation to callers whose scopes give no access. */
export function strays(history: History, name: EndpointName): readonly Exchange[] {
  const { projectKey } = history.given;
  const isStray = (exchange: Exchange): boolean =>
    exchange.succeeded &&
    documentedIn(exchange) !== undefined &&
    isAskedOf(projectKey, exchange) &&
    isBySender(exchange) &&
    lets(name, exchange.caller, projectKey) === 'out';
  return history.at(name).filter(isStray).slice(0, mostTold);
}

/** A check may send a token in another way, with its header in another spelling. */
function isBySender({ caller, request }: Exchange): boolean {
  return caller.token !== undefined || header(request.headers, 'authorization') === undefined;
}

import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import type { Exchange } from '../history/exchange.ts';
import type { History } from '../history/history.ts';
import { encodeComponent } from '../wire/target.ts';

/** The operation that has answered, if the request used the documented method and no redirect led elsewhere. */
export function documentedIn(exchange: Exchange): EndpointName | undefined {
  const { endpoint: name, outcome, redirect, request, isPage, isWordless } = exchange;
  if (name === undefined || outcome.kind === 'failure' || redirect !== undefined) return undefined;
  if (isPage || isWordless) return undefined;
  const { method = request.method } = endpoint(name);
  return request.method === method ? name : undefined;
}

/** Whether a request concerns a project, judging by the project key. */
export function isAskedOf(projectKey: string, { request }: Pick<Exchange, 'request'>): boolean {
  return request.target.startsWith(`/${encodeComponent(projectKey)}/`);
}

/** The successful answers of an operation to documented requests. */
export function successesAt(history: History, name: EndpointName): readonly Exchange[] {
  return history.at(name).filter((one) => one.succeeded && documentedIn(one) !== undefined);
}

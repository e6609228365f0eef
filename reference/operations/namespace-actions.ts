import { json, jsonBody, type Handler, type Served } from '../call.ts';
import { headerOf } from '../message.ts';
import { Refused } from '../refused.ts';

/** Stores data for the namespace (4.16 POST): any JSON value. */
const writeNamespaceData: Handler = (call) => {
  call.project.namespaceData = jsonBody(call);
  return json(call, 200, { accepted: true });
};

/** Shows the data that was stored last (4.16 GET). */
const readNamespaceData: Handler = (call) => json(call, 200, { data: call.project.namespaceData });

/** Shows a cart (4.17). */
const readCart: Handler = (call) => json(call, 200, call.state.policy.cart(call));

/** Shows a cart to a caller who sends both required headers (4.18). */
const readCartWithHeaders: Handler = (call) => {
  const accept = headerOf(call.request, 'accept');
  const locale = headerOf(call.request, 'service-locale');
  if (accept === undefined || locale === undefined)
    throw new Refused(400, 'Accept and Service-Locale are required');
  if (!/\*\/\*|application\/(?:\*|json)/i.test(accept)) throw new Refused(406, 'carts are application/json');
  return json(call, 200, call.state.policy.cart(call));
};

/** The namespace actions, by operation. */
export const namespaceActions = {
  '4.16.GET': { method: 'GET', path: 'namespace-action', opening: 'any-token', serve: readNamespaceData },
  '4.16.POST': { method: 'POST', path: 'namespace-action', opening: 'any-token', serve: writeNamespaceData },
  '4.17': { method: 'GET', path: 'namespace-action-with-example', opening: 'any-token', serve: readCart },
  '4.18': {
    method: 'GET',
    path: 'namespace-action-with-headers',
    opening: 'any-token',
    serve: readCartWithHeaders,
  },
} as const satisfies Served;

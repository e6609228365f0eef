import { json, type Handler, type Served, reading } from '../call.ts';
import { latest, seenAfter } from '../state.ts';
import type { Response } from '../message.ts';
import type { Resource } from '../resource.ts';
import type { Call } from '../policy.ts';

/** Reads a resource by id (4.2). Neither of the two optional query parameters has an effect here. */
const readById: Handler = (call) => shown(call, call.project.resources.get(call.path['id'] ?? ''));

/** Reads a resource by key (4.3): the newest resource with that key. */
const readByKey: Handler = (call) => {
  const resources = [...call.project.resources.values()];
  return shown(
    call,
    resources.findLast((resource) => resource.key === call.path['key']),
  );
};

function shown(call: Call, resource: Resource | undefined): Response {
  const { policy } = call.state;
  const seen = resource && seenAfter(resource, call.now, policy.readLagMs);
  if (!resource || !seen) return policy.gone(call, undefined);
  const hidden = seen.deleted && !(policy.softDelete && latest(resource).deleted);
  return hidden ? policy.gone(call, resource) : json(call, 200, policy.represented(seen, call));
}

/** How one resource is read, by operation. */
export const reads = {
  '4.3': { method: 'GET', path: 'key={key}', opening: reading, serve: readByKey },
  '4.2': { method: 'GET', path: '{id}', opening: reading, serve: readById },
} as const satisfies Served;

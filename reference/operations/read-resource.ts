import { json, type Handler } from '../call.ts';
import { latest, seenAfter } from '../state.ts';
import type { Response } from '../message.ts';
import type { Resource } from '../resource.ts';
import type { Call } from '../policy.ts';

/** Reads a resource by id (4.2). The two optional query parameters choose nothing here. */
export const readById: Handler = (call) => shown(call, call.project.resources.get(call.path['id'] ?? ''));

/** Reads a resource by key (4.3): the newest of that key. */
export const readByKey: Handler = (call) => {
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

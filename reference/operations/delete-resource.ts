import { type Handler, type Served, writing } from '../call.ts';
import { livingResource } from '../honest/versions.ts';
import { latest, write } from '../state.ts';

/** Deletes a resource, and shows its last state (4.11). */
const deleteResource: Handler = (call) => {
  const { state, now } = call;
  const resource = livingResource(call, call.path['id']);
  if (!resource) return state.policy.gone(call, call.project.resources.get(call.path['id'] ?? ''));
  const before = latest(resource);
  const version = state.policy.nextVersion(before.version, state, now);
  const after = write(resource, { ...before, version, deleted: true, modifiedAt: now }, now);
  return state.policy.deleted(call, before, after);
};

/** How resources are deleted, by operation. */
export const deletes = {
  '4.11': { method: 'DELETE', path: '{id}', opening: writing, serve: deleteResource },
} as const satisfies Served;

import { objectBody, type Handler, type Served, writing } from '../call.ts';
import { member, type JsonObject } from '../json.ts';
import { latest, later, write } from '../state.ts';
import type { Resource, Snapshot } from '../resource.ts';
import type { Call } from '../policy.ts';

/** Creates a resource (4.6), or updates a target if the policy chooses one. */
const createResource: Handler = (call) => {
  const { policy } = call.state;
  const content = policy.contentOf(member(objectBody(call), 'objectTypeProperty'));
  const target = policy.createTarget(call, content);
  if (target) return policy.created(call, replaceContent(call, target, content));
  return policy.created(call, newResource(call, content));
};

/** Stores a new resource with that content. */
export function newResource(call: Call, objectTypeProperty: JsonObject): Snapshot {
  const { state, project, now } = call;
  const id = state.policy.newId(state, now);
  const key = state.policy.keyOf(id);
  const version = state.policy.firstVersion(state, now);
  const resource: Resource = { id, key, history: [] };
  project.resources.set(id, resource);
  const touchMs = state.policy.touchAfterCreateMs;
  if (touchMs !== undefined) later(state, now + touchMs, (at) => touch(call, resource, at));
  const times = { createdAt: now, modifiedAt: now };
  return write(resource, { id, key, version, objectTypeProperty, deleted: false, ...times }, now);
}

/** Stores other content in a resource, and changes its version. */
export function replaceContent(call: Call, resource: Resource, objectTypeProperty: JsonObject): Snapshot {
  const { state, now } = call;
  const before = latest(resource);
  const version = state.policy.nextVersion(before.version, state, now);
  return write(resource, { ...before, objectTypeProperty, version, modifiedAt: now }, now);
}

function touch({ state }: Call, resource: Resource, now: number): void {
  const before = latest(resource);
  if (before.deleted) return;
  write(resource, { ...before, version: state.policy.nextVersion(before.version, state, now) }, now);
}

/** How resources are created, by operation. */
export const creates = {
  '4.6': { method: 'POST', path: '', opening: writing, serve: createResource },
} as const satisfies Served;

import { objectBody, type Handler, type Served, writing } from '../call.ts';
import { isArray, member } from '../json.ts';
import type { Update, Call } from '../policy.ts';
import type { Reply } from '../reply.ts';
import { latest, later, write } from '../state.ts';
import type { Resource, Snapshot } from '../resource.ts';
import { Refused } from '../refused.ts';

/**
 * Updates a resource by id (4.10). The stated version is checked before the actions; check and write are one step,
 * unless the policy opens a window between them.
 */
const updateResource: Handler = (call) => {
  const { policy } = call.state;
  const resource = policy.updateTarget(call);
  if (!resource) return policy.gone(call, call.project.resources.get(call.path['id'] ?? ''));
  const update = read(call, resource);
  if (!policy.versionMatches(update)) return { response: policy.onMismatch(update) };
  const reason = policy.actionsRefusal(update.actions);
  if (reason !== undefined) throw new Refused(400, reason);
  const waitMs = policy.windowMs(update);
  if (waitMs <= 0) return { response: answered(update, call.now) };
  return { waitMs, resume: (now) => afterWindow(update, now) };
};

/** The update that a request asks for. Throws `Refused` (400, 415). */
function read(call: Call, resource: Resource): Update {
  const body = objectBody(call);
  const current = latest(resource);
  const stated = call.state.policy.statedVersion(member(body, 'version'), current);
  if (!stated) throw new Refused(400, 'version is not a number');
  const actions = member(body, 'actions');
  if (!isArray(actions)) throw new Refused(400, 'actions is not an array');
  return { call, resource, current, stated, actions };
}

function afterWindow(update: Update, now: number): Reply {
  const { policy } = update.call.state;
  const again: Update = { ...update, current: latest(update.resource), call: { ...update.call, now } };
  if (again.current.deleted) return { response: policy.gone(again.call, update.resource) };
  if (policy.checksAgain(update, now) && !policy.versionMatches(again))
    return { response: policy.onMismatch(again) };
  return { response: answered(again, now) };
}

function answered(update: Update, now: number): ReturnType<typeof update.call.state.policy.updated> {
  const { state } = update.call;
  const { asyncUpdateMs } = state.policy;
  if (asyncUpdateMs === undefined) return state.policy.updated(update, apply(update, now));
  later(state, now + asyncUpdateMs, (at) => {
    const current = latest(update.resource);
    if (!current.deleted && current.version === update.current.version) apply({ ...update, current }, at);
  });
  return state.policy.updated(update, update.current);
}

/** Applies the actions of an update to a resource, whatever its version. */
export function apply(update: Update, now: number): Snapshot {
  const { state } = update.call;
  const before = latest(update.resource);
  const changed = state.policy.applied(before, update.actions);
  if (!state.policy.movesVersion(before, changed, update.actions))
    return write(update.resource, changed, now);
  const version = state.policy.nextVersion(before.version, state, now);
  return write(update.resource, { ...changed, version, modifiedAt: now }, now);
}

/** How resources are updated, by operation. */
export const updates = {
  '4.10': { method: 'POST', path: '{id}', opening: writing, serve: updateResource },
} as const satisfies Served;

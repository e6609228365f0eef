import { member, writeJson } from '../reference/json.ts';
import type { HandleWrap } from '../reference/reply.ts';
import type { Request } from '../reference/message.ts';
import { match, type Operation } from '../reference/routes.ts';
import { latest, write } from '../reference/state.ts';
import { jsonOf, serving, succeeded } from './rewrite.ts';
import type { Resource, Snapshot } from '../reference/resource.ts';
import type { State } from '../reference/policy.ts';

/** The existing resources of a project, oldest first. */
export function living(state: State, projectKey = 'demo'): Resource[] {
  const resources = [...(state.projects.get(projectKey)?.resources.values() ?? [])];
  return resources.filter((resource) => !latest(resource).deleted);
}

/** Whether two resources have the same content. */
export function isEqual(one: Snapshot, other: Snapshot): boolean {
  return writeJson(one.objectTypeProperty) === writeJson(other.objectTypeProperty);
}

/** The oldest resource with the content of the named resource. */
export function oldestLike(
  resources: readonly Resource[],
  named: Resource | undefined,
): Resource | undefined {
  return resources.find((one) => named !== undefined && isEqual(latest(one), latest(named)));
}

/** Passes a request about an existing resource on to another existing resource, which `pick` chooses. */
export function reaching(
  operation: Operation,
  pick: (resources: readonly Resource[], named: Resource | undefined) => Resource | undefined,
): HandleWrap {
  return (next) => (state, request, now) => {
    const found = match(request.method, request.target);
    if (found.kind !== 'operation' || found.operation !== operation) return next(state, request, now);
    const resources = living(state, found.projectKey);
    const named = resources.find(({ id, key }) => id === found.path['id'] || key === found.path['key']);
    const picked = pick(resources, named);
    if (!named || !picked) return next(state, request, now);
    const segment = operation === '4.3' ? `key=${picked.key}` : picked.id;
    const target = request.target.replace(/^(\/[^/]*\/[^/]*\/)[^?]*/s, `$1${segment}`);
    return next(state, { ...request, target }, now);
  };
}

/** After a success, changes the newest of the picked resources besides the target. */
export function spilling(
  operation: Operation,
  change: (before: Snapshot, request: Request) => Snapshot,
  isPicked: (sibling: Snapshot, concerned: Snapshot) => boolean = () => true,
): HandleWrap {
  return serving([operation], (next, request, state, now) => {
    // Deleted resources are included.
    const resources = living(state);
    const reply = next();
    if (!('response' in reply) || !succeeded(reply.response)) return reply;
    const id = member(jsonOf(reply.response), 'id');
    const concerned = resources.find((resource) => resource.id === id);
    const sibling = resources.findLast(
      (resource) => resource.id !== id && (!concerned || isPicked(latest(resource), latest(concerned))),
    );
    if (sibling) write(sibling, change(latest(sibling), request), now);
    return reply;
  });
}

/** Lets a delete succeed and restores the resource. */
export const undoingDelete: HandleWrap = (next) => (state, request, now) => {
  const found = match(request.method, request.target);
  const isDelete = found.kind === 'operation' && found.operation === '4.11';
  const resource = isDelete
    ? living(state, found.projectKey).find(({ id }) => id === found.path['id'])
    : undefined;
  const before = resource && latest(resource);
  const reply = next(state, request, now);
  if (resource && before && latest(resource) !== before) write(resource, before, now);
  return reply;
};

import { empty, json } from '../call.ts';
import { integerOf } from '../decimal.ts';
import { JsonNumber, member, number, type Json } from '../json.ts';
import type { Policy, Update, Call } from '../policy.ts';
import { hexDigits } from '../random.ts';
import { latest } from '../state.ts';
import type { Resource, Snapshot } from '../resource.ts';

/** The resource of that id; undefined for a deleted resource. */
export function livingResource(call: Call, id: string | undefined): Resource | undefined {
  const resource = id === undefined ? undefined : call.project.resources.get(id);
  return resource && !latest(resource).deleted ? resource : undefined;
}

function afterAction(before: Snapshot, action: Json): Snapshot {
  const value = member(action, 'someProperty');
  const changes = member(action, 'action') === 'changeSomeProperty' && typeof value === 'string';
  return changes ? { ...before, someProperty: value } : before;
}

function wrongAction(action: Json): string | undefined {
  const name = member(action, 'action');
  if (name === 'doSomeThing') return undefined;
  if (name !== 'changeSomeProperty') return 'an action is not known';
  return typeof member(action, 'someProperty') === 'string' ? undefined : 'someProperty is not a string';
}

/** The 409 for an update that states another version (4.10). */
function conflict(update: Update): ReturnType<typeof json> {
  const { call, current } = update;
  return json(call, 409, {
    status: number(409),
    message: 'the resource has another version',
    currentVersion: number(current.version),
  });
}

/** Identity, versions and updates by id (4.10, "Versioning"): every accepted update with actions counts one up. */
export const honestVersions = {
  newId: (state) => `r${hexDigits(state.random, 12)}`,
  keyOf: (id) => `k-${id}`,
  createTarget: () => undefined,
  touchAfterCreateMs: undefined,
  firstVersion: () => 1n,
  nextVersion: (current) => current + 1n,
  versionShown: (snapshot) => number(snapshot.version),
  updateTarget: (call) => livingResource(call, call.path['id']),
  statedVersion: (value) => (value instanceof JsonNumber ? value : undefined),
  versionMatches: ({ stated, current }) => integerOf(stated.text) === current.version,
  onMismatch: conflict,
  windowMs: () => 0,
  checksAgain: () => true,
  actionsRefusal: (actions) => actions.map(wrongAction).find((reason) => reason !== undefined),
  applied: (before, actions) => actions.reduce<Snapshot>(afterAction, before),
  movesVersion: (_before, _after, actions) => actions.length > 0,
  updated({ call }, after) {
    const { policy } = call.state;
    if (policy.asyncUpdateMs !== undefined) return empty(202);
    return json(call, 200, policy.represented(after, call));
  },
  asyncUpdateMs: undefined,
} satisfies Partial<Policy>;

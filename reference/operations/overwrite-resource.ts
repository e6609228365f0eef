import { objectBody, type Handler, type Served, writing } from '../call.ts';
import { integerOf } from '../decimal.ts';
import { JsonNumber, member, type JsonObject } from '../json.ts';
import { newResource, replaceContent } from './create-resource.ts';
import { latest } from '../state.ts';
import type { Resource } from '../resource.ts';
import { Refused } from '../refused.ts';
import type { Call } from '../policy.ts';

/** Overwrites a resource (4.7). The policy chooses the target: the newest resource by default. */
const overwriteResource: Handler = (call) => {
  const { version, content } = stated(call);
  const { policy } = call.state;
  const target = policy.overwriteTarget(call);
  if (!target) return policy.gone(call, undefined);
  checkVersion(call, target, version);
  return policy.overwritten(call, replaceContent(call, target, content), false);
};

/** Creates or overwrites a resource (4.8), with the same target. */
const putResource: Handler = (call) => {
  const { version, content } = stated(call);
  const { policy } = call.state;
  const target = policy.overwriteTarget(call);
  if (!target) return policy.overwritten(call, newResource(call, content), true);
  checkVersion(call, target, version);
  return policy.overwritten(call, replaceContent(call, target, content), false);
};

function stated(call: Call): { readonly version: bigint; readonly content: JsonObject } {
  const body = objectBody(call);
  const given = member(body, 'version');
  const version = given instanceof JsonNumber ? integerOf(given.text) : undefined;
  if (version === undefined) throw new Refused(400, 'version is not an integer');
  return { version, content: call.state.policy.contentOf(member(body, 'objectTypeProperty')) };
}

function checkVersion({ state }: Call, target: Resource, version: bigint): void {
  if (state.policy.overwriteChecksVersion && latest(target).version !== version)
    throw new Refused(409, 'the resource has another version');
}

/** How resources are overwritten, by operation. */
export const overwrites = {
  '4.7': { method: 'PATCH', path: '', opening: writing, serve: overwriteResource },
  '4.8': { method: 'PUT', path: '', opening: writing, serve: putResource },
} as const satisfies Served;

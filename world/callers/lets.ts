import { endpoint, scopes, type EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';

/**
 * Whether the contract lets a caller use an operation of a project, by the scopes that it is said to hold.
 *
 * - `in`: it holds a listed scope. An expired token is never granted access. - `out`: it holds neither a
 *   listed scope nor any other scope that may suffice. Unknown and no tokens hold nothing. Of supplied tokens
 *   only those count whose scopes are all among the five names, since a vendor may have scopes above them.
 * - `unknown`: the contract lists no scopes, or is silent about the caller's.
 */
export function lets(name: EndpointName, caller: Caller, projectKey: string): 'in' | 'out' | 'unknown' {
  const { scopes: listed } = endpoint(name);
  const { kind, supplied } = caller;
  if (listed === undefined) return 'unknown';
  const isExpired = supplied?.expired === true;
  if (!isExpired && listed.some((scope) => caller.scopes.has(`${scope}:${projectKey}`))) return 'in';
  if (kind !== 'supplied') return 'out';
  if (isExpired) return 'unknown';
  const isOfNone = supplied?.noScope === true || supplied?.otherProject === true;
  return isOfNone || [...caller.scopes].every((scope) => scopes.some((one) => scope.startsWith(`${one}:`)))
    ? 'out'
    : 'unknown';
}

import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Reason } from '../../clause/sample.ts';
import type { Stage } from '../stage.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Callers } from '../../run/callers.ts';

/** Why no holder of a listed scope can send the request: none was supplied, or none is left. */
export function noTokenFor(
  name: EndpointName,
  { callers, projectKey }: { readonly callers: Callers; readonly projectKey: string },
): Reason {
  const { scopes = [] } = endpoint(name);
  const gone = callers.withdrawn.find(({ caller }) => lets(name, caller, projectKey) === 'in');
  if (gone !== undefined) {
    const { label } = gone.caller;
    return { code: 'dead-token', text: gone.why.startsWith(label) ? gone.why : `${label} ${gone.why}` };
  }
  return {
    code: 'no-token',
    text: `no token with ${scopes.join(' or ')} was supplied`,
    supply: `CONFORMANCE_TOKEN_${(scopes[0] ?? '').toUpperCase()}=<token>`,
  };
}

/** ` and CONFORMANCE_TOKEN_…=<token>` behind a line of advice that settles nothing without that token too. */
export function andToken(
  { callers, options }: Pick<Stage, 'callers' | 'options'>,
  name: EndpointName,
): string {
  const { projectKey } = options;
  const isThere = callers.supplied.some((caller) => lets(name, caller, projectKey) === 'in');
  const supply = isThere ? undefined : noTokenFor(name, { callers, projectKey }).supply;
  return supply === undefined ? '' : ` and ${supply}`;
}

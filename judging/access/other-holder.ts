import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Stage } from '../../implementation/stage.ts';

/** A supplied token that holds only the other scope listed for an endpoint. */
export function otherHolder(on: Stage, name: EndpointName, usual: Caller): Caller | undefined {
  const { projectKey } = on.options;
  const single = on.callers.supplied.filter(
    (caller) => caller.scopes.size === 1 && lets(name, caller, projectKey) === 'in',
  );
  return single.find((caller) => [...caller.scopes].some((scope) => !usual.scopes.has(scope)));
}

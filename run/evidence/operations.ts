import type { ReportedOperation } from '../../clause/reported/operations.ts';
import { endpoint, endpointNames } from '../../contract/endpoints.ts';
import type { World } from '../../world/world.ts';

/** The knowledge about each operation of the contract, in its order. */
export function operationsOf({ offered }: Pick<World, 'offered'>): readonly ReportedOperation[] {
  return endpointNames.map((name) => {
    const { section, method, path } = endpoint(name);
    return { section, ...(method === undefined ? {} : { method }), path, ...offered.fact(name) };
  });
}

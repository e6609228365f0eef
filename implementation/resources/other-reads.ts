import { endpoints } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';
import { plainPairs, withPairs } from '../plain-query.ts';

/** A holder of the other listed scope, who also may read (4.2); if there is none, the usual reader. */
export function otherReader(on: Stage): Caller {
  const { reader } = on;
  const { projectKey } = on.options;
  const holders = on.callers.supplied.filter((caller) => lets('readById', caller, projectKey) === 'in');
  const others = holders.filter(({ scopes }) => [...scopes].some((scope) => !reader.scopes.has(scope)));
  return others.find(({ scopes }) => scopes.size === 1) ?? others[0] ?? reader;
}

/** A read of 4.2 by the other caller, with the documented parameters. */
export function readOtherwise(
  on: Stage,
  own: OwnResource,
  as = otherReader(on),
  plain = false,
): Promise<Exchange> {
  const ask = { path: { id: own.id }, as };
  return on.ask('readById', plain ? ask : withPairs(ask, plainPairs(endpoints.readById.parameters)));
}

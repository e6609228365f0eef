import { standApart } from '../learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';
import { pollUntilReadable } from './lag.ts';

/** A resource beside the current one; undefined if both are one, or change together. */
export async function secondResource(on: Stage): Promise<OwnResource | undefined> {
  if (!standApart(on.facts) || on.facts.noResource !== undefined) return undefined;
  const own = (await unlessInconclusive(on.another()))?.own;
  if (own === undefined) return undefined;
  on.keep(own);
  return (await pollUntilReadable(on, own)).succeeded ? own : undefined;
}

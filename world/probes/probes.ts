import type { ProbeRow } from '../../clause/causes/probe.ts';
import type { World } from '../world.ts';
import { accessRows } from './access.ts';
import { contentRows } from './content.ts';
import { versionRows } from './versions.ts';

/** Requests that were varied in many ways and did not get the owed answer, beside the requests that got it. */
export function probesOf(world: World): readonly ProbeRow[] {
  return [...versionRows(world.history), ...accessRows(world), ...contentRows(world)];
}

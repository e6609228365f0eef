import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Mismatch, MissedConflict } from '../../implementation/updates/mismatch-batch.ts';
import { relocated } from '../../suites/4.10/conflicts.ts';

/** A mismatch of the same kind for the current actual version. */
export function placedAt(own: OwnResource, { probe, aimed }: MissedConflict, now: string): Mismatch {
  if (probe.former === true) return { ...probe, version: own.former(now).at(-1) ?? probe.version };
  const version = relocated(probe, Number(now), Number(probe.version) - Number(aimed));
  return { ...probe, version };
}

import { isOneForAll } from '../../implementation/learnt.ts';
import type { Exchange } from '../../history/exchange.ts';
import { untouchedFixture } from '../../implementation/resources/kept-resource.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { versionsDiffer } from '../../implementation/resources/same-state.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Stage } from '../../implementation/stage.ts';
import { notEveryTime } from '../confirm.ts';
import { firstAttempt, tried } from './effect.ts';

/** Whether versions of a recently created resource change by themselves, as an untouched resource of its age shows. */
export const movesUntouched = oncePerRun(async (on: Stage, suspect: OwnResource): Promise<boolean> => {
  if (isOneForAll(on.facts)) return false;
  const age = Math.min(on.clock.now() - suspect.madeAt, on.grace.readMs);
  // An older resource may no longer change as new resources do. The caller may hold a provided resource, and
  // must not wait for a further one.
  const { own } =
    on.facts.idSource === undefined ? await untouchedFixture(on, 'versions at rest') : await on.another();
  const within = Math.max(0, own.madeAt + age - on.clock.now());
  return (await tried(on, own, firstAttempt, { within, differ: versionsDiffer })).kind === 'changed';
});

/** Reports a deviation of versions that did not recur; reports none if versions change without any write. */
export async function notEveryTimeOrDrift(
  on: Stage,
  own: OwnResource,
  deviation: string,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (await movesUntouched(on, own))
    return on.discarded('premise-failed', `${deviation}, but versions also change without any write`);
  notEveryTime(on, deviation, exchanges);
}

/** The contract does not show what changes versions besides updates (4.2): somebody else may have done it. */
export function versionMovedOnce(on: Stage, deviation: string, exchanges: readonly Exchange[]): void {
  on.undecided('two-readings', `${deviation}, but not every time`, {
    supply: '"version": {"movesBy": ["others"]}',
    readings: [
      'the requests before it sometimes change the version: find out why they do not change it every time',
      'others change versions: then declare it in version.movesBy of the profile',
    ],
    exchanges,
    deviated: true,
  });
}

import { isOneForAll } from '../../implementation/learnt.ts';
import type { Exchange } from '../../history/exchange.ts';
import { untouchedFixture } from '../../implementation/resources/kept-resource.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { versionsDiffer } from '../../implementation/resources/same-state.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Stage } from '../../implementation/stage.ts';
import { notEveryTime } from '../confirm.ts';
import { firstAttempt, tried } from './effect.ts';

/**
 * Whether versions move by themselves while a resource is young, as where a job touches what was made: shown by one
 * that nobody writes to, which is watched until it is as old as the one in question was, or any lag has passed.
 */
export const movesUntouched = oncePerRun(async (on: Stage, suspect: OwnResource): Promise<boolean> => {
  if (isOneForAll(on.facts)) return false;
  const age = Math.min(on.clock.now() - suspect.madeAt, on.grace.readMs);
  // One that is there already may be past what happens to young ones. Anyone who asks may hold one of the resources
  // that are lent, and must not wait for another one.
  const { own } =
    on.facts.idSource === undefined ? await untouchedFixture(on, 'versions at rest') : await on.another();
  const within = Math.max(0, own.madeAt + age - on.clock.now());
  return (await tried(on, own, firstAttempt, { within, differ: versionsDiffer })).kind === 'changed';
});

/**
 * Reports a deviation of versions that did not repeat itself: none if a resource that nobody wrote to shows that
 * versions move without any write, so that it was no deviation.
 */
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

import { versionOf } from '../../implementation/resources/own-resource.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { isBroken } from './histories.ts';
import type { MixedRound } from './mixed-round.ts';
import type { RaceProgress } from './progress.ts';
import type { Racer } from './race.ts';
import { countOf } from './round.ts';

/** Notes a round of two versions. False if its result leaves the resource in doubt, or ends the races. */
export function goesOnAfter(progress: RaceProgress, mixed: MixedRound): boolean {
  const isPlain = countOf(mixed, 'accepted') < 2 && mixed.racers.every(isOfActual(mixed));
  if (!isPlain && progress.doubt === undefined && maySetBack(mixed)) {
    progress.doubt = mixed;
    return false;
  }
  progress.mixed.push(mixed);
  if (isBroken(mixed)) progress.endedBy = 'a version that was left';
  return isPlain && mixed.racers.every(({ outcome }) => outcome !== 'unknown');
}

/** After a restore of earlier data, the replaced version is actual again, and leads to the same result as before. */
function maySetBack({ racers, actual }: MixedRound): boolean {
  return racers
    .filter(({ outcome, stated }) => outcome === 'accepted' && stated !== actual)
    .map(({ exchange }) => versionOf(exchange.value))
    .every((led) => led === undefined || sameNumber(led, actual));
}

const isOfActual =
  ({ actual }: MixedRound) =>
  ({ outcome, stated }: Racer): boolean =>
    outcome !== 'accepted' || stated === actual;

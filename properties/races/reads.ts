import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { stateShows } from '../../judging/effects/state.ts';
import { settles } from '../../run/settle.ts';
import { briefIfWaitingIsFutile } from '../../implementation/brief-waits.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { RaceTrack } from './track.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Racer, Round } from './race.ts';

/** A read of a resource, and the earlier rounds on it. */
export interface Look {
  readonly read: Exchange;
  readonly rounds: readonly Round[];
}

/** The loser, answered 409, whose string the read shows as state, and the place; undefined if the read shows none. */
export function traceIn(
  on: Stage,
  { read, rounds }: Look,
): { readonly round: Round; readonly loser: Racer; readonly pointer: string } | undefined {
  if (!read.succeeded) return undefined;
  for (const round of rounds.toReversed())
    for (const loser of round.racers) {
      if (loser.outcome !== 'refused' || loser.canary === undefined) continue;
      const pointer = stateShows(on, read, loser.canary);
      if (pointer !== undefined) return { round, loser, pointer };
    }
  return undefined;
}

/** One read of the resource: it must not show content that only losers carried. */
export async function look(on: Stage, track: RaceTrack): Promise<Exchange> {
  // A read sent in the same millisecond as an answer would not be known to come after it.
  await on.clock.sleep(1, awaited.races);
  track.unseen = 0;
  return await track.own.keepingShown(() => readOwn(on, track.own));
}

/** Reads until a version other than the stated version shows, or the lag is over. */
export async function readUntilMoved(on: Stage, own: OwnResource, stated: string): Promise<Exchange> {
  await on.clock.sleep(1, awaited.races);
  let read = await readOwn(on, own);
  const moved = (): boolean => {
    const version = versionOf(read.value);
    return version !== undefined && !sameNumber(version, stated);
  };
  if (moved()) return read;
  await settles(
    on.clock,
    { since: own.lastWriteAt, ms: briefIfWaitingIsFutile(on).grace.readMs },
    async () => {
      read = await readOwn(on, own);
      return moved();
    },
  );
  return read;
}

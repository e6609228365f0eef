import { apartMs } from './progress.ts';
import { awaited } from '../../run/awaited.ts';
import { brieflyWaiting } from '../../implementation/brief-waits.ts';
import type { Stage } from '../../implementation/stage.ts';
import { shortened, withRacers, type DrawnRacer, type DrawnRound } from '../arbitraries/race-rounds.ts';
import type { SeededCase } from '../drawn-cases.ts';
import { smallestPlan } from '../history/smallest-plan.ts';
import type { Races } from './progress.ts';
import type { Racing } from './race.ts';
import { raceRound } from './round.ts';
import { shortestLists } from './shortest-lists.ts';
import type { RaceTrack } from './track.ts';

const replays = 5;
/** The most rounds that reduce one round, including the confirmations. */
const mostExecutions = 20;

/**
 * A few further rounds, which change no verdict: they show how often the violation recurs, and which racers it
 * needs. The suite reduces rounds itself. A repeated race may have another outcome, so each candidate is tried as
 * often as the whole round needs to show the violation. In a measurement with locks by token, the shrinking of
 * fast-check kept a needless racer at five of twelve seeds, this reduction at one, with as many executions.
 */
export async function reduced(
  on: Stage,
  track: RaceTrack,
  racing: Racing,
  from: SeededCase<DrawnRound>,
): Promise<Omit<NonNullable<Races['crowded']>, 'round'>> {
  const hurried = brieflyWaiting(on);
  const isCrowded = async (racers: readonly DrawnRacer[]): Promise<boolean> => {
    if (racers.length < 2) return false;
    await on.clock.sleep(apartMs, awaited.races);
    const again = { ...racing, drawn: { ...racing.drawn, reads: 0, racers } };
    const round = await raceRound(hurried, track, again);
    return round !== undefined && round.winners.length > 1;
  };
  const { plan, replayRate, repeats } = await smallestPlan(racing.drawn.racers, isCrowded, {
    replays,
    executions: mostExecutions,
  });
  const isReplay = on.drawnAgain !== undefined;
  const lengths = isReplay ? [] : await shortestLists(plan, isCrowded, { book: racing.book, repeats });
  const kept = plan.map((racer, at) => ({
    place: from.value.racers.indexOf(racer),
    actions: lengths[at],
  }));
  return {
    from: isReplay ? from : withRacers(from, kept),
    small: plan.map((racer, at) => shortened(racer, lengths[at])),
    again: Math.round(replayRate * replays),
    of: replays,
  };
}

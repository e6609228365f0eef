import type { ReasonCode } from '../clause/sample.ts';
import type { OwnResource } from '../run/own-resource.ts';
import type { Stage } from '../run/stage.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import { calibrate, countOf, onTheWire, raceRound, type RaceTrack, type Round } from './race-round.ts';
import { measurePower, type Power } from './history/power.ts';

/** What the races of a run came to. */
export interface Races {
  readonly rounds: readonly Round[];
  /** The round in which several racers were accepted, and how many of the rounds replayed on it showed the same. */
  readonly crowded: { readonly round: Round; readonly again: number; readonly of: number } | undefined;
  /** Resources that updates raced on; they stay as the races left them. */
  readonly tracks: readonly OwnResource[];
  readonly power: Power;
  /** Why there were no races, or fewer than planned. */
  readonly missing: { readonly code: ReasonCode; readonly text: string } | undefined;
}

/** Resources to race on, and how many more may be used up by answers that leave a resource in doubt. */
const tracksWanted = 3;
const tracksMost = 9;
const replays = 5;
/** Rounds are kept apart so that one has ended on the server before the next begins, in milliseconds. */
const apartMs = 20;

interface Progress {
  readonly rounds: Round[];
  readonly tracks: OwnResource[];
  crowded: Races['crowded'];
  missing: Races['missing'];
  /** Answers of a limit make the races slower. */
  apartMs: number;
}

/** Races updates on three resources of their own, as many rounds as the depth wants; once a run. */
export function races(on: Stage): Promise<Races> {
  return on.shared('races', async () => {
    const progress: Progress = { rounds: [], tracks: [], crowded: undefined, missing: undefined, apartMs };
    const offered = await on.raceTransports();
    const transports: readonly RaceTransport[] = offered.length === 0 ? ['h1'] : offered;
    const { concurrency, depth } = on.options;
    // The operator's bound on parallel requests holds for racers too; nobody races alone.
    if (concurrency < 2)
      progress.missing = {
        code: 'premise-failed',
        text: 'requests sent one at a time cannot race (CONFORMANCE_CONCURRENCY is 1)',
      };
    else
      for (const { rounds, racers } of depth.races)
        await raceAll(on, progress, { rounds, racers: Math.min(racers, concurrency), transports });
    const power = measurePower(progress.rounds.map(onTheWire), {
      requiredRounds: Math.min(on.options.depth.raceGate, wantedRounds(on)),
    });
    return { ...progress, power };
  });
}

function wantedRounds(on: Stage): number {
  return on.options.depth.races.reduce((sum, { rounds }) => sum + rounds, 0);
}

interface Heat {
  readonly rounds: number;
  readonly racers: number;
  readonly transports: readonly RaceTransport[];
}

async function raceAll(on: Stage, progress: Progress, heat: Heat): Promise<void> {
  const perTrack = Math.ceil(heat.rounds / tracksWanted);
  let left = heat.rounds;
  for (let track = 0; left > 0 && track < tracksMost && progress.crowded === undefined; track += 1) {
    const done = await on.fresh(async (own) => {
      progress.tracks.push(own);
      if (!on.facts.upserts) on.keep(own);
      const calibrated = await calibrate(on, own);
      if ('why' in calibrated) {
        progress.missing = inWords(on, calibrated);
        return calibrated.why === 'noise' ? 0 : undefined;
      }
      return await raceOn(on, progress, calibrated, { ...heat, rounds: Math.min(left, perTrack) });
    });
    if (done === undefined) return;
    left -= done;
  }
}

function inWords(
  on: Stage,
  none: Exclude<Awaited<ReturnType<typeof calibrate>>, RaceTrack>,
): Races['missing'] {
  switch (none.why) {
    case 'noise':
      return { code: 'noise', text: `a solo update was lost (${none.label})` };
    case 'refused':
      return {
        code: 'blocked-by',
        text: '4.10/matching-version-is-accepted: no update with the actual version was accepted',
      };
    case 'never-moves':
      return { code: 'version-never-moved', text: 'no update is known that moves the version every time' };
    case 'later':
      return {
        code: on.profile.async?.['4.10'] === true ? 'declared-absent' : 'two-readings',
        text: 'updates are accepted for later (202), so that none is known to have succeeded',
      };
  }
}

/** Rounds on one resource; ends early where an answer leaves it in doubt. Returns the rounds that counted. */
async function raceOn(on: Stage, progress: Progress, track: RaceTrack, heat: Heat): Promise<number> {
  let counted = 0;
  for (let at = 0; at < heat.rounds; at += 1) {
    const transport = heat.transports[progress.rounds.length % heat.transports.length] ?? 'h1';
    await on.clock.sleep(progress.apartMs + on.random.integer(0, 15));
    const round = await raceRound(on, track, { racers: heat.racers, transport });
    if (round === undefined) return counted;
    progress.rounds.push(round);
    if (round.racers.some(({ exchange }) => exchange.status === 429)) progress.apartMs = 500;
    if (countOf(round, 'accepted') > 1) {
      progress.crowded = { round, ...(await replay(on, track, { racers: heat.racers, transport })) };
      return counted;
    }
    if (countOf(round, 'accepted') === 1) counted += 1;
    // What may still take effect must not meet a later round.
    if (countOf(round, 'unknown') > 0) return counted;
  }
  return heat.rounds;
}

/** A few rounds more, to say how often the violation shows; they change no verdict. */
async function replay(
  on: Stage,
  track: RaceTrack,
  racing: { readonly racers: number; readonly transport: RaceTransport },
): Promise<{ readonly again: number; readonly of: number }> {
  let again = 0;
  let of = 0;
  for (; of < replays; of += 1) {
    await on.clock.sleep(apartMs);
    const round = await raceRound(on, track, racing);
    if (round === undefined) break;
    if (countOf(round, 'accepted') > 1) again += 1;
  }
  return { again, of };
}

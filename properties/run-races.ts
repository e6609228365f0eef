import type { ReasonCode } from '../clause/sample.ts';
import type { Exchange } from '../run/exchange.ts';
import type { OwnResource } from '../run/own-resource.ts';
import type { Stage } from '../run/stage.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import { measurePower, type Power } from './history/power.ts';
import { mixedRound, type MixedRound } from './mixed-round.ts';
import { countOf, look, onTheWire, raceRound, type Round } from './race-round.ts';
import { calibrate, type NoTrack, type RaceTrack } from './race-track.ts';

/** A read of a resource, and the rounds on it that came before. */
export interface Look {
  readonly read: Exchange;
  readonly rounds: readonly Round[];
}

/** What the races of a run came to. */
export interface Races {
  readonly rounds: readonly Round[];
  /** Rounds in which a version that was left raced beside the actual one. */
  readonly mixed: readonly MixedRound[];
  /** Reads between the rounds. */
  readonly looks: readonly Look[];
  /** The round in which several racers were accepted, and how many of the rounds replayed on it showed the same. */
  readonly crowded: { readonly round: Round; readonly again: number; readonly of: number } | undefined;
  /** Resources that updates raced on; they stay as the races left them. */
  readonly tracks: readonly OwnResource[];
  /** One of them that is in no doubt, for what is to be tried on a calibrated resource. */
  readonly calibrated: RaceTrack | undefined;
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
/** Rounds on a resource from one read of it to the next. */
const roundsUnseen = 3;

interface Progress {
  readonly rounds: Round[];
  readonly mixed: MixedRound[];
  readonly looks: Look[];
  readonly tracks: OwnResource[];
  /** Tracks in no doubt, the one whose turn is next in front. */
  readonly ready: RaceTrack[];
  crowded: Races['crowded'];
  missing: Races['missing'];
  /** Answers of a limit make the races slower. */
  apartMs: number;
}

/** Races updates on three resources of their own in turn, as many rounds as the depth wants; once a run. */
export function races(on: Stage): Promise<Races> {
  return on.shared('races', async () => {
    const progress: Progress = {
      rounds: [],
      mixed: [],
      looks: [],
      tracks: [],
      ready: [],
      crowded: undefined,
      missing: undefined,
      apartMs,
    };
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
    return { ...progress, calibrated: progress.ready[0], power };
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

/** Rounds on the resources in turn: while one settles, updates race on the others. */
async function raceAll(on: Stage, progress: Progress, heat: Heat): Promise<void> {
  for (let round = 0; round < heat.rounds && progress.crowded === undefined; round += 1) {
    await fillUp(on, progress, heat.rounds - round);
    const track = progress.ready.shift();
    if (track === undefined) return;
    if (await raceOn(on, progress, track, heat)) progress.ready.push(track);
  }
}

/** Makes and calibrates resources until there are enough; those of one go at the same time. */
async function fillUp(on: Stage, progress: Progress, rounds: number): Promise<void> {
  const { ready, tracks } = progress;
  // Where creates land on one resource, or one shows what is written to another, there is one to race on.
  const wanted = on.facts.upserts || on.facts.siblingsMove ? 1 : Math.min(tracksWanted, rounds);
  while (ready.length < wanted && tracks.length < tracksMost) {
    const more = Math.min(wanted - ready.length, tracksMost - tracks.length);
    const made = await Promise.all(Array.from({ length: more }, () => newTrack(on, tracks)));
    for (const track of made)
      if ('why' in track) progress.missing = inWords(on, track);
      else ready.push(track);
    if (made.some((track) => 'why' in track && track.why !== 'noise')) return;
    if (ready.length > 0 && tracks.length >= tracksWanted) return;
  }
}

async function newTrack(on: Stage, tracks: OwnResource[]): Promise<RaceTrack | NoTrack> {
  return await on.fresh(async (own) => {
    tracks.push(own);
    if (!on.facts.upserts) on.keep(own);
    return await calibrate(on, own);
  });
}

function inWords(on: Stage, none: NoTrack): Races['missing'] {
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

/** One round on a resource. False where an answer leaves the resource in doubt. */
async function raceOn(on: Stage, progress: Progress, track: RaceTrack, heat: Heat): Promise<boolean> {
  const { rounds, looks } = progress;
  const transport = heat.transports[rounds.length % heat.transports.length] ?? 'h1';
  const racing = { racers: heat.racers, transport };
  await on.clock.sleep(progress.apartMs + on.random.integer(0, 15));
  const round = await raceRound(on, track, racing);
  if (round === undefined) return false;
  rounds.push(round);
  const before = (): readonly Round[] => rounds.filter(({ own }) => own === track.own);
  if (round.read !== undefined) looks.push({ read: round.read, rounds: before() });
  else if (track.unseen >= roundsUnseen) looks.push({ read: await look(on, track), rounds: before() });
  if (round.racers.some(({ exchange }) => exchange.status === 429)) progress.apartMs = 500;
  if (countOf(round, 'accepted') > 1) {
    progress.crowded = { round, ...(await replay(on, track, racing)) };
    return false;
  }
  // What may still take effect must not meet a later round.
  if (countOf(round, 'unknown') > 0) return false;
  if (countOf(round, 'accepted') === 0 || !isMixedNext(on, progress)) return true;
  const mixed = await mixedRound(on, track, round, racing);
  if (mixed === undefined) return true;
  progress.mixed.push(mixed);
  return mixed.racers.every(({ outcome }) => outcome !== 'unknown') && countOf(mixed, 'accepted') < 2;
}

/** Mixed rounds are spread over the others: one after every twelve. */
function isMixedNext(on: Stage, { rounds, mixed, crowded }: Progress): boolean {
  return crowded === undefined && on.options.concurrency >= 4 && rounds.length >= 12 * (mixed.length + 1) - 6;
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

import { awaited } from '../../run/awaited.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { RaceTransport } from '../../wire/exchange.ts';
import { measurePower, type Power } from '../history/power.ts';
import { mixedRound, roundWithStray } from './mixed-round.ts';
import { goesOnAfter } from './mixed-outcome.ts';
import { reduced } from './reduced-round.ts';
import { look, traceIn } from './reads.ts';
import { onTheWire, raceRound } from './round.ts';
import {
  asDrawn,
  asReplayed,
  fitted,
  plainRound,
  roundKinds,
  type DrawnMixedRound,
  type DrawnRound,
  type RoundPlan,
} from '../arbitraries/race-rounds.ts';
import { checkCases, type Failing } from '../checked-cases.ts';
import type { SeededCase } from '../drawn-cases.ts';
import { clauseSeed } from '../../run/random.ts';
import { shapesInstead, ShapeBook, type DrawnContent, type RaceShape } from './shapes.ts';
import { movesEachTime, type NoTrack, type RaceTrack } from './track.ts';
import { fillUp } from './tracks.ts';
import { apartAfter, noRaces, wanted, type Races, type RaceProgress } from './progress.ts';
import type { Racing, Round } from './race.ts';
import { isBusy, isCrash, losersMeetTheWinner, loseOtherwise } from './denied.ts';
import { blockedReason } from '../../implementation/blocked-by.ts';

/** The number of rounds on a resource between two of its reads. */
const roundsUnseen = 3;
/** The number of additional rounds that replace rounds made void by a lag or a missing answer. */
const mostMore = 12;

/** Races updates on a few separate resources in turn, as many rounds as the depth demands; once per run. */
export function races(on: Stage): Promise<Races> {
  return on.shared('races', async () => {
    const progress = noRaces(new ShapeBook(shapesInstead(on)));
    // The bound of the operator on concurrent requests also applies to racers; a race has at least two.
    if (on.options.concurrency < 2)
      progress.missing = {
        code: 'premise-failed',
        text: 'requests sent one at a time cannot race',
        supply: 'CONFORMANCE_CONCURRENCY=8',
      };
    else await raceHeats(on, progress);
    if (loseOtherwise(on, progress, isCrash))
      progress.losersCrash = await losersMeetTheWinner(on, progress, isCrash);
    const required = Math.min(on.options.depth.raceGate, wantedRounds(on));
    const calibrated = progress.ready.find(({ isFresh }) => !isFresh) ?? progress.ready[0];
    const power = powerOf(progress, required);
    return {
      ...progress,
      losersAreBusy: progress.losersAreBusy === true,
      areKeptApart: progress.losersAreBusy === false && power.counted === 0,
      calibrated,
      power,
    };
  });
}

function wantedRounds(on: Stage): number {
  return on.options.depth.races.reduce((sum, { rounds }) => sum + rounds, 0);
}

function powerOf({ rounds, losersAreBusy }: RaceProgress, requiredRounds: number): Power {
  return measurePower(
    rounds.map((round) => onTheWire(round, losersAreBusy === true)),
    { requiredRounds },
  );
}

async function raceHeats(on: Stage, progress: RaceProgress): Promise<void> {
  const offered = await on.raceTransports();
  const transports: readonly RaceTransport[] = offered.length === 0 ? ['h1'] : offered;
  const { concurrency, depth } = on.options;
  for (const [at, { rounds, racers }] of depth.races.entries())
    await raceHeat(on, progress, {
      rounds,
      racers: Math.min(racers, concurrency),
      transports,
      isLast: at === depth.races.length - 1,
    });
}

/** Rounds with the same number of racers. */
interface Heat {
  readonly rounds: number;
  readonly racers: number;
  readonly transports: readonly RaceTransport[];
  /** The last heat repeats rounds that other requests made void, without concurrent requests. */
  readonly isLast: boolean;
}

/**
 * Rounds on the resources in turn, in one check of fast-check: while one resource settles, updates race on
 * another. A replay races its one round repeatedly: chance decides whether the violation shows.
 */
async function raceHeat(on: Stage, progress: RaceProgress, heat: Heat): Promise<void> {
  let raced = 0;
  const isReplay = on.drawnAgain !== undefined;
  const cases = { kinds: roundKinds(heat.racers), seed: raceSeed(on), count: heat.rounds + mostMore };
  await checkCases<RoundPlan>(on, cases, async (one) => {
    while (goesOn(on, progress, heat, raced)) {
      const none = await fillUp(on, progress, Math.max(1, heat.rounds - raced));
      if (none !== undefined) progress.missing = inWords(on, none);
      const track = progress.ready.shift();
      if (track === undefined) return 'ends';
      const isPlain = !isReplay && isFirstOfFresh(progress, track);
      const whole = isReplay ? asReplayed(one, raced) : asDrawn(one);
      const next = { round: isPlain ? plainRound(whole) : whole, mixed: one.value.mixed };
      raced += 1;
      const came = await raceOn(on, progress, track, { ...next, transports: heat.transports });
      if (progress.losersAreBusy === undefined && loseOtherwise(on, progress, isBusy))
        progress.losersAreBusy = await losersMeetTheWinner(on, progress, isBusy);
      if (typeof came === 'object') return came;
      if (came === 'ready') progress.ready.push(track);
      if (!isPlain && !isReplay) return 'goes on';
    }
    return 'ends';
  });
}

/** Whether to race a further round: as many as the depth demands, and a few more in place of void rounds. */
function goesOn(on: Stage, progress: RaceProgress, { rounds, isLast }: Heat, raced: number): boolean {
  if (progress.endedBy !== undefined) return false;
  if (raced < rounds) return true;
  const left = mostMore - (raced - rounds);
  if (!isLast || left <= 0) return false;
  const required = Math.min(on.options.depth.raceGate, wantedRounds(on));
  const { counted } = powerOf(progress, required);
  // If almost no round counts, a few more would not help.
  return counted < required && required - counted <= left;
}

function inWords(on: Stage, none: NoTrack): Races['missing'] {
  switch (none.why) {
    case 'noise':
      return { code: 'noise', text: `a solo update was lost (${none.label})` };
    case 'refused':
      return blockedReason('4.10/matching-version-is-accepted');
    case 'never-moves':
      return { code: 'version-never-moved', text: 'no update is known that changes the version every time' };
    case 'later':
      return {
        text: 'updates are accepted for later (202), so that none is known to have succeeded',
        ...(on.profile.async?.['4.10'] === true
          ? { code: 'declared-absent' }
          : {
              code: 'two-readings',
              supply: '"async": {"4.10": true}',
              readings: [
                'an update that is accepted and not yet applied may be lost: answer when it is known to have succeeded',
                'all of them are applied later, in their order: then async.4.10 says so in the profile, and no race is judged',
              ],
            }),
      };
  }
}

/** On fresh resources, the first rounds race the plainest updates. */
function isFirstOfFresh({ rounds, tracks }: RaceProgress, track: RaceTrack): boolean {
  const isFirst = !rounds.some(({ own }) => own === track.own);
  return track.isFresh && isFirst && tracks.indexOf(track.own) < wanted.tracks;
}

/** The next round, and its transports. */
interface Next {
  readonly round: SeededCase<DrawnRound>;
  readonly mixed: DrawnMixedRound;
  readonly transports: readonly RaceTransport[];
}

/** Races one round; returns whether its resource is ready for another round or in doubt, or whether several racers were accepted. */
async function raceOn(
  on: Stage,
  progress: RaceProgress,
  track: RaceTrack,
  next: Next,
): Promise<'ready' | 'in doubt' | Failing<RoundPlan>> {
  const { rounds, book } = progress;
  const { round: drawn, transports } = next;
  const racing: Racing = {
    drawn: { ...drawn.value, racers: asManyAsGranted(on, drawn.value.racers) },
    transports,
    book,
    before: track.before,
  };
  await on.clock.sleep(progress.apartMs, awaited.races);
  const round = await raceRound(on, track, racing);
  const { before } = track;
  track.before = undefined;
  if (round === undefined) return 'in doubt';
  progress.apartMs = apartAfter(progress.apartMs, round);
  if (round.winners.length > 1 && !(await allMove(on, progress, { track, round }))) return 'ready';
  rounds.push(round);
  await lookAfter(on, progress, { track, round });
  if (round.winners.length > 1) {
    progress.endedBy = 'several winners';
    return {
      executions: 0,
      report: async () => {
        progress.crowded = { round, ...(await reduced(on, track, racing, drawn)) };
      },
    };
  }
  const beside = before === undefined ? undefined : roundWithStray(on, track, before, round);
  if (beside !== undefined && !goesOnAfter(progress, beside)) return 'in doubt';
  // A late effect must not reach a later round.
  const isLost = progress.losersAreBusy === true && round.winners.length > 0;
  if (onTheWire(round, isLost).some(({ outcome }) => outcome === 'unknown')) return 'in doubt';
  if (progress.endedBy !== undefined || round.winners.length === 0) return 'ready';
  if (on.facts.answersShowVersion) track.before = round;
  else if (isMixedNext(on, progress))
    return await raceMixed(on, progress, { track, round, mixed: next.mixed });
  return 'ready';
}

/** If no answer shows the replaced version, a read does; then both versions race in a round of their own. */
async function raceMixed(
  on: Stage,
  progress: RaceProgress,
  { track, round, mixed: drawn }: { readonly track: RaceTrack; readonly round: Round } & Pick<Next, 'mixed'>,
): Promise<'ready' | 'in doubt'> {
  const mixed = await mixedRound(on, track, round, {
    drawn: fitted(drawn, on.atOnce()),
    book: progress.book,
    transport: round.transport,
  });
  return mixed === undefined || goesOnAfter(progress, mixed) ? 'ready' : 'in doubt';
}

/**
 * Whether the winners' content also changes the version of this very resource when it is sent alone. If it
 * once keeps the version, a round with several winners proves nothing, and the shape no longer races.
 */
async function allMove(
  on: Stage,
  { book }: RaceProgress,
  { track, round }: { readonly track: RaceTrack; readonly round: Round },
): Promise<boolean> {
  const carried = round.winners.map((winner) => {
    const { shape, token, ...content } = round.drawn.racers[round.racers.indexOf(winner)] ?? {
      shape: book.plainest,
      token: 0,
    };
    return { shape, content, as: book.callerAt(token) };
  });
  for (const as of new Set(carried.map((one) => one.as)))
    if (as !== undefined && !(await movesEachTime(on, track, { shape: book.plainest, as }))) {
      book.leaves(as);
      return false;
    }
  const toTry = carried.filter(({ shape }) => track.isFresh || shape !== book.plainest);
  for (const { shape, content } of differing(toTry)) {
    if (await movesEachTime(on, track, { shape, content })) continue;
    if (shape === book.plainest) return true;
    book.strike(shape);
    return false;
  }
  return true;
}

/** One update of each shape, but every drawn list: a list proves nothing about another list. */
function differing<T extends { readonly shape: RaceShape; readonly content: DrawnContent }>(
  carried: readonly T[],
): readonly T[] {
  const told = carried.map(({ shape, content: { list } }) => JSON.stringify([shape, list]));
  return carried.filter((_, at) => told.indexOf(told[at] ?? '') === at);
}

/** Content of losers may show in the read after the round, or in a read after every few rounds. */
async function lookAfter(
  on: Stage,
  progress: RaceProgress,
  { track, round }: { readonly track: RaceTrack; readonly round: Round },
): Promise<void> {
  const due = track.unseen >= roundsUnseen && round.winners.length < 2;
  const read = round.read ?? (due ? await look(on, track) : undefined);
  if (read === undefined) return;
  const seen = { read, rounds: progress.rounds.filter(({ own }) => own === track.own) };
  progress.looks.push(seen);
  if (traceIn(on, seen) !== undefined) progress.endedBy = 'what a loser left behind';
}

/** A rate-limited racer does not count, so as many race as the limit permits, at least two. */
function asManyAsGranted<T>(on: Stage, racers: readonly T[]): readonly T[] {
  return racers.slice(0, Math.max(2, on.atOnce()));
}

/** Mixed rounds are spread among the other rounds: one after every twelve. */
function isMixedNext(on: Stage, { rounds, mixed }: RaceProgress): boolean {
  return on.atOnce() >= 4 && rounds.length >= 12 * (mixed.length + 1) - 6;
}

/** The rounds depend neither on the shard nor on earlier evidence. */
function raceSeed(on: Stage): number {
  return clauseSeed(on.options.seed, 'races') | 0;
}

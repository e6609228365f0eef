import type { Exchange } from '../run/exchange.ts';
import { changeTo } from '../run/mismatch.ts';
import { matchingUpdate, readOwn, versionOf, versionToState, type OwnResource } from '../run/own-resource.ts';
import { settles } from '../run/settle.ts';
import type { Stage } from '../run/stage.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import { JsonNumber } from '../wire/json.ts';
import { sameNumber } from '../wire/numbers.ts';
import type { History, Operation } from './history/history.ts';
import { outcomeOf, type Outcome } from './history/outcome.ts';
import type { RaceRound } from './history/power.ts';

/** A resource on which updates race, and what its solo updates showed before. */
export interface RaceTrack {
  readonly own: OwnResource;
  /** Solo updates, and how many of them moved the version. */
  readonly calibration: { readonly moved: number; readonly of: number };
  /** The status of an accepted update, since the contract shows none. */
  readonly status: number;
  /** Without this pause before them updates did not move the version: clocks may be coarse. */
  readonly pauseMs: number;
}

/** One update in a round. */
export interface Racer {
  readonly canary: string;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** One round: updates that stated one version at once, and the read after them. */
export interface Round {
  readonly stated: string;
  readonly transport: RaceTransport;
  readonly racers: readonly Racer[];
  readonly read: Exchange;
  readonly history: History;
}

const soloUpdates = 5;
/** Pauses between solo updates, in milliseconds, until all of them move the version. */
const pauses = [0, 1_100, 2_100];

/** Why updates cannot race on a resource. */
export type NoTrack =
  { readonly why: 'refused' | 'never-moves' | 'later' } | { readonly why: 'noise'; readonly label: string };

/** Sends solo updates one after the other and looks whether each moves the version. */
export async function calibrate(on: Stage, own: OwnResource): Promise<RaceTrack | NoTrack> {
  for (const pauseMs of pauses) {
    let moved = 0;
    let status: number | undefined;
    for (let step = 0; step < soloUpdates; step += 1) {
      if (pauseMs > 0) await on.clock.sleep(pauseMs);
      const match = await matchingUpdate(on, own, [changeTo(on.canary())]);
      if (match.kind === 'noise') return { why: 'noise', label: match.exchange.label };
      if (match.kind !== 'accepted') return { why: 'refused' };
      if (match.exchange.status === 202) return { why: 'later' };
      status = match.exchange.status;
      const now = await versionToState(on, own);
      if (now === undefined || sameNumber(now, match.stated)) break;
      moved += 1;
    }
    if (moved === soloUpdates && status !== undefined)
      return { own, calibration: { moved, of: soloUpdates }, status, pauseMs };
  }
  return { why: 'never-moves' };
}

/** Races updates that state one version, each with a string of its own, and reads what came of it. */
export async function raceRound(
  on: Stage,
  track: RaceTrack,
  racing: { readonly racers: number; readonly transport: RaceTransport },
): Promise<Round | undefined> {
  const { own, status } = track;
  if (track.pauseMs > 0) await on.clock.sleep(track.pauseMs);
  const stated = await versionToState(on, own);
  if (stated === undefined) return undefined;
  const canaries = Array.from({ length: racing.racers }, () => on.canary());
  const exchanges = await on.race(
    canaries.map((canary) => {
      const json = { version: new JsonNumber(stated), actions: [changeTo(canary)] };
      return ['update', { path: { id: own.id }, json }] as const;
    }),
    racing.transport,
  );
  own.lastWriteAt = on.clock.now();
  const racers = exchanges.map((exchange, at): Racer => ({
    canary: canaries[at] ?? '',
    exchange,
    outcome: outcomeOf(exchange.status ?? null, status),
  }));
  const read = await readAfter(on, own, stated, racers);
  return {
    stated,
    transport: racing.transport,
    racers,
    read,
    history: historyOf(track, { stated, racers, read, racing }),
  };
}

/**
 * Reads until the version that was left no longer shows, where an update was accepted; once only where the answer to
 * the one that won shows the next version.
 */
async function readAfter(
  on: Stage,
  own: OwnResource,
  stated: string,
  racers: readonly Racer[],
): Promise<Exchange> {
  const [winner, ...others] = racers.filter(({ outcome }) => outcome === 'accepted');
  const differs = (version: string | undefined): boolean =>
    version !== undefined && !sameNumber(version, stated);
  own.shown = undefined;
  own.left = winner === undefined ? undefined : stated;
  // Sent in the very millisecond of an answer, a read would not be known to come after it.
  await on.clock.sleep(1);
  let read = await readOwn(on, own);
  const next = on.facts.answersShowVersion ? versionOf(winner?.exchange.value) : undefined;
  if (winner === undefined || differs(versionOf(read.value))) return read;
  if (others.length === 0 && differs(next)) {
    own.show(next);
    return read;
  }
  await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    read = await readOwn(on, own);
    return differs(versionOf(read.value));
  });
  return read;
}

function historyOf(
  track: RaceTrack,
  round: {
    readonly stated: string;
    readonly racers: readonly Racer[];
    readonly read: Exchange;
    readonly racing: { readonly transport: RaceTransport };
  },
): History {
  const { stated, racers, read, racing } = round;
  const updates = racers.flatMap(({ exchange, outcome }): Operation[] => {
    const { sentAt: sent, answeredAt: answered } = exchange.outcome;
    const id = `update-${exchange.number}`;
    if (outcome === 'accepted') return [{ kind: 'accepted', id, sent, answered, stated, resulting: null }];
    if (outcome === 'refused') return [{ kind: 'refused', id, sent, answered, stated }];
    if (outcome === 'unknown' && exchange.failure?.wrote !== false)
      return [{ kind: 'unknown', id, sent, answered: null, stated }];
    return [];
  });
  const shown = versionOf(read.value);
  const { sentAt: sent, answeredAt: answered } = read.outcome;
  const reads: Operation[] =
    shown === undefined ? [] : [{ kind: 'read', id: `read-${read.number}`, sent, answered, shown }];
  return {
    schemaVersion: 1,
    resource: track.own.id,
    initial: stated,
    operations: [...updates, ...reads],
    calibration: track.calibration,
    soleWriter: true,
    transport: racing.transport === 'h1' ? 'h1 last-byte' : 'h2',
  };
}

/** The round as its power is computed from it. */
export function onTheWire({ racers }: Round): RaceRound {
  return racers.map(({ exchange, outcome }) => ({
    sent: exchange.outcome.sentAt,
    answered: exchange.outcome.kind === 'answer' ? exchange.outcome.answeredAt : null,
    outcome,
  }));
}

/** How many racers came to that outcome. */
export function countOf({ racers }: Round, outcome: Outcome): number {
  return racers.filter((racer) => racer.outcome === outcome).length;
}

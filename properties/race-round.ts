import type { EndpointName } from '../contract/endpoints.ts';
import type { Ask } from '../run/ask.ts';
import type { Exchange } from '../run/exchange.ts';
import { changeTo } from '../run/mismatch.ts';
import { readOwn, versionOf, versionToState, type OwnResource } from '../run/own-resource.ts';
import { settles } from '../run/settle.ts';
import type { Stage } from '../run/stage.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import { JsonNumber } from '../wire/json.ts';
import { sameNumber } from '../wire/numbers.ts';
import type { History, Operation } from './history/history.ts';
import { outcomeOf, type Outcome } from './history/outcome.ts';
import type { RaceRound } from './history/power.ts';
import { guessNext, type RaceTrack } from './race-track.ts';

/** One update in a round. */
export interface Racer {
  readonly canary: string;
  readonly stated: string;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** One round: updates that stated one version at once, and the read after them where there was one. */
export interface Round {
  readonly own: OwnResource;
  readonly stated: string;
  readonly transport: RaceTransport;
  readonly racers: readonly Racer[];
  readonly read: Exchange | undefined;
  readonly history: History;
}

/** An update as it is entered for a race, with a string of its own. */
export function entry(own: OwnResource, stated: string, canary: string): readonly [EndpointName, Ask] {
  return [
    'update',
    { path: { id: own.id }, json: { version: new JsonNumber(stated), actions: [changeTo(canary)] } },
  ];
}

/**
 * Races updates that state one version, each with a string of its own. What the winner's answer shows, or what the
 * steps before suggest, is the version of the next round; else a read tells.
 */
export async function raceRound(
  on: Stage,
  track: RaceTrack,
  racing: { readonly racers: number; readonly transport: RaceTransport },
): Promise<Round | undefined> {
  const { own, status } = track;
  if (track.pauseMs > 0) await on.clock.sleep(track.pauseMs);
  const stated = track.guessed ?? (await versionToState(on, own));
  if (stated === undefined) return undefined;
  const canaries = Array.from({ length: racing.racers }, () => on.canary());
  const exchanges = await on.race(
    canaries.map((canary) => entry(own, stated, canary)),
    racing.transport,
  );
  own.lastWriteAt = on.clock.now();
  const racers = exchanges.map((exchange, at): Racer => ({
    canary: canaries[at] ?? '',
    stated,
    exchange,
    outcome: outcomeOf(exchange.status ?? null, status),
  }));
  const read = await readAfter(on, track, stated, racers);
  const operations = [...racers.flatMap(operationOf), ...(read === undefined ? [] : readingOf(read))];
  return {
    own,
    stated,
    transport: racing.transport,
    racers,
    read,
    history: historyOf(track, { initial: stated, operations, transport: racing.transport }),
  };
}

/**
 * Where one update was accepted, the next version is known from its answer, or guessed, or left to be read when it is
 * needed: by then time has passed. Where several were, reads go on until the version that was left no longer shows.
 */
async function readAfter(
  on: Stage,
  track: RaceTrack,
  stated: string,
  racers: readonly Racer[],
): Promise<Exchange | undefined> {
  const { own } = track;
  const winners = racers.filter(({ outcome }) => outcome === 'accepted');
  const [winner] = winners;
  own.shown = undefined;
  own.left = winner === undefined ? undefined : stated;
  if (track.guessed !== undefined && winner === undefined) track.step = undefined;
  track.guessed = undefined;
  track.unseen += 1;
  if (winner === undefined) {
    const read = await look(on, track);
    // Refused by all, it is one that a read lags behind with, as far as is known.
    if (own.shown !== undefined && sameNumber(own.shown, stated)) {
      own.shown = undefined;
      own.left = stated;
    }
    return read;
  }
  if (winners.length > 1) return await readUntilMoved(on, own, stated);
  const next = on.facts.answersShowVersion ? versionOf(winner.exchange.value) : undefined;
  if (next !== undefined && !sameNumber(next, stated)) own.show(next);
  else track.guessed = guessNext(track, stated);
  return undefined;
}

/** One read of the resource: what only losers carried must not show. */
export async function look(on: Stage, track: RaceTrack): Promise<Exchange> {
  // Sent in the very millisecond of an answer, a read would not be known to come after it.
  await on.clock.sleep(1);
  track.unseen = 0;
  const { shown } = track.own;
  const read = await readOwn(on, track.own);
  // It may lag behind what an answer has shown.
  if (shown !== undefined) track.own.shown = shown;
  return read;
}

/** Reads until another version than the stated one shows, or the lag is over. */
export async function readUntilMoved(on: Stage, own: OwnResource, stated: string): Promise<Exchange> {
  await on.clock.sleep(1);
  let read = await readOwn(on, own);
  const moved = (): boolean => {
    const version = versionOf(read.value);
    return version !== undefined && !sameNumber(version, stated);
  };
  if (moved()) return read;
  await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    read = await readOwn(on, own);
    return moved();
  });
  return read;
}

/** A racer as an operation of a history; none where it stands outside the model. */
export function operationOf({ exchange, outcome, stated }: Racer): readonly Operation[] {
  const { sentAt: sent, answeredAt: answered } = exchange.outcome;
  const id = `update-${exchange.number}`;
  if (outcome === 'accepted') return [{ kind: 'accepted', id, sent, answered, stated, resulting: null }];
  if (outcome === 'refused') return [{ kind: 'refused', id, sent, answered, stated }];
  if (outcome === 'unknown' && exchange.failure?.wrote !== false)
    return [{ kind: 'unknown', id, sent, answered: null, stated }];
  return [];
}

/** A read as an operation of a history; none where it shows no version. */
export function readingOf(read: Exchange): readonly Operation[] {
  const shown = versionOf(read.value);
  const { sentAt: sent, answeredAt: answered } = read.outcome;
  return shown === undefined ? [] : [{ kind: 'read', id: `read-${read.number}`, sent, answered, shown }];
}

/** What was done on a track, as the checker judges it. */
export function historyOf(
  { own, calibration }: Pick<RaceTrack, 'own' | 'calibration'>,
  seen: {
    readonly initial: string;
    readonly operations: readonly Operation[];
    readonly transport: RaceTransport | undefined;
  },
): History {
  const { initial, operations, transport } = seen;
  return {
    schemaVersion: 1,
    resource: own.id,
    initial,
    operations,
    calibration,
    soleWriter: true,
    transport: transport === undefined ? 'one by one' : transport === 'h1' ? 'h1 last-byte' : 'h2',
  };
}

/** The round as its power is computed from it. */
export function onTheWire({ racers }: Pick<Round, 'racers'>): RaceRound {
  return racers.map(({ exchange, outcome }) => ({
    sent: exchange.outcome.sentAt,
    answered: exchange.outcome.kind === 'answer' ? exchange.outcome.answeredAt : null,
    outcome,
  }));
}

/** How many racers came to that outcome. */
export function countOf({ racers }: Pick<Round, 'racers'>, outcome: Outcome): number {
  return racers.filter((racer) => racer.outcome === outcome).length;
}

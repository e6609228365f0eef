import { awaited } from '../../run/awaited.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { briefIfReadsArePrompt } from '../../implementation/brief-waits.ts';
import type { Stage } from '../../implementation/stage.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { History, Operation } from '../history/history.ts';
import { outcomeOf } from '../history/outcome.ts';
import { historyOf, operationOf, readingOf } from './round.ts';
import type { RaceTrack } from './track.ts';
import { update } from '../../implementation/updates/changes.ts';
import { leftBy } from '../../implementation/updates/known-actions.ts';
import { actionsOf, type RaceShape, type ShapeBook } from './shapes.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Racer } from './race.ts';

/** The requests of clients that read, update and try again after each 409. */
export interface RetryLoops {
  readonly racers: readonly Racer[];
  readonly history: History;
}

/** The number of clients, and the number of accepted updates that each of them needs. */
export interface Crowd {
  readonly clients: number;
  readonly each: number;
}

/** The crowd of a depth. */
export function crowdOf({ name }: Stage['options']['depth']): Crowd {
  const crowds = {
    ci: { clients: 2, each: 4 },
    release: { clients: 4, each: 5 },
    certify: { clients: 6, each: 8 },
  };
  return crowds[name];
}

/** Pauses in milliseconds before a client reads again, after a read that showed a refused version. */
const pauses = [20, 50, 200, 600, 1_500, 3_000];

/** Runs the clients side by side, each until this many of its updates are accepted. */
export async function retryLoops(
  on: Stage,
  { calibrated: track, book }: { readonly calibrated: RaceTrack; readonly book: ShapeBook },
  crowd: Crowd,
): Promise<RetryLoops> {
  const racers: Racer[] = [];
  const operations: Operation[] = [];
  let isOver = false;
  let initial = '';

  const client = async (shape: RaceShape): Promise<void> => {
    const refused = new Set<string>();
    let accepted = 0;
    let stale = 0;
    // After an accepted update, the version in its answer need not be read.
    let known: string | undefined;
    for (let turn = 0; turn < crowd.clients * crowd.each + pauses.length && !isOver; turn += 1) {
      const read = known === undefined ? await readOwn(on, track.own) : undefined;
      if (read !== undefined) operations.push(...readingOf(read));
      const stated = known ?? versionOf(read?.value);
      known = undefined;
      if (stated === undefined) return;
      if (initial === '') initial = stated;
      if (refused.has(stated)) {
        const pause = pauses[stale];
        if (pause === undefined || pause > briefIfReadsArePrompt(on).grace.readMs) return;
        stale += 1;
        await on.clock.sleep(pause, awaited.reads);
        continue;
      }
      if (track.pauseMs > 0) await on.clock.sleep(track.pauseMs, awaited.races);
      const actions = actionsOf(on, shape, on.canary());
      const exchange = await update(on, track.own, new JsonNumber(stated), [...actions]);
      const outcome = outcomeOf(exchange.status ?? null, track.status);
      const racer = { canary: leftBy(actions), stated, exchange, outcome };
      racers.push(racer);
      operations.push(...operationOf(racer).map((one) => resulting(on, one, racer)));
      if (racer.outcome === 'accepted') {
        accepted += 1;
        if (accepted === crowd.each) return;
        known = on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
      } else if (racer.outcome !== 'refused') isOver = true;
      refused.add(stated);
    }
  };

  // Two updates of the clients at one version must not be identical.
  await Promise.all(book.apart(crowd.clients).map(client));
  track.own.forget();
  return { racers, history: historyOf(track, { initial, operations, transport: undefined }) };
}

/** An accepted update led to the version in its answer, if answers were seen to show it. */
export function resulting(on: Stage, operation: Operation, { exchange }: Racer): Operation {
  const shown = on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
  return operation.kind === 'accepted' && shown !== undefined
    ? { ...operation, resulting: shown }
    : operation;
}

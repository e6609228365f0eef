import { versionOf } from '../../implementation/resources/own-resource.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { History, Operation } from '../history/history.ts';
import type { DrawnMixedRound } from '../arbitraries/race-rounds.ts';
import type { RaceTransport } from '../../wire/exchange.ts';
import { historyOf, operationOf, readingOf, released, withoutRepeats } from './round.ts';
import { readUntilMoved } from './reads.ts';
import { pauseBefore, type RaceTrack } from './track.ts';
import { resulting } from './retry-loops.ts';
import { leftBy } from '../../implementation/updates/known-actions.ts';
import { actionsOf } from './shapes.ts';
import type { Racer, Racing, Round } from './race.ts';

/** Concurrent updates with the actual version and with the previous version, and reads. */
export interface MixedRound {
  /** The version that the previous round has replaced, and the resulting version. */
  readonly left: string;
  readonly actual: string;
  readonly racers: readonly Racer[];
  /**
   * The evidence that the version changed: the update of the previous round; if its answer does not show
   * this, also a read.
   */
  readonly moved: readonly Exchange[];
  /** The read after the round, if more than one update with the actual version was accepted. */
  readonly read: Exchange | undefined;
  readonly history: History;
}

/**
 * After a round with one winner: a read shows that the version changed; then updates with both versions and
 * reads race. The history begins with the previous round, so that an accepted update has already stated the
 * version that it left.
 */
export async function mixedRound(
  on: Stage,
  track: RaceTrack,
  before: Round,
  {
    drawn,
    book,
    transport,
  }: Pick<Racing, 'book'> & {
    readonly drawn: DrawnMixedRound;
    readonly transport: RaceTransport;
  },
): Promise<MixedRound | undefined> {
  const { own } = track;
  const left = before.stated;
  const winner = before.racers.find(({ outcome }) => outcome === 'accepted');
  own.mayHaveMoved();
  track.guessed = undefined;
  await pauseBefore(on, track);
  const first = await readUntilMoved(on, own, left);
  const actual = versionOf(first.value);
  if (winner === undefined || actual === undefined || sameNumber(actual, left)) return undefined;
  const entered = drawn.racers.map(({ states, token }, at) => {
    const actions = actionsOf(on, book.fit(book.plainest, at), on.canary());
    return {
      canary: leftBy(actions),
      actions,
      status: track.status,
      as: book.callerAt(token),
      stated: states === 'left' ? left : actual,
    };
  });
  const { racers: all, beside } = await released(on, own, entered, { reads: drawn.reads, transport });
  const accepted = withoutRepeats(on, all);
  const racers = all.filter((racer) => racer.outcome !== 'accepted' || accepted.includes(racer));
  const [only] = accepted;
  const isPlain = accepted.length <= 1 && (only === undefined || only.stated === actual);
  const next = on.facts.answersShowVersion && isPlain ? versionOf(only?.exchange.value) : undefined;
  if (only === undefined) own.forget();
  else own.leave(actual, next);
  const read = isPlain ? undefined : await readUntilMoved(on, own, actual);
  const operations: readonly Operation[] = [
    ...before.racers.flatMap(operationOf).map((one) => resultingIn(one, actual)),
    ...readingOf(first),
    ...racers.flatMap((racer) => operationOf(racer).map((one) => resulting(on, one, racer))),
    ...beside.flatMap(readingOf),
    ...(read === undefined ? [] : readingOf(read)),
  ];
  return {
    left,
    actual,
    racers,
    moved: [winner.exchange, first],
    read,
    history: historyOf(track, { initial: left, operations, transport }),
  };
}

/** The round in which one racer stated the replaced version of the previous round; undefined if none did. */
export function roundWithStray(
  on: Stage,
  track: RaceTrack,
  before: Round,
  round: Round,
): MixedRound | undefined {
  const { stray, read, transport } = round;
  const [winner] = before.winners;
  if (stray === undefined || winner === undefined || round.winners.length > 1) return undefined;
  const racers = [...round.racers, stray];
  const operations = [
    ...[...before.racers, ...racers].flatMap((racer) =>
      operationOf(racer).map((one) => resulting(on, one, racer)),
    ),
    ...(read === undefined ? [] : readingOf(read)),
  ];
  return {
    left: before.stated,
    actual: round.stated,
    racers,
    moved: [winner.exchange],
    read,
    history: historyOf(track, { initial: before.stated, operations, transport }),
  };
}

/** The only update accepted between two reads led to the version of the later read. */
function resultingIn(operation: Operation, version: string): Operation {
  return operation.kind === 'accepted' ? { ...operation, resulting: version } : operation;
}

import { defined } from '../../clause/defined.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { RaceTransport } from '../../wire/exchange.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameDouble, sameNumber } from '../../wire/json/numbers.ts';
import type { History, Operation } from '../history/history.ts';
import { leftBy } from '../../implementation/updates/known-actions.ts';
import { locked } from '../../implementation/updates/matching-update.ts';
import { outcomeOf, type UpdateOutcome } from '../history/outcome.ts';
import type { RaceRound } from '../history/power.ts';
import { actionsOf } from './shapes.ts';
import { look, readUntilMoved } from './reads.ts';
import { pauseBefore, type RaceTrack } from './track.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import type { Racing, Round, Racer } from './race.ts';

/** An update that takes part in a race, as an entry. */
export function entry(
  own: OwnResource,
  stated: string,
  actions: readonly UpdateAction[],
  as?: Caller,
): readonly [EndpointName, Ask] {
  return [
    'update',
    {
      path: { id: own.id },
      json: { version: new JsonNumber(stated), actions: [...actions] },
      ...defined({ as }),
    },
  ];
}

/** Reads as entries beside updates. */
export function readEntries(
  on: Stage,
  own: OwnResource,
  count: number,
): readonly (readonly [EndpointName, Ask])[] {
  return Array.from({ length: count }, () => ['readById', { path: { id: own.id }, as: on.reader }] as const);
}

/** An update, drawn and placed, before its release. */
interface Entered extends Pick<Racer, 'canary' | 'stated'> {
  readonly actions: readonly UpdateAction[];
  /** The status of an accepted update. */
  readonly status: number;
  readonly as: Caller | undefined;
}

/** Releases updates at one instant, with as many concurrent reads as limits permit. */
export async function released(
  on: Stage,
  own: OwnResource,
  entered: readonly Entered[],
  { reads, transport }: { readonly reads: number; readonly transport: RaceTransport },
): Promise<{ readonly racers: readonly Racer[]; readonly beside: readonly Exchange[] }> {
  // These reads are only load: while updates are under way, a read may show any state.
  const company = readEntries(on, own, Math.min(reads, Math.max(0, on.atOnce() - entered.length)));
  const updates = entered.map(({ actions, as, stated }) => entry(own, stated, actions, as));
  const exchanges = await on.race([...updates, ...company], transport);
  own.written(on.clock.now());
  const racers = entered.flatMap(({ canary, status, stated }, at): Racer[] => {
    const exchange = exchanges[at];
    if (exchange === undefined) return [];
    return [{ canary, stated, exchange, outcome: outcomeOf(exchange.status ?? null, status) }];
  });
  return { racers, beside: exchanges.slice(entered.length) };
}

/**
 * Races updates that state one version, each with content of its own. The next round states the version in
 * the winner's answer, a version predicted from earlier steps, or else a read version.
 */
export async function raceRound(on: Stage, track: RaceTrack, racing: Racing): Promise<Round | undefined> {
  const { own } = track;
  await pauseBefore(on, track);
  const stated = track.guessed ?? (await versionToState(on, own));
  if (stated === undefined) return undefined;
  const { book, transports } = racing;
  const drawn = {
    ...racing.drawn,
    racers: racing.drawn.racers.map((racer, at) => ({ ...racer, shape: book.fit(racer.shape, at) })),
  };
  const transport = transports[drawn.transport % transports.length] ?? 'h1';
  const left = leftBefore(racing, stated);
  const entered = drawn.racers.map(({ shape, token, ...content }, at) => {
    const canary = on.canary();
    const actions = actionsOf(on, shape, canary, content);
    return {
      canary: leftBy(actions) === undefined ? undefined : canary,
      actions,
      status: book.statusOf(shape) ?? track.status,
      as: book.callerAt(token),
      stated: at === left?.place ? left.version : stated,
    };
  });
  const { racers: all } = await released(on, own, entered, { reads: drawn.reads, transport });
  const isSame = (_: unknown, at: number): boolean => at !== left?.place;
  const racers = all.filter(isSame);
  const stray = left === undefined ? undefined : all[left.place];
  const winners = withoutRepeats(on, racers);
  const [winner] = winners;
  const next =
    winner === undefined
      ? undefined
      : book.next(stated, entered.filter(isSame)[racers.indexOf(winner)]?.actions.length ?? 1);
  const after = await readAfter(on, track, { stated, racers, next });
  const read = stray?.outcome === 'accepted' ? await readUntilMoved(on, own, stated) : after;
  const judged = racers.filter((racer) => racer.outcome !== 'accepted' || winners.includes(racer));
  const operations = [...judged.flatMap(operationOf), ...(read === undefined ? [] : readingOf(read))];
  return {
    own,
    stated,
    transport,
    racers,
    drawn: { ...drawn, racers: drawn.racers.filter(isSame) },
    stray,
    winners,
    read,
    history: historyOf(track, { initial: stated, operations, transport }),
  };
}

/**
 * The version that the previous round has replaced, if the actual version was shown since, and the racer that
 * states it.
 */
function leftBefore(
  { before, drawn }: Racing,
  actual: string,
): { readonly version: string; readonly place: number } | undefined {
  const [winner] = before?.winners ?? [];
  const shown = versionOf(winner?.exchange.value);
  const place = drawn.left;
  if (before === undefined || shown === undefined || place === undefined) return undefined;
  // At least two other updates must race; beyond 2^53, both versions may be one double: then no version was replaced.
  if (drawn.racers.length < 3 || place >= drawn.racers.length) return undefined;
  if (!sameNumber(shown, actual) || sameDouble(before.stated, actual)) return undefined;
  return { version: before.stated, place };
}

/**
 * Accepted racers. Of identical updates, only the first counts, unless each answer shows a version of its
 * own: a gateway may have joined them.
 */
export function withoutRepeats(on: Stage, racers: readonly Racer[]): readonly Racer[] {
  const seen = new Set<string>();
  return racers.filter(({ outcome, canary, exchange }) => {
    if (outcome !== 'accepted') return false;
    if (canary !== undefined) return true;
    const shown = on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
    const key = `${shown ?? ''} ${new TextDecoder().decode(exchange.request.body)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * If one update was accepted, the next version comes from its answer, is predicted, or is read when needed,
 * some time later. If several updates were accepted, reads go on until the replaced version no longer shows.
 */
async function readAfter(
  on: Stage,
  track: RaceTrack,
  {
    stated,
    racers,
    next,
  }: { readonly stated: string; readonly racers: readonly Racer[]; readonly next: string | undefined },
): Promise<Exchange | undefined> {
  const { own } = track;
  const winners = racers.filter(({ outcome }) => outcome === 'accepted');
  const [winner] = winners;
  const shownBy = ({ exchange }: Racer): string | undefined =>
    on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
  const shown = winner !== undefined && winners.length === 1 ? shownBy(winner) : undefined;
  if (winner === undefined) own.forget();
  else own.leave(stated, shown);
  if (track.guessed !== undefined && winner === undefined) track.guesses = false;
  track.guessed = undefined;
  track.unseen += 1;
  if (winner === undefined) {
    const read = await look(on, track);
    // A version that is refused to all racers may come from a lagging read.
    if (own.shown !== undefined && sameNumber(own.shown, stated)) own.leave(stated);
    return read;
  }
  if (winners.length > 1) {
    const keepIt = winners.map(shownBy).every((one) => one !== undefined && sameNumber(one, stated));
    // If all answers show the stated version, there is no other version to wait for.
    return keepIt ? await look(on, track) : await readUntilMoved(on, own, stated);
  }
  if (track.guesses && (shown === undefined || sameNumber(shown, stated))) track.guessed = next;
  return undefined;
}

/** A racer as an operation of a history; no operation if it is outside the model. */
export function operationOf({ exchange, outcome, stated }: Racer): readonly Operation[] {
  const { sentAt: sent, answeredAt: answered } = exchange.outcome;
  const id = `update-${exchange.number}`;
  if (outcome === 'accepted') return [{ kind: 'accepted', id, sent, answered, stated, resulting: null }];
  if (outcome === 'refused') return [{ kind: 'refused', id, sent, answered, stated }];
  if (outcome === 'unknown' && exchange.failure?.wrote !== false)
    return [{ kind: 'unknown', id, sent, answered: null, stated }];
  return [];
}

/** A read as an operation of a history; no operation if it shows no version. */
export function readingOf(read: Exchange): readonly Operation[] {
  const shown = versionOf(read.value);
  const { sentAt: sent, answeredAt: answered } = read.outcome;
  return shown === undefined ? [] : [{ kind: 'read', id: `read-${read.number}`, sent, answered, shown }];
}

/** The operations of a track, as the checker judges them. */
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

/** The status of an overload, or of a resource in use. */
export const busy = 503;

/**
 * The part of the round from which its power is computed. An update that was refused because another update
 * held the resource has raced, and lost.
 *
 * @param losersAreBusy - 503 was shown to concern the resource, not load
 */
export function onTheWire({ racers }: Pick<Round, 'racers'>, losersAreBusy: boolean): RaceRound {
  return racers.map(({ exchange, outcome }) => ({
    sent: exchange.outcome.sentAt,
    answered: exchange.outcome.kind === 'answer' ? exchange.outcome.answeredAt : null,
    outcome: exchange.status === locked || (losersAreBusy && exchange.status === busy) ? 'refused' : outcome,
  }));
}

/** The number of racers with that outcome. */
export function countOf({ racers }: Pick<Round, 'racers'>, outcome: UpdateOutcome): number {
  return racers.filter((racer) => racer.outcome === outcome).length;
}

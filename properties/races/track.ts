import { says } from '../../wire/status.ts';
import { awaited } from '../../run/awaited.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { Caller } from '../../history/caller.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { Match } from '../../implementation/updates/mismatch-batch.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { actionsOf, type DrawnContent, type RaceShape, type ShapeBook, type Solo } from './shapes.ts';
import type { Round } from './race.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';

/** A resource on which updates race, with the evidence of earlier solo updates. */
export interface RaceTrack {
  readonly own: OwnResource;
  /** Solo updates on this or similar resources, and how many of them changed the version. */
  readonly calibration: { readonly moved: number; readonly of: number };
  /** The status of an accepted update, because the contract shows none. */
  readonly status: number;
  /** The resource races from its first update; the solo updates were on other resources. */
  readonly isFresh: boolean;
  /** The pause without which updates did not change the version: clocks may be coarse. */
  readonly pauseMs: number;
  /** Whether the next version is predicted if no answer shows it; off after a wrong prediction. */
  guesses: boolean;
  /** The version predicted for the next round. */
  guessed: string | undefined;
  /** The number of rounds since the resource was last read. */
  unseen: number;
  /** The last round on the resource, if it had one winner whose answer shows the resulting version. */
  before: Round | undefined;
}

const soloUpdates = 5;
/** Pauses between solo updates, in milliseconds, until all of them change the version. */
const pauses = [0, 1_100, 2_100];
/** The number of solo updates after a round that confirm that a shape changes the version. */
const confirmations = 3;

/** Why updates cannot race on a resource. */
export type NoTrack =
  { readonly why: 'refused' | 'never-moves' | 'later' } | { readonly why: 'noise'; readonly label: string };

/**
 * Sends solo updates of these shapes, one after another, and checks whether each changes the version. The
 * plainest shape replaces a refused or ineffective shape, and must change the version.
 */
export async function calibrateTrack(
  on: Stage,
  own: OwnResource,
  {
    book,
    shapes,
    tokens,
  }: { readonly book: ShapeBook; readonly shapes: readonly RaceShape[]; readonly tokens: readonly Caller[] },
): Promise<RaceTrack | NoTrack> {
  for (const pauseMs of on.facts.keepsVersions ? pauses.slice(0, 1) : pauses) {
    const came = await solosOn(on, own, { book, shapes, tokens, pauseMs });
    if ('why' in came) {
      if (came.why === 'never-moves') continue;
      return came;
    }
    const { solos, struck, joined } = came;
    for (const one of solos) book.moves(one);
    for (const shape of struck) book.strike(shape);
    for (const caller of joined) book.joins(caller);
    return {
      own,
      calibration: { moved: solos.length, of: solos.length },
      status: solos.find(({ shape }) => shape === book.plainest)?.status ?? 0,
      isFresh: false,
      pauseMs,
      guesses: true,
      guessed: undefined,
      unseen: 0,
      before: undefined,
    };
  }
  return { why: 'never-moves' };
}

async function solosOn(
  on: Stage,
  own: OwnResource,
  plan: {
    readonly book: ShapeBook;
    readonly shapes: readonly RaceShape[];
    readonly tokens: readonly Caller[];
    readonly pauseMs: number;
  },
): Promise<
  | {
      readonly solos: readonly Solo[];
      readonly struck: readonly RaceShape[];
      readonly joined: readonly Caller[];
    }
  | NoTrack
> {
  const { book, shapes, tokens, pauseMs } = plan;
  const solos: Solo[] = [];
  const struck: RaceShape[] = [];
  const joined: Caller[] = [];
  const queue = [...shapes];
  while (solos.length < Math.max(soloUpdates, shapes.length - struck.length)) {
    const next = queue.shift() ?? book.plainest;
    const shape = book.isStruck(next) || struck.includes(next) ? book.plainest : next;
    const came = await solo(on, own, { shape, pauseMs });
    if ('shape' in came) {
      solos.push(came);
      // The next updates of the usual token show that both tokens change the same version.
      if (solos.length === 1)
        for (const as of tokens)
          if ('shape' in (await solo(on, own, { shape, pauseMs, as }))) joined.push(as);
    } else if (shape === book.plainest || came.why === 'noise') return came;
    else struck.push(shape);
  }
  return { solos, struck, joined };
}

async function solo(
  on: Stage,
  own: OwnResource,
  {
    shape,
    content,
    pauseMs,
    as,
  }: {
    readonly shape: RaceShape;
    readonly content?: DrawnContent | undefined;
    readonly pauseMs: number;
    readonly as?: Caller | undefined;
  },
): Promise<Solo | NoTrack> {
  if (pauseMs > 0) await on.clock.sleep(pauseMs, awaited.races);
  const actions = actionsOf(on, shape, on.canary(), content);
  const match = await matchingUpdate(on, own, actions, as === undefined ? {} : { as });
  if (match.kind === 'noise') return { why: 'noise', label: match.exchange.label };
  if (match.kind !== 'accepted') return { why: 'refused' };
  // Racers state the version of the last answer, not of this read.
  const status = match.exchange.followed303 ? 303 : match.exchange.status;
  if (status === undefined || says({ status }, 'later')) return { why: 'later' };
  const now = await versionToState(on, own);
  if (now === undefined || sameNumber(now, match.stated)) return { why: 'never-moves' };
  if (isMovedByReadAlone(match, actions)) return { why: 'never-moves' };
  return { shape, actions: actions.length, status, distance: distance(match.stated, now) };
}

/** A read may change the version too: if the actions need not change anything visible, the answer with the stated version decides. */
function isMovedByReadAlone(
  { exchange, stated }: Extract<Match, { kind: 'accepted' }>,
  actions: readonly UpdateAction[],
): boolean {
  const answered = versionOf(exchange.value);
  const changesNothing = actions.every(({ action }) => action === 'doSomeThing');
  return changesNothing && answered !== undefined && sameNumber(answered, stated);
}

/**
 * Whether solo updates of that shape, with these draws and that token, change this resource's version in
 * direct succession.
 */
export async function movesEachTime(
  on: Stage,
  { own, pauseMs }: RaceTrack,
  how: {
    readonly shape: RaceShape;
    readonly content?: DrawnContent | undefined;
    readonly as?: Caller | undefined;
  },
): Promise<boolean> {
  let lost = 0;
  for (let moved = 0; moved < confirmations;) {
    const came = await solo(on, own, { ...how, pauseMs });
    if ('shape' in came) moved += 1;
    else if (came.why === 'noise' && lost < confirmations) lost += 1;
    else return false;
  }
  return true;
}

/**
 * A resource that races from its first update: solo updates on other resources always changed the version,
 * even the first update of each.
 */
export function uncalibrated(own: OwnResource, calibrated: readonly RaceTrack[]): RaceTrack | undefined {
  const [one] = calibrated;
  if (one === undefined) return undefined;
  const of = calibrated.reduce((sum, { calibration }) => sum + calibration.of, 0);
  const pauseMs = Math.max(...calibrated.map((track) => track.pauseMs));
  return {
    ...one,
    own,
    calibration: { moved: of, of },
    pauseMs,
    isFresh: true,
    guessed: undefined,
    unseen: 0,
    before: undefined,
  };
}

const digits = /^-?\d+$/;

function distance(from: string, to: string): bigint | undefined {
  return digits.test(from) && digits.test(to) ? BigInt(to) - BigInt(from) : undefined;
}

/** Waits until the pause since the last write is over; other resources may have raced meanwhile. */
export async function pauseBefore(on: Stage, { own, pauseMs }: RaceTrack): Promise<void> {
  const wait = own.lastWriteAt + pauseMs - on.clock.now();
  if (pauseMs > 0 && wait > 0) await on.clock.sleep(wait, awaited.races);
}

import type { EndpointName } from '../contract/endpoints.ts';
import type { Profile } from '../clause/profile.ts';
import type { Raced } from '../clause/reported/raced.ts';
import type { Waiting } from '../run/attendance.ts';
import type { Ask } from '../run/ask.ts';
import type { World } from '../world/world.ts';
import type { Caller } from '../history/caller.ts';
import type { Callers } from '../run/callers.ts';
import type { Exchange } from '../history/exchange.ts';
import type { DrawnAgain, RunOptions } from '../run/options.ts';
import type { Random } from '../run/random.ts';
import type { Reporting } from '../run/reporting.ts';
import type { RunClock } from '../run/run-clock.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import type { Facts, Learning } from './learnt.ts';
import type { RefusedWrite, StrayGrant } from './refused-writes.ts';
import type { OwnResource } from './resources/own-resource.ts';
import type { MissedConflict, SpuriousConflict, MismatchBatch } from './updates/mismatch-batch.ts';

/** What a check knows of the run and the target. */
export interface Knowledge {
  readonly options: RunOptions;
  readonly profile: Profile;
  readonly facts: Facts;
  readonly learn: Learning;
  readonly callers: Callers;
  readonly world: World;
  /** Seeded by the run's seed and the clause. */
  readonly random: Random;
  readonly seed: number;
  /** Cases a property must reach. */
  readonly reach: number;
  /** In a replay, the one generated case that is to be played; what else is drawn is left out. */
  readonly drawnAgain: DrawnAgain | undefined;
  /** The caller that reads; throws `Inconclusive` where no token can. */
  readonly reader: Caller;
  /** The caller that holds manage_test; throws `Inconclusive` where none does. */
  readonly writer: Caller;
}

/** How long a check waits for what may still show. */
export interface Patience {
  readonly clock: RunClock;
  /** The longest lag granted, in milliseconds. */
  readonly grace: { readonly readMs: number; readonly queryMs: number };
  /** Looks are short, so that what is not seen proves nothing. */
  readonly brief: boolean;
}

/** What a check may send. */
export interface Sending {
  /** One exchange; the caller is the likeliest to be granted access unless the ask names one. */
  ask(name: EndpointName, ask?: Ask): Promise<Exchange>;
  askRaw(
    name: EndpointName,
    ask?: Ask,
  ): Promise<{ readonly exchange: Exchange; readonly octets: Uint8Array }>;
  askOnOneConnection(asks: readonly (readonly [EndpointName, Ask])[]): Promise<readonly Exchange[]>;
  race(
    asks: readonly (readonly [EndpointName, Ask])[],
    transport: RaceTransport,
  ): Promise<readonly Exchange[]>;
  raceTransports(): Promise<readonly RaceTransport[]>;
  /** How many requests at a time are let in, as far as is known; the operator's bound where no lower one is. */
  atOnce(): number;
}

/** The resources that a check may use. */
export interface ResourceAccess {
  /** Uses a resource of our own that nobody else uses meanwhile. */
  own<T>(use: (own: OwnResource) => Promise<T>): Promise<T>;
  /** The same with a resource just created (or, where creates land on one resource, that one). */
  fresh<T>(use: (own: OwnResource) => Promise<T>): Promise<T>;
  /**
   * Takes a resource out of use for others: it stays until the check ends, or where the work is shared with others until
   * clean-up.
   */
  keep(own: OwnResource): void;
  /**
   * A further resource for this check: made, or where creates show no ids one that the operator lent.
   *
   * @throws Inconclusive if none is to be had
   */
  another(canary?: string): Promise<{ readonly own: OwnResource; readonly exchange: Exchange | undefined }>;
  /**
   * POST of 4.6 with the content that was accepted before and a string of its own; notes the id for clean-up. What was
   * made may be deleted when the check waits for a later phase, unless it is kept.
   */
  create(
    canary?: string,
    as?: Caller,
  ): Promise<{ readonly exchange: Exchange; readonly own: OwnResource | undefined }>;
  /** What resources of this run were made with: strings of their own, by id; and when, on the run's clock. */
  readonly made: readonly { readonly id: string; readonly canary: string; readonly at: number }[];
  /** Whether a create of this run has answered with that id, whatever it was made with. */
  isOurs(id: string): boolean;
  /** Ids of which a delete was accepted. */
  readonly gone: ReadonlySet<string>;
  /** Enters the id that an odd request may have made into the book of what has to go again. */
  noteCreated(exchange: Exchange): void;
  /** A short string that occurs nowhere else. */
  canary(): string;
}

/** What checks of one run share. */
export interface Sharing {
  /** The same work for anyone who asks first; the others share the result of it. */
  shared<T>(key: unknown, work: () => Promise<T>): Promise<T>;
  /** A write that was refused: the late sweep must not find its effect. */
  refusedWrite(write: RefusedWrite): void;
  readonly refusedWrites: readonly RefusedWrite[];
  /** A request of this run has sent the text, or it holds the run's mark. */
  hasSent(text: string): boolean;
  /** A batch of mismatching updates that was fired: none of those that were refused may have had an effect. */
  noteMismatches(batch: MismatchBatch): void;
  readonly batches: readonly MismatchBatch[];
  /** A mismatch that was refused otherwise than by 409, beside an update that was accepted. */
  noteMissedConflict(missed: MissedConflict): void;
  readonly missedConflicts: readonly MissedConflict[];
  /** A 409 to a version that was accepted when it was stated again. */
  noteSpuriousConflict(spurious: SpuriousConflict): void;
  readonly spuriousConflicts: readonly SpuriousConflict[];
  /** A caller got what he may not get. */
  noteGrant(grant: StrayGrant): void;
  readonly grants: readonly StrayGrant[];
  /** What the races came to, and lines on what they can have seen, for report and matrix. */
  noteRaces(raced: Raced, lines: readonly string[]): void;
}

/** What a check needs: what is known, what it may send and use, its time, and where its evidence goes. */
export interface Stage extends Knowledge, Patience, Sending, ResourceAccess, Sharing, Waiting, Reporting {
  /** The same stage for anyone who waits in another way. */
  with(patience: Patience): Stage;
}

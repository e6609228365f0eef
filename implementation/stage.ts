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
import type { OwnResource } from './resources/own-resource.ts';
import type { MissedConflict, SpuriousConflict, MismatchBatch } from './updates/mismatch-batch.ts';

export interface Knowledge {
  readonly options: RunOptions;
  readonly profile: Profile;
  readonly facts: Facts;
  readonly learn: Learning;
  readonly callers: Callers;
  readonly world: World;
  /** Determined by the run's seed and the clause. */
  readonly random: Random;
  readonly seed: number;
  /** The number of cases that a property must reach. */
  readonly reach: number;
  /** In a replay, the one generated case to play; it leaves other drawn cases out. */
  readonly drawnAgain: DrawnAgain | undefined;
  /** The caller for reads; throws `Inconclusive` if no token can read. */
  readonly reader: Caller;
  /** The caller that holds manage_test; throws `Inconclusive` if no caller does. */
  readonly writer: Caller;
}

export interface Patience {
  readonly clock: RunClock;
  /** The longest lag that is granted, in milliseconds. */
  readonly grace: { readonly readMs: number; readonly queryMs: number };
  /** Waits are brief, so a missing effect proves nothing. */
  readonly brief: boolean;
}

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
  /** The number of concurrent requests that are accepted; the operator's bound if none is known. */
  atOnce(): number;
}

export interface ResourceAccess {
  /**
   * Uses a resource of the run that no other check uses meanwhile.
   *
   * @param how.ahead - before checks that already wait for a resource
   */
  own<T>(use: (own: OwnResource) => Promise<T>, how?: { readonly ahead: true }): Promise<T>;
  /** Like `own`, with a new resource; if all creates update the same resource, with that resource. */
  fresh<T>(use: (own: OwnResource) => Promise<T>): Promise<T>;
  /**
   * Takes a resource for exclusive use: it stays until the check ends, or, if the work is shared, until
   * clean-up.
   *
   * @throws ConfigurationError if it cannot be written
   */
  keep(own: OwnResource): void;
  /** Deletes an unneeded resource before making a long-lived one. */
  makeRoom(): Promise<void>;
  /** The check no longer needs this resource: it may be deleted before the check ends. */
  release(own: OwnResource): void;
  /**
   * A further resource: created, or provided if creates show no ids; throws Inconclusive if there is none.
   *
   * @throws Inconclusive if none can be had
   */
  another(canary?: string): Promise<{ readonly own: OwnResource; readonly exchange: Exchange | undefined }>;
  /** POST of 4.6 with a string of its own; deleted when the check waits for a later phase, unless it is kept. */
  create(
    canary?: string,
    as?: Caller,
  ): Promise<{ readonly exchange: Exchange; readonly own: OwnResource | undefined }>;
  /** Unique strings of the resources of this run, by id; and the times of creation, on the clock of the run. */
  readonly made: readonly { readonly id: string; readonly canary: string; readonly at: number }[];
  /** Whether a create of this run has answered with that id, whatever its content. */
  isOurs(id: string): boolean;
  /** Ids of resources with an accepted delete. */
  readonly gone: ReadonlySet<string>;
  /** Enters the id of a resource that an odd request may have created, so that the run deletes it. */
  noteCreated(exchange: Exchange): void;
  /** A short string that occurs nowhere else. */
  canary(): string;
}

/** A write that was refused, and how its effect would be recognised. */
export interface RefusedWrite {
  readonly endpoint: EndpointName;
  readonly exchange: Exchange;
  /** A string that only this request carried. */
  readonly canary?: string;
  readonly target?: OwnResource;
  /** The sender checks for its effect as well, so the run does not wait for it at its end. */
  readonly isLookedAfter?: true;
}

/** A write by a caller without the right, and the read that shows its effect. */
export interface StrayGrant {
  readonly exchange: Exchange;
  readonly look: Exchange;
}

export interface Sharing {
  /** Does the work for the first caller; later callers share the result. */
  shared<T>(key: unknown, work: () => Promise<T>): Promise<T>;
  /** A write that was refused: the late sweep must not find its effect. */
  refusedWrite(write: RefusedWrite): void;
  readonly refusedWrites: readonly RefusedWrite[];
  /** Whether a request of this run has sent the text, or the text has the mark of the run. */
  hasSent(text: string): boolean;
  /** A batch of mismatching updates that was sent: refused updates must have had no effect. */
  noteMismatches(batch: MismatchBatch): void;
  readonly batches: readonly MismatchBatch[];
  noteMissedConflict(missed: MissedConflict): void;
  readonly missedConflicts: readonly MissedConflict[];
  noteSpuriousConflict(spurious: SpuriousConflict): void;
  readonly spuriousConflicts: readonly SpuriousConflict[];
  noteGrant(grant: StrayGrant): void;
  readonly grants: readonly StrayGrant[];
  /** A resource rested for this many milliseconds before a judged update. */
  noteRest(ms: number): void;
  /** The result of the races, and lines about the flaws that they can have seen, for report and matrix. */
  noteRaces(raced: Raced, lines: readonly string[]): void;
}

/** The means of a check: its knowledge, its requests and resources, its time, and the place of its evidence. */
export interface Stage extends Knowledge, Patience, Sending, ResourceAccess, Sharing, Waiting, Reporting {
  /** The same stage for a caller that waits differently. */
  with(patience: Patience): Stage;
}

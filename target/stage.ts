import type { EndpointName } from '../contract/endpoints.ts';
import type { ExchangeEvidence, Finding, ReasonCode } from '../clause/sample.ts';
import type { Phase } from '../clause/clause.ts';
import type { RaceTransport } from '../wire/exchange.ts';
import type { Ask } from '../run/ask.ts';
import type { Caller, Callers } from '../run/caller.ts';
import type { Exchange } from '../run/exchange.ts';
import type { Facts } from './facts.ts';
import type { RunOptions } from '../run/options.ts';
import type { OwnResource } from './resources/own-resource.ts';
import type { Profile } from '../clause/profile.ts';
import type { Random } from '../run/random.ts';
import type { Recorder } from '../run/books/recorder.ts';
import type { RunClock } from '../run/run-clock.ts';
import type { RefusedWrite } from './refused-writes.ts';

/** A violation as a check reports it. */
export interface Broken {
  readonly expected: string;
  readonly got: string;
  /** The exchanges that show it, the one at fault last. */
  readonly exchanges: readonly Exchange[];
  /** `1/1` unless the deviation had to be confirmed. */
  readonly reproduced?: string;
  readonly counterexample?: unknown;
  readonly seed?: number;
  readonly path?: string;
}

/** What a check stands on: what it may send, what is known, and where its evidence goes. */
export interface Stage {
  readonly clauseId: string;
  /** The phase of the run in which the check is under way. */
  readonly phase: Phase;
  readonly options: RunOptions;
  readonly profile: Profile;
  readonly facts: Facts;
  readonly callers: Callers;
  readonly clock: RunClock;
  /** Seeded by the run's seed and the clause. */
  readonly random: Random;
  readonly seed: number;
  /** Cases a property must reach. */
  readonly reach: number;
  /** The longest lag granted, in milliseconds. */
  readonly grace: { readonly readMs: number; readonly queryMs: number };
  /** Looks are short, so that what is not seen proves nothing. */
  readonly hasty: boolean;
  /** The caller that reads; throws `Inconclusive` where no token can. */
  readonly reader: Caller;
  /** The caller that holds manage_test; throws `Inconclusive` where none does. */
  readonly writer: Caller;
  readonly recorder: Recorder;

  /** One exchange; the caller is the likeliest to be let in unless the ask names one. */
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

  /** The obligation was asked for and met. */
  held(times?: number): void;
  violated(broken: Broken): void;
  /** The same from evidence that was recorded earlier. */
  violatedWith(finding: Finding): void;
  undecided(
    code: ReasonCode,
    text: string,
    more?: { supply?: string; exchanges?: readonly Exchange[] },
  ): void;
  noise(text: string): void;
  /** The premise was not reached. */
  discarded(code: ReasonCode, text: string, supply?: string): void;
  /** The value of an open point, as plain JSON; the last one stands. */
  observe(value: unknown, more?: { suspect?: boolean }): void;
  suspect(): void;

  /** Uses a resource of our own that nobody else uses meanwhile. */
  own<T>(use: (own: OwnResource) => Promise<T>): Promise<T>;
  /** The same with a resource just created (or, where creates land on one resource, that one). */
  fresh<T>(use: (own: OwnResource) => Promise<T>): Promise<T>;
  /** Takes a resource out of use for others; it stays until clean-up. */
  keep(own: OwnResource): void;
  /**
   * A further resource for this check: made, or where creates show no ids one that the operator lent.
   *
   * @throws Inconclusive where none is to be had
   */
  another(canary?: string): Promise<{ readonly own: OwnResource; readonly exchange: Exchange | undefined }>;
  /** POST of 4.6 with the content that was accepted before and a string of its own; notes the id for clean-up. */
  create(
    canary?: string,
    as?: Caller,
  ): Promise<{ readonly exchange: Exchange; readonly own: OwnResource | undefined }>;
  /** What resources of this run were made with: strings of their own, by id. */
  readonly made: readonly { readonly id: string; readonly canary: string }[];
  /** Enters the id that an odd request may have made into the book of what has to go again. */
  noteCreated(exchange: Exchange): void;
  /** A short string that occurs nowhere else. */
  canary(): string;

  /** Waits without holding up the phase: others go on meanwhile. */
  park<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for a later phase. Resources must have been given back. */
  until(phase: Phase): Promise<void>;
  /** The same work for whoever asks first; the others share what came of it. */
  shared<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** A write that was refused: the late sweep must not find its effect. */
  refusedWrite(write: RefusedWrite): void;
  readonly refusedWrites: readonly RefusedWrite[];
  /** Lines on what the races can have seen, for report and matrix. */
  noteRaces(lines: readonly string[]): void;
  evidence(exchange: Exchange): ExchangeEvidence;
}

/** A request on its way. */
interface Passing {
  /** Of the run, beginning with 1. */
  readonly number: number;
  readonly method: string;
  readonly target: string;
  readonly token: string | undefined;
  /** Milliseconds since the first request. */
  readonly at: number;
}

/** What becomes of it: whether the implementation gets it, with which token, and what the client gets in the end. */
export interface Fate {
  /** Another token in the place of its own. */
  readonly token?: string;
  /** The implementation never gets it. */
  readonly lost?: true;
  /** What comes in the place of the implementation's answer. */
  readonly instead?:
    'reset' | { readonly status: number; readonly headers?: readonly (readonly [string, string])[] };
  readonly delayMs?: number;
}

/** Where weather happens. */
export interface World {
  /** Milliseconds since the first request. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** The run is over. */
  isOver(): boolean;
  /** Requests of the run so far. */
  requests(): number;
  /** From 0 on and below 1: the same numbers for the same seed. */
  random(): number;
  /** Ids that creates of the run have shown, the oldest first. */
  created(): readonly string[];
  /** A request of somebody else who holds manage_test; its answer's body. */
  request(method: string, path: string, body?: unknown): Promise<string>;
  readonly project: string;
  /** Keeps the data as they are now; returns how to restore them. Absent where nobody can. */
  readonly backup?: () => () => void;
}

/** Weather as it happens to one run. */
export interface Spell {
  readonly fate?: (passing: Passing) => Fate | undefined;
  /** Goes on beside the run, until it is over. */
  readonly job?: () => Promise<void>;
}

/** Something that happens to a run, and is no fault of the implementation. */
export interface Weather {
  readonly name: string;
  /** The token that stands in the place of one when its source is read again. */
  readonly renewed?: (token: string) => string;
  readonly begin: (world: World) => Spell;
}

/** A request on its way. */
interface Passing {
  /** Of the run, beginning with 1. */
  readonly number: number;
  readonly method: string;
  /** Below the base URL. */
  readonly target: string;
  readonly token: string | undefined;
  /** Milliseconds since the first request. */
  readonly at: number;
}

/** An answer that is given in the place of the implementation's, or that somebody else was given. */
export interface Given {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** The outcome of a request: whether the implementation gets it, with which token, and what the client gets. */
export interface Fate {
  /** Another token in the place of its own. */
  readonly token?: string;
  /** The implementation never gets it. */
  readonly lost?: true;
  /** What comes in the place of the implementation's answer. */
  readonly instead?: 'reset' | Given;
  readonly delayMs?: number;
}

/** The end of the setting's name, in small letters. */
export type Holder =
  | 'manage_test'
  | 'view_test'
  | 'manage_products'
  | 'view_products'
  | 'view_published_products'
  | 'no_scope'
  | 'other_project';

/** Where disturbances happens. */
export interface World {
  /** Milliseconds since the first request. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** The run is over. */
  isOver(): boolean;
  /** From 0 on and below 1: the same numbers for the same seed. */
  random(): number;
  /** What creates of the run have shown, the oldest first. */
  created(): readonly { readonly id: string; readonly at: number }[];
  /** A request of somebody else who holds manage_test, below the collection of the project. */
  request(method: string, path: string, body?: unknown): Promise<Given>;
  readonly project: string;
  /** The tokens of the run that no disturbances have touched yet. */
  readonly tokens: Readonly<Partial<Record<Holder, string>>>;
  /** Keeps the data as they are now; returns how to restore them. Absent if nobody can. */
  readonly backup?: () => () => void;
}

/** Weather as it happens to one run. */
export interface Spell {
  readonly fate?: (passing: Passing) => Fate | undefined | Promise<Fate | undefined>;
  /** Goes on beside the run, until it is over. */
  readonly job?: () => Promise<void>;
}

/** Something that happens to a run, and is no fault of the implementation. */
export interface Disturbance {
  readonly name: string;
  /** The token that is in the place of one when its source is read again. */
  readonly renewed?: (token: string) => string;
  /** It restores data, which not everybody can. */
  readonly needsBackup?: true;
  /** Choices of the reference beside which it is told. */
  readonly choices?: readonly string[];
  readonly begin: (world: World) => Spell;
}

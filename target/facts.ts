import type { Json } from '../wire/json/json.ts';
import type { Caller } from '../run/caller.ts';
import type { Reason } from '../clause/sample.ts';

/** One element of `actions` in an update (4.10). */
export type UpdateAction =
  | { readonly action: 'doSomeThing' }
  | { readonly action: 'changeSomeProperty'; readonly someProperty: string };

/** Where the id of a new resource is learnt from. */
export interface IdSource {
  readonly kind: 'body' | 'header' | 'fixture';
  /** A JSON Pointer, or a header's name. */
  readonly at: string;
  /** The vendor declared it: then a resource that cannot be read by this id is the implementation's failure. */
  readonly declared: boolean;
}

/** What a token was seen to be worth. */
export type Liveness =
  /** It earned what no and unknown tokens do not, or is refused otherwise than an unknown one. */
  | 'live'
  /** Nothing showed it to be live, and nothing in reach could have. */
  | 'unproven'
  /** Something in reach should have shown it to be live, and did not. */
  | 'dead';

/** What a run learns about the implementation before it judges, and never assumes. */
export interface Facts {
  readonly liveness: ReadonlyMap<string, Liveness>;
  /** A caller that reads the collection and resources. */
  readonly reader: Caller | undefined;
  /** A caller that holds manage_test for the project. */
  readonly writer: Caller | undefined;
  /** A caller whose updates (4.10) are accepted, or the likeliest one. */
  readonly updater: Caller;
  /** Why no resource of our own can be had; undefined when one can. */
  readonly noResource: Reason | undefined;
  /** Body of 4.6 that was accepted. */
  readonly createBody: Json | undefined;
  readonly idSource: IdSource | undefined;
  /** JSON Pointer in an ExampleResource at which the key stands. */
  readonly keyPointer: string | undefined;
  /** Two creates gave one id. */
  readonly upserts: boolean;
  /** A created resource was read by its id. */
  readonly readable: boolean;
  /** Reads of resources succeed and show no integer version. */
  readonly unversioned: boolean;
  /** Updates with each action: whether they move the version; undefined when no such update was accepted. */
  readonly moves: {
    readonly doSomeThing: boolean | undefined;
    readonly changeSomeProperty: boolean | undefined;
  };
  /** What became of the first matching updates. */
  readonly updates: 'accepted' | 'conflict' | 'refused' | 'crash' | 'noise' | 'untried';
  /** Statuses that accepted updates were answered with. */
  readonly acceptedStatuses: ReadonlySet<number>;
  /** An update's answer is the resource as the next read shows it. */
  readonly answersShowVersion: boolean;
  /** JSON Pointer at which the value of changeSomeProperty was seen, exactly, twice. */
  readonly pointer: string | undefined;
  /** All JSON Pointers at which both values of two accepted changes were seen; undefined if two were not accepted. */
  readonly pointers: readonly string[] | undefined;
  /** A write to one resource changed the version that another one shows. */
  readonly siblingsMove: boolean;
}

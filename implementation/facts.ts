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

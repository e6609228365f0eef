/** One element of `actions` in an update (4.10). */
export type UpdateAction =
  | { readonly action: 'doSomeThing' }
  | { readonly action: 'changeSomeProperty'; readonly someProperty: string };

export interface IdSource {
  readonly kind: 'body' | 'header' | 'fixture';
  /** A JSON Pointer, or a header's name. */
  readonly at: string;
  /** The vendor declared it: then a resource that cannot be read by this id is the implementation's failure. */
  readonly declared: boolean;
}

export type Liveness =
  /** The token got an answer that unknown tokens do not get, or a refusal that differs from theirs. */
  | 'live'
  /** Nothing showed that the token is valid, and nothing could have shown it. */
  | 'unproven'
  /** A request should have shown that the token is valid, but did not. */
  | 'dead';

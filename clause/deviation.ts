/** Of which version an update stated that was judged for it: the actual one, one that had been left, any other. */
export type StatedVersion = 'actual' | 'former' | 'other';

/** What deviated, as data that the exchanges alone do not tell. @typeParam One - names an exchange: its index */
export type Deviation<One = number> =
  /** Its status, or a success or refusal as such; `exact` where one success is due, and another came. */
  | {
      readonly kind: 'status';
      readonly exchange: One;
      readonly exact?: true;
      readonly stated?: StatedVersion;
      /** The version that was the actual one when it was sent. */
      readonly actual?: string;
    }
  /** Which media type or charset it says that it has. */
  | { readonly kind: 'media-type'; readonly exchange: One }
  | { readonly kind: 'no-body'; readonly exchange: One }
  | { readonly kind: 'not-json' | 'not-utf8'; readonly exchange: One }
  /** It ends before it is whole. */
  | { readonly kind: 'cut-off'; readonly exchange: One }
  /** Octets after the header section of an answer that has no body. */
  | { readonly kind: 'stray-octets'; readonly exchange: One }
  /** The value at a JSON Pointer; the empty one is the whole body. */
  | { readonly kind: 'value' | 'missing'; readonly exchange: One; readonly pointer: string }
  /** Two looks at one thing: they differ where they were to agree, or share what was to differ. */
  | { readonly kind: 'differ' | 'agree'; readonly exchange: One; readonly beside: One }
  /** One version has been that of several states, or the actual one has changed with nothing but refusals. */
  | { readonly kind: 'reused-version' | 'moved-version'; readonly exchange: One }
  /** Of updates that were sent at once more succeed than may: those whose role is that of a racer. */
  | { readonly kind: 'several-winners'; readonly exchange: One }
  /** It shows a text that another request had sent. */
  | { readonly kind: 'holds'; readonly exchange: One; readonly text: string }
  /** A refusal that shows what the control beside it holds. */
  | { readonly kind: 'discloses'; readonly exchange: One; readonly beside: One }
  /** It is about another resource than the one that was named. */
  | { readonly kind: 'another-resource'; readonly exchange: One };

/** The same deviation, with its exchanges named in another way. */
export function renamed<One, Other>(
  deviation: Deviation<One>,
  nameOf: (one: One) => Other,
): Deviation<Other> {
  const exchange = nameOf(deviation.exchange);
  return 'beside' in deviation
    ? { ...deviation, exchange, beside: nameOf(deviation.beside) }
    : { ...deviation, exchange };
}

/** The version that the judged update stated: the actual version, a former version, or any other. */
export type StatedVersion = 'actual' | 'former' | 'other';

/** The deviation, as data that the exchanges alone do not show. @typeParam One - names an exchange: its index */
export type Deviation<One = number> =
  /** The status, or that the answer is a success or a refusal; `exact`: a success other than the one due. */
  | {
      readonly kind: 'status';
      readonly exchange: One;
      readonly exact?: true;
      readonly stated?: StatedVersion;
      /** The version that was actual when the request was sent. */
      readonly actual?: string;
    }
  /** The answer has no body or no JSON, or shows another resource than the requested resource. */
  | {
      readonly kind: 'no-body' | 'not-json' | 'not-utf8' | 'cut-off' | 'another-resource';
      readonly exchange: One;
    }
  /**
   * A media type or charset; octets after an answer without body; a version that several states had, or that changed
   * although all updates were refused; too many successes among concurrent updates.
   */
  | {
      readonly kind: 'media-type' | 'stray-octets' | 'reused-version' | 'moved-version' | 'several-winners';
      readonly exchange: One;
    }
  /** The value at a JSON Pointer; the empty pointer means the whole body. */
  | { readonly kind: 'value' | 'missing'; readonly exchange: One; readonly pointer: string }
  /** Two reads differ that had to agree, or agree that had to differ; a refusal shows content of its control request. */
  | { readonly kind: 'differ' | 'agree' | 'discloses'; readonly exchange: One; readonly beside: One }
  /** The answer shows a text that another request had sent. */
  | { readonly kind: 'holds'; readonly exchange: One; readonly text: string };

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

/** A header field as on the wire: name, value. */
export type Header = readonly [name: string, value: string];

/** A request in the form in which adapters pass it on. */
export interface Request {
  readonly method: string;
  /** Path and query as on the request line, undecoded. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** The name of the request's connection, if the adapter knows it. */
  readonly connection?: string;
}

/**
 * What happens on the wire besides the plain answer. The node adapter carries it out; the in-process adapter leaves it
 * in the response for the caller.
 */
export type WireOddity =
  | {
      readonly kind: 'head-body';
      /** How octets follow the header section of an answer to HEAD. */
      readonly form: 'content-length' | 'chunked' | 'terminator' | 'close-delimited';
      /** Milliseconds between the header and the octets. */
      readonly afterMs: number;
    }
  | { readonly kind: 'head-framing'; readonly form: 'content-length' | 'chunked' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'truncated'; readonly missingBytes: number }
  | { readonly kind: 'early-hints' }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' }
  | { readonly kind: 'http-1.0' };

/** An answer. Adapters add the header fields for length and connection, so `headers` has neither. */
export interface Response {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly wire?: WireOddity;
}

/** The value of the first header field of that name, whatever its case. */
export function headerOf(message: { readonly headers: readonly Header[] }, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return message.headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** The same message with one field of that name in place of all; without any if `value` is undefined. */
export function withHeader<M extends { readonly headers: readonly Header[] }>(
  message: M,
  name: string,
  value: string | undefined,
): M {
  const kept = message.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase());
  return { ...message, headers: value === undefined ? kept : [...kept, [name, value] as const] };
}

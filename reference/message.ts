/** One header field as it was on the wire: name, value. */
export type Header = readonly [name: string, value: string];

/** A request as an adapter hands it over. */
export interface Request {
  readonly method: string;
  /** Raw path and query, as on the request line. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Names the connection of the request, if the adapter knows it. */
  readonly connection?: string;
}

/**
 * Events on the wire besides the plain answer. The node adapter writes it; the in-process adapter leaves it on the
 * response for its caller to see.
 */
export type WireOddity =
  | {
      readonly kind: 'head-body';
      /** How octets follow the header of an answer to HEAD. */
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

/** An answer. Length and connection header fields are the adapter's affair and are not in `headers`. */
export interface Response {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly wire?: WireOddity;
}

/** Value of the first header field of that name, in any letter case. */
export function headerOf(message: { readonly headers: readonly Header[] }, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return message.headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** The same message with all fields of that name replaced by one (or by none, if `value` is undefined). */
export function withHeader<M extends { readonly headers: readonly Header[] }>(
  message: M,
  name: string,
  value: string | undefined,
): M {
  const kept = message.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase());
  return { ...message, headers: value === undefined ? kept : [...kept, [name, value] as const] };
}

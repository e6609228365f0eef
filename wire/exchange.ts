/** A header field as on the wire: name and value, in order; a repeated field occurs repeatedly. */
export type Header = readonly [name: string, value: string];

/** One request, complete except for the fields that HTTP/1.1 itself adds (`Host`, `Content-Length`). */
export interface Request {
  readonly method: string;
  /** Path and query below the base URL, already percent-encoded, sent unchanged; begins with `/`. */
  readonly target: string;
  /** The target begins at the origin, not below the base URL's path: a redirect led there. */
  readonly fromOrigin?: boolean;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
}

/**
 * Why no answer came.
 *
 * - `unreachable`: no connection (refused, no such host, no route): not a byte was written.
 * - `tls`: the TLS handshake failed.
 * - `reset`: the connection broke after the request had begun.
 * - `timeout`: the time limit passed.
 * - `framing`: the answer breaks HTTP's own framing (length promised and not delivered, two lengths, no status line).
 * - `too-large`: the answer went beyond the size limit.
 * - `coding`: a content coding that is unknown or does not decode.
 * - `stopped`: the run was stopped, or its budget of requests is used up: nothing was sent.
 */
export type FailureKind =
  'unreachable' | 'tls' | 'reset' | 'timeout' | 'framing' | 'too-large' | 'coding' | 'stopped';

/** A complete final answer, without 1xx answers. Times are milliseconds on the transport's clock. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: readonly Header[];
  /** The body after removal of content codings. Empty for HEAD, even if octets followed on the wire. */
  readonly body: Uint8Array;
  /** Taken just before the last byte of the request was written. */
  readonly sentAt: number;
  /** Taken when the status line had arrived. */
  readonly answeredAt: number;
}

/** No answer. `wrote` says whether a byte of the request may have reached the server. */
export interface Failure {
  readonly kind: 'failure';
  readonly failure: FailureKind;
  /** One line for people; never contains a token. */
  readonly detail: string;
  readonly wrote: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** How an exchange ended: with an answer, or without one. */
export type Outcome = Answer | Failure;

/** The octets after the header section of an answer to HEAD, read one by one from the socket. */
export interface HeadReading {
  readonly outcome: Outcome;
  /** Octets after the final header section, until the end of the stream (or idle time, or the next answer). */
  readonly octets: Uint8Array;
}

/** Bounds on one exchange: time in milliseconds, size in octets after decoding. */
export interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** How racers reach the server at the same instant. */
export type RaceTransport = 'h1' | 'h2';

/** Sends exactly the given request, without retry, redirect or extra headers. Never throws for what a server does. */
export interface Transport {
  send(request: Request, limits: Limits): Promise<Outcome>;
  /** HEAD, or a request whose answer has no body; every octet after the header section is counted. */
  sendRaw(request: Request, limits: Limits): Promise<HeadReading>;
  /** Two or more successive requests on one connection. */
  sendOnOneConnection(requests: readonly Request[], limits: Limits): Promise<readonly Outcome[]>;
  /** Requests released at one instant: on open connections that lack the last byte, or on one HTTP/2 session. */
  race(
    requests: readonly Request[],
    transport: RaceTransport,
    limits: Limits,
  ): Promise<{ readonly transport: RaceTransport; readonly outcomes: readonly Outcome[] }>;
  raceTransports(): Promise<readonly RaceTransport[]>;
  readonly bytes: () => { readonly written: number; readonly read: number };
  close(): Promise<void>;
}

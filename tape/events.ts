import type { FailureKind, HeadReading, Header, Outcome, RaceTransport, Request } from '../wire/exchange.ts';

/** A request on a tape; the body as latin-1 text of its octets. */
export interface TapedRequest {
  readonly m: string;
  readonly t: string;
  /** The target begins at the origin. */
  readonly o?: true;
  readonly h: readonly Header[];
  readonly b?: string;
}

/** An answer, or its failure, on a tape; `t` are sentAt and answeredAt. */
export type TapedOutcome =
  | {
      readonly s: number;
      readonly h: readonly Header[];
      readonly b: string;
      readonly t: readonly [number, number];
    }
  | {
      readonly f: FailureKind;
      readonly d: string;
      readonly w: boolean;
      readonly t: readonly [number, number];
    };

/** A request of the run to the world: one operation, with the details that distinguish it from others. */
export type Asked =
  | { readonly op: 'send' | 'raw'; readonly q: TapedRequest }
  | { readonly op: 'row'; readonly q: readonly TapedRequest[] }
  | { readonly op: 'race'; readonly via: RaceTransport; readonly q: readonly TapedRequest[] }
  | { readonly op: 'transports' | 'close' }
  | { readonly op: 'sleep'; readonly ms: number }
  | { readonly op: 'tokens' };

/** The world's reply: to a `send` an outcome, to a `raw` its octets too, and so on. */
export type Said =
  | { readonly a: TapedOutcome; readonly octets?: string }
  | { readonly all: readonly TapedOutcome[]; readonly via?: RaceTransport }
  | { readonly transports: readonly RaceTransport[] }
  | { readonly tokens: readonly (readonly [label: string, token: string])[] }
  | { readonly done: true };

/** Intervention in a run from outside. */
export type Intervention =
  { readonly op: 'hurry' | 'stop' | 'finish' } | { readonly op: 'out-of-time'; readonly withinMs: number };

/** An operation that has come to its end; `n` counts them in the order in which the run began them. */
export interface Completion {
  readonly n: number;
  /** When the run received it, in milliseconds since the run began: the only time that the run sees. */
  readonly at: number;
  readonly asked: Asked;
  readonly said: Said;
}

/** Incoming events, in the order in which the run received them. */
export type TapeEvent = Completion | { readonly at: number; readonly did: Intervention };

const latin1 = (octets: Uint8Array): string =>
  Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
const octetsOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

export function tapedRequest({ method, target, fromOrigin, headers, body }: Request): TapedRequest {
  return {
    m: method,
    t: target,
    ...(fromOrigin === true ? { o: true } : {}),
    h: headers,
    ...(body === undefined ? {} : { b: latin1(body) }),
  };
}

export function requestOf({ m, t, o, h, b }: TapedRequest): Request {
  return {
    method: m,
    target: t,
    headers: h,
    ...(o === true ? { fromOrigin: true } : {}),
    ...(b === undefined ? {} : { body: octetsOf(b) }),
  };
}

export function tapedOutcome(outcome: Outcome): TapedOutcome {
  const t = [outcome.sentAt, outcome.answeredAt] as const;
  return outcome.kind === 'answer'
    ? { s: outcome.status, h: outcome.headers, b: latin1(outcome.body), t }
    : { f: outcome.failure, d: outcome.detail, w: outcome.wrote, t };
}

export function outcomeOf(taped: TapedOutcome): Outcome {
  const [sentAt, answeredAt] = taped.t;
  return 's' in taped
    ? { kind: 'answer', status: taped.s, headers: taped.h, body: octetsOf(taped.b), sentAt, answeredAt }
    : { kind: 'failure', failure: taped.f, detail: taped.d, wrote: taped.w, sentAt, answeredAt };
}

export function tapedReading({ outcome, octets }: HeadReading): Said {
  return { a: tapedOutcome(outcome), octets: latin1(octets) };
}

export function readingOf({
  a,
  octets = '',
}: {
  readonly a: TapedOutcome;
  readonly octets?: string;
}): HeadReading {
  return { outcome: outcomeOf(a), octets: octetsOf(octets) };
}

/** The requests of one operation, and its outcomes in their order; none if the operation did not send. */
export function sentIn({ asked, said }: Completion) {
  const requests = 'q' in asked ? [asked.q].flat() : [];
  const outcomes = 'a' in said ? [said.a] : 'all' in said ? said.all : [];
  return { requests, outcomes };
}

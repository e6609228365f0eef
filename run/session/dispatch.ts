import type { EndpointName } from '../../contract/endpoints.ts';
import type { Outcome, RaceTransport, Request } from '../../wire/exchange.ts';
import type { Ask } from '../ask.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';

/** Counts successive exchanges. */
export interface Chain {
  depth: number;
}

/** The longest row of successive exchanges in a run. */
export class Chains {
  longest = 0;

  reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.longest = Math.max(this.longest, chain.depth);
  }
}

/** The operation of a request, and its caller. */
export type Asked = Ask & { readonly as: Caller };

/** One request, and its purpose. */
export interface Part {
  readonly name: EndpointName;
  readonly ask: Asked;
  readonly request: Request;
}

/**
 * How requests go out.
 *
 * - `single`: one request, on any connection.
 * - `raw`: one request, with every octet after the header section of its answer.
 * - `in-a-row`: one request after another on one connection.
 * - `race`: all requests in one instant.
 */
export type Way =
  | { readonly kind: 'single' | 'raw' | 'in-a-row' }
  | { readonly kind: 'race'; readonly transport: RaceTransport };

/** The requests that are sent together. */
export interface Dispatch {
  readonly parts: readonly Part[];
  readonly way: Way;
  readonly chain: Chain;
  /** It is sent after the run was stopped, and beyond its budget. */
  readonly exempt: boolean;
  /** Called when it is about to be sent, each time. */
  readonly about?: (() => void) | undefined;
  /** How many requests were in flight when these were sent, including these; absent until they are sent. */
  readonly inFlight?: number;
}

/** Its outcome on the wire. */
export interface Course {
  /** Redirects of the same origin that were followed. */
  readonly redirects: number;
  /** The redirect that was not followed, because it leads elsewhere or nowhere. */
  readonly redirect?: 'elsewhere' | 'in-a-loop';
  /** It was answered 303, and the outcome is the outcome of the redirected read. */
  readonly followed303?: boolean;
  readonly skipped?: boolean;
  /** It was sent concurrently with others, so that a rate limit may have refused it. */
  readonly isInCompany?: boolean;
}

/** The results, in the order of the parts. */
export interface Delivery {
  readonly outcomes: readonly Outcome[];
  readonly octets?: Uint8Array | undefined;
  readonly course: Course;
}

/** The same as exchanges. */
export interface Exchanged {
  readonly exchanges: readonly Exchange[];
  readonly octets?: Uint8Array | undefined;
}

/** A way to send: down to outcomes (`Delivery`), or up to `Exchanged`. Never throws for what a server does. */
export type Send<D> = (dispatch: Dispatch) => Promise<D>;

/** A layer that handles one circumstance of sending, around the layers below it. */
export type Layer<D> = (below: Send<D>) => Send<D>;

/** The layers around the innermost; the first of them is the nearest to it. */
export function layered<D>(innermost: Send<D>, ...layers: readonly Layer<D>[]): Send<D> {
  return layers.reduce((below, layer) => layer(below), innermost);
}

/** The one request of a dispatch; undefined if it holds several. */
export function onlyPart({ parts, way }: Dispatch): Part | undefined {
  return way.kind === 'single' || way.kind === 'raw' ? parts[0] : undefined;
}

/** The same dispatch with other requests. */
export function withRequests(dispatch: Dispatch, requests: readonly Request[]): Dispatch {
  return {
    ...dispatch,
    parts: dispatch.parts.map((part, at) => ({ ...part, request: requests[at] ?? part.request })),
  };
}

/** Immediate results. */
export function delivered(outcomes: readonly Outcome[]): Delivery {
  return { outcomes, course: { redirects: 0 } };
}

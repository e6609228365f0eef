import type { EndpointName } from '../../contract/endpoints.ts';
import type { Outcome, RaceTransport, Request } from '../../wire/exchange.ts';
import type { Ask } from '../ask.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';

/** Counts successive exchanges. */
export interface Chain {
  depth: number;
}

/** The longest chain of successive exchanges in a run. */
export class Chains {
  longest = 0;

  reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.longest = Math.max(this.longest, chain.depth);
  }
}

/** The operation of a request, and its caller. */
export type Asked = Ask & { readonly as: Caller };

/** One request, with its purpose. */
export interface Part {
  readonly name: EndpointName;
  readonly ask: Asked;
  readonly request: Request;
}

/**
 * How requests are sent.
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
  /** Sent even after the run was stopped, and beyond its budget. */
  readonly exempt: boolean;
  /** Called each time before it is sent. */
  readonly about?: (() => void) | undefined;
  /** The number of requests in flight when these were sent, including these; absent until they are sent. */
  readonly inFlight?: number;
}

/** What happened to a request on the wire. */
export interface Course {
  /** Redirects of the same origin that were followed. */
  readonly redirects: number;
  /** The redirect that was not followed, because it leads elsewhere or nowhere. */
  readonly redirect?: 'elsewhere' | 'in-a-loop';
  /** The first answer was 303; the outcome is the answer to the read that followed. */
  readonly followed303?: boolean;
  readonly skipped?: boolean;
  /** The request was concurrent with others, so a rate limit may have refused it. */
  readonly isInCompany?: boolean;
}

/** The results, in the order of the requests. */
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

/** A way to send: down to outcomes (`Delivery`), or up to `Exchanged`. Throws for nothing that a server does. */
export type Send<D> = (dispatch: Dispatch) => Promise<D>;

/** A layer that handles one circumstance of sending, around the layers below. */
export type Layer<D> = (below: Send<D>) => Send<D>;

/** Puts layers around the innermost layer; the first layer is the nearest to it. */
export function layered<D>(innermost: Send<D>, ...layers: readonly Layer<D>[]): Send<D> {
  return layers.reduce((below, layer) => layer(below), innermost);
}

/** The only request of a dispatch; undefined if there are several. */
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

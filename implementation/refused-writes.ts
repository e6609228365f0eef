import type { EndpointName } from '../contract/endpoints.ts';
import type { Exchange } from '../history/exchange.ts';
import type { OwnResource } from './resources/own-resource.ts';

/** A write that was refused, and how its effect would be recognised. */
export interface RefusedWrite {
  readonly endpoint: EndpointName;
  readonly exchange: Exchange;
  /** A string that the request carried and nothing else does. */
  readonly canary?: string;
  /** The resource it was aimed at. */
  readonly target?: OwnResource;
  /** The sender looks for its effect as well, so that nobody waits for it at the end of the run. */
  readonly isLookedAfter?: true;
}

/** A write by a caller without the right, and the look that shows its effect. */
export interface StrayGrant {
  readonly exchange: Exchange;
  readonly look: Exchange;
}

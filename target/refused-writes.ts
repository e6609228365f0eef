import type { EndpointName } from '../contract/endpoints.ts';
import type { Exchange } from '../run/exchange.ts';
import type { OwnResource } from './resources/own-resource.ts';

/** A write that was refused, and how its effect would be recognised. */
export interface RefusedWrite {
  readonly endpoint: EndpointName;
  readonly exchange: Exchange;
  /** A string that the request carried and nothing else does. */
  readonly canary?: string;
  /** The resource it was aimed at. */
  readonly target?: OwnResource;
}

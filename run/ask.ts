import { defined } from '../clause/defined.ts';
import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import type { Header, Request } from '../wire/exchange.ts';
import { writeJson, type JsonInput } from '../wire/json/json.ts';
import { encodeComponent } from '../wire/target.ts';
import { holdToIntent, type BodyIntent } from './body-intent.ts';
import type { Caller } from '../history/caller.ts';

/** The request of a check to an endpoint; omitted members take the usual value. */
export interface Ask {
  readonly as?: Caller;
  /** Values of the path's placeholders, not encoded. */
  readonly path?: Readonly<Record<string, string>>;
  /** A path outside the endpoints: the exchange counts for no endpoint. */
  readonly target?: string;
  /** The path begins at the origin, not below the base URL. */
  readonly fromOrigin?: boolean;
  /** A project other than that of the run. */
  readonly projectKey?: string;
  /** Query parameters in order, names and values not encoded. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** A body to be written as JSON; `JsonNumber`s keep their source. */
  readonly json?: JsonInput;
  /** An unchanged body; wins over `json`. */
  readonly body?: Uint8Array;
  /** Whether the schema of the operation accepts the body, as it does by default: the run checks this. */
  readonly bodyIs?: BodyIntent;
  /** `application/json` by default for JSON bodies; `null` leaves the header out. */
  readonly contentType?: string | null;
  readonly headers?: readonly Header[];
  /** The method for endpoints without a method in the contract. */
  readonly method?: string;
  /** The spelling of the token's header name; `null` if only the body carries the token. */
  readonly authorizationName?: string | null;
  /** The id may not exist. */
  readonly mayNotExist?: boolean;
  /** The request is not among the reads that the run repeats after network failures. */
  readonly once?: boolean;
  /** Sent alone, while no other request of the run is under way. */
  readonly alone?: boolean;
  /** If the request is refused beside others, it is repeated alone, even before any rate limit is known. */
  readonly isPremise?: boolean;
  /**
   * The outcome if no request of its kind gets a usable answer. By default the check gives up and ends inconclusive;
   * `go-on` continues without an answer; `send-anyway` sends the request nevertheless.
   */
  readonly whenSilent?: 'go-on' | 'send-anyway';
}

/** Fills in the path as the contract prints it; throws if the value of a placeholder is missing. */
function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the path ${template} needs a value for {${name}}`);
    return encodeComponent(value);
  });
}

function bodyOf(name: EndpointName, { json, body, bodyIs = 'well-typed' }: Ask): Uint8Array | undefined {
  if (body === undefined && json === undefined) return undefined;
  if (body !== undefined) {
    holdToIntent(name, bodyIs, () => new TextDecoder().decode(body));
    return body;
  }
  const text = writeJson(json ?? null);
  holdToIntent(name, bodyIs, () => text);
  return new TextEncoder().encode(text);
}

/** The request of an ask, with the headers that every request of the run carries. */
export function buildRequest(
  name: EndpointName,
  ask: Ask & { readonly as: Caller },
  run: { readonly projectKey: string; readonly headers: readonly Header[] },
): Request {
  const { method, path } = endpoint(name);
  const chosen = ask.method ?? method;
  if (chosen === undefined)
    throw new Error(`the contract shows no method for ${name}; the ask must name one`);
  const query = (ask.query ?? [])
    .map(([key, value]) => `${encodeComponent(key)}=${encodeComponent(value)}`)
    .join('&');
  const body = bodyOf(name, ask);
  const contentType =
    ask.contentType === undefined && body !== undefined ? 'application/json' : ask.contentType;
  const headers: Header[] = [...run.headers, ...(ask.headers ?? [])];
  if (ask.as.token !== undefined && ask.authorizationName !== null)
    headers.push([ask.authorizationName ?? 'Authorization', `Bearer ${ask.as.token}`]);
  if (typeof contentType === 'string') headers.push(['Content-Type', contentType]);
  const target = ask.target ?? fillPath(path, { projectKey: ask.projectKey ?? run.projectKey, ...ask.path });
  return {
    method: chosen,
    target: query === '' ? target : `${target}?${query}`,
    headers,
    ...(ask.fromOrigin === true ? { fromOrigin: true } : {}),
    ...defined({ body }),
  };
}

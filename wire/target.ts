import { isIP } from 'node:net';
import type { Request } from './exchange.ts';

/** The target of requests: the base URL, parsed once. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The value of the `Host` field: the host, and the port if it is not the scheme's default. */
  readonly authority: string;
  /** The base URL's path without its final slash; each request's target is appended to it. */
  readonly prefix: string;
}

/** Takes a http or https URL apart. Requests are not resolved against the URL, because a parser would rewrite them. */
export function parseTarget(baseUrl: string): Target {
  const url = new URL(baseUrl);
  return {
    ...addressOf(url, 'base URL'),
    authority: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}

/** Throws `TypeError` for a URL that is neither http nor https; `what` names the URL. */
export function addressOf(url: URL, what: string): Pick<Target, 'host' | 'port' | 'secure'> {
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:')
    throw new TypeError(`Expected a http or https ${what}, got one with \`${url.protocol}\``);
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, secure };
}

/** The path and query of a request as they are sent. */
export function pathOf(target: Target, request: Pick<Request, 'target' | 'fromOrigin'>): string {
  return request.fromOrigin === true ? request.target : `${target.prefix}${request.target}`;
}

/** Scheme, host and port as one URL without a path. */
export function originOf(target: Target): string {
  return `${target.secure ? 'https' : 'http'}://${target.authority}`;
}

/** The name for the TLS handshake; absent for an address, which must not be sent. */
export function serverName(host: string): string | undefined {
  return isIP(host) === 0 ? host : undefined;
}

/** Percent-encodes all characters except unreserved ones, for one path segment or query component. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The decoded segment of a path; unchanged if it is encoded wrongly. */
export function decodeComponent(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

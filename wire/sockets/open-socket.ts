import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { Limits } from '../exchange.ts';
import type { Traffic } from '../traffic.ts';
import type { Proxy } from './proxy.ts';
import { serverName, type Target } from '../target.ts';

/** Certificate material as PEM text. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** How a connection reaches the implementation under test. */
export interface Route {
  readonly target: Target;
  readonly tls: TlsMaterial;
  readonly proxy?: Proxy;
}

/** The bounds, the times and the counters of an exchange over sockets. */
export interface Means {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly traffic: Traffic;
}

/** No connection could be made: no byte of a request was written. */
export class ConnectFailure extends Error {
  readonly failure: 'unreachable' | 'tls';

  constructor(failure: 'unreachable' | 'tls', detail: string) {
    super(detail);
    this.name = 'ConnectFailure';
    this.failure = failure;
  }
}

const longestConnectMs = 10_000;
const longestProxyHead = 16_384;

/**
 * Opens a counted connection along a route, through the proxy and the TLS handshake, ready for the first byte of a
 * request. `protocols` are offered in the handshake (ALPN). Throws `ConnectFailure`, also if `signal` aborts.
 */
export async function openSocket(
  { target, proxy, tls }: Route,
  protocols: readonly string[],
  signal: AbortSignal,
  traffic: Traffic,
): Promise<Socket> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestConnectMs)]);
  const plain = await (proxy === undefined ? dial(target, limit) : openProxy(proxy, tls, limit));
  if (proxy !== undefined) await openTunnel(plain, proxy, target, limit);
  const socket = target.secure
    ? await shakeHands(plain, { host: target.host, tls, protocols }, limit)
    : plain;
  traffic.watch(socket);
  return socket;
}

/** The connection to a proxy, with or without TLS: a failure of the proxy is not a failure of the target. */
async function openProxy(proxy: Proxy, tls: TlsMaterial, limit: AbortSignal): Promise<Socket> {
  const ca = tls.ca === undefined ? {} : { ca: tls.ca };
  try {
    const plain = await dial(proxy, limit);
    return proxy.secure
      ? await shakeHands(plain, { host: proxy.host, tls: ca, protocols: ['http/1.1'] }, limit)
      : plain;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectFailure('unreachable', `the proxy in ${proxy.name} cannot be reached: ${why}`);
  }
}

function dial({ host, port }: Pick<Target, 'host' | 'port'>, limit: AbortSignal): Promise<Socket> {
  return ready(connectTcp({ host, port, noDelay: true, keepAlive: true }), 'connect', limit);
}

/** The options of a TLS handshake: the certificates and protocols that it offers, and the expected host. */
interface Handshake {
  readonly host: string;
  readonly tls: TlsMaterial;
  readonly protocols: readonly string[];
}

function shakeHands(
  socket: Socket,
  { host, tls, protocols }: Handshake,
  limit: AbortSignal,
): Promise<Socket> {
  const name = serverName(host);
  const secured = connectTls({
    ...tls,
    socket,
    host,
    ...(name === undefined ? {} : { servername: name }),
    ALPNProtocols: [...protocols],
  });
  secured.once('close', () => socket.destroy());
  return ready(secured, 'secureConnect', limit);
}

/**
 * The suite's own code. Undici's ProxyAgent (7.30, 8.13) hands out no socket, which four of the five ways to
 * send read themselves, and takes 201 for a refusal. Its `connect`, over a connection of the suite, took as
 * many lines as this code, and reports UND_ERR_SOCKET if a proxy closes in place of an answer.
 */
function openTunnel(socket: Socket, proxy: Proxy, target: Target, limit: AbortSignal): Promise<Socket> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const place = `${host}:${target.port}`;
  const authorization =
    proxy.authorization === undefined ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${authorization}\r\n`);
  let head = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0 && head.length <= longestProxyHead) return;
    socket.off('data', read);
    socket.pause();
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.subarray(0, 32).toString('latin1'))?.[1];
    if (end < 0 || status?.startsWith('2') !== true) {
      const detail = `the proxy in ${proxy.name} answered CONNECT with ${status ?? 'no status line'}`;
      socket.destroy(new ConnectFailure('unreachable', detail));
      return;
    }
    if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
    socket.emit('tunnel');
  };
  socket.on('data', read);
  return ready(socket, 'tunnel', limit);
}

/** The failure if a socket does not reach the event. */
const failures = {
  connect: { failure: 'unreachable', what: 'no connection' },
  secureConnect: { failure: 'tls', what: 'no TLS handshake' },
  tunnel: { failure: 'unreachable', what: 'no tunnel through the proxy' },
} as const;

function ready(socket: Socket, event: keyof typeof failures, limit: AbortSignal): Promise<Socket> {
  const { failure, what } = failures[event];
  return new Promise((resolve, reject) => {
    const settle = (error: Error | undefined): void => {
      limit.removeEventListener('abort', late);
      socket.off('close', closed);
      if (error === undefined) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(
        error instanceof ConnectFailure ? error : new ConnectFailure(failure, `${what}: ${codeOf(error)}`),
      );
    };
    const late = (): void => settle(new ConnectFailure(failure, `${what} within the time limit`));
    const closed = (): void => settle(new ConnectFailure(failure, `${what}: closed by the peer`));
    socket.once(event, () => settle(undefined));
    // Never removed: an error of a socket without a reader must not end the process.
    socket.on('error', settle);
    socket.once('close', closed);
    if (limit.aborted) late();
    else limit.addEventListener('abort', late, { once: true });
  });
}

/** The code of a Node or undici error, or its message if it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

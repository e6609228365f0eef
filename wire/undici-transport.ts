import type { Clock } from './clock.ts';
import type { Outcome, Transport } from './exchange.ts';
import { unsent } from './failure.ts';
import { createLane, createLanePool } from './sockets/lane.ts';
import type { Route, TlsMaterial } from './sockets/open-socket.ts';
import { exchangeInTurn } from './sockets/one-connection.ts';
import { raceOverSockets } from './sockets/race-h1.ts';
import { offersSession, raceOverSession } from './sockets/race-h2.ts';
import { readRaw } from './sockets/raw-read.ts';
import { proxyFor, type ProxySettings } from './sockets/proxy.ts';
import { parseTarget } from './target.ts';
import { Traffic } from './traffic.ts';

/** The settings of a transport over real sockets. Certificates and keys are PEM text. */
export interface TransportOptions extends TlsMaterial {
  readonly baseUrl: string;
  readonly connections: number;
  /** HTTP/2, for races only: by ALPN, never, or without negotiation. */
  readonly http2: 'auto' | 'off' | 'prior-knowledge';
  readonly clock: Clock;
  readonly proxy?: ProxySettings;
}

const probeMs = 5_000;

/** A transport over TCP and TLS. Throws `TypeError` if the base URL or the proxy is no http or https URL. */
export function createTransport(options: TransportOptions): Transport {
  const { clock } = options;
  const route = routeOf(options);
  const traffic = new Traffic();
  const pool = createLanePool(options.connections, () => createLane(route, clock, traffic));
  const stopped = (): Outcome => unsent('stopped', 'the transport is closed', clock.now());
  let closed = false;
  return {
    send: async (request, limits) =>
      (await pool.withLane((lane) => lane.exchange(request, limits))) ?? stopped(),
    sendRaw: (request, limits) =>
      closed
        ? Promise.resolve({ outcome: stopped(), octets: new Uint8Array() })
        : readRaw(route, request, { limits, clock, traffic }),
    sendOnOneConnection: (requests, limits) =>
      closed
        ? Promise.resolve(requests.map(stopped))
        : exchangeInTurn(route, requests, { limits, clock, traffic }),
    race: async (requests, transport, limits) => {
      if (closed) return { transport, outcomes: requests.map(stopped) };
      const race = transport === 'h2' ? raceOverSession : raceOverSockets;
      return { transport, outcomes: await race(route, requests, { limits, clock, traffic }) };
    },
    raceTransports: async () => {
      if (options.http2 === 'prior-knowledge') return ['h1', 'h2'];
      if (options.http2 === 'off' || !route.target.secure) return ['h1'];
      return (await offersSession(route, probeMs, traffic)) ? ['h1', 'h2'] : ['h1'];
    },
    bytes: () => traffic.bytes(),
    close: () => {
      closed = true;
      pool.close();
      traffic.destroyAll();
      return Promise.resolve();
    },
  };
}

function routeOf(options: TransportOptions): Route {
  const target = parseTarget(options.baseUrl);
  const proxy = proxyFor(target, options.proxy ?? {});
  const { ca, cert, key } = options;
  const tls = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
  return proxy === undefined ? { target, tls } : { target, tls, proxy };
}

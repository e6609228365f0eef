import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Reference } from './create.ts';
import { mostBytes } from './handle.ts';
import { answer } from './in-process.ts';
import type { Header, Request, Response } from './message.ts';
import { writeRaw } from './raw-answer.ts';

/** A reference behind a listening socket. */
export interface Served {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

const clock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** How a reference is served. */
export interface Serving {
  /** 0 chooses a free port, as does a missing port. */
  readonly port?: number;
  /** An IP address of this machine, or the address that means all of its addresses; 127.0.0.1 unless given. */
  readonly host?: string;
  /** Delays every answer. */
  readonly latencyMs?: number;
  /** Certificate and key in PEM; with them it serves over TLS. */
  readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array };
}

/** Serves a reference over HTTP/1.1. Throws errors of `listen`, and for an invalid certificate. */
export async function serve(reference: Reference, options: Serving = {}): Promise<Served> {
  const { port = 0, host = loopback, latencyMs = 0, tls } = options;
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    exchange(reference, incoming, outgoing, latencyMs).catch(() => incoming.socket.destroy());
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) }, listener);
  let connections = 0;
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    socket.setNoDelay(true);
    connectionNames.set(socket, `c${(connections += 1)}`);
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${reachable(host)}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const loopback = '127.0.0.1';

/** The address of the listener in a URL for clients on this machine. */
function reachable(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return loopback;
  return host.includes(':') ? `[${host}]` : host;
}

const connectionNames = new WeakMap<object, string>();

async function exchange(
  reference: Reference,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  latencyMs: number,
): Promise<void> {
  const body = await bodyOf(incoming);
  if (!body) return;
  const connection = connectionNames.get(incoming.socket);
  const request: Request = {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    headers: headersOf(incoming.rawHeaders),
    body,
    ...(connection === undefined ? {} : { connection }),
  };
  if (latencyMs > 0) await clock.sleep(latencyMs);
  const response = await answer(reference, request, clock);
  if (incoming.socket.destroyed) return;
  if (body.length > mostBytes) outgoing.setHeader('Connection', 'close');
  send(request, response, outgoing);
}

/** The body, cut off one octet after the limit; undefined if the client went away. */
async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    incoming.resume();
    return new Uint8Array();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      if (length <= mostBytes) chunks.push(chunk);
      length += chunk.length;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes + 1);
}

function send(request: Request, response: Response, outgoing: ServerResponse): void {
  const { wire } = response;
  if (wire?.kind === 'early-hints') outgoing.writeEarlyHints({ link: '</hint>; rel=preload' });
  const socket = outgoing.socket;
  const ordinary = wire === undefined || ['early-hints', 'chunked', 'close'].includes(wire.kind);
  if (!ordinary && socket) {
    outgoing.detachSocket(socket);
    writeRaw(socket, request, response);
    return;
  }
  if (wire?.kind === 'close') outgoing.setHeader('Connection', 'close');
  const bare = request.method === 'HEAD' || [204, 304].includes(response.status);
  if (!bare && wire?.kind !== 'chunked') outgoing.setHeader('Content-Length', response.body.length);
  outgoing.writeHead(response.status, response.headers.flat());
  if (wire?.kind === 'chunked' && !bare) outgoing.write(response.body);
  outgoing.end(bare || wire?.kind === 'chunked' ? undefined : response.body);
}

function headersOf(raw: readonly string[]): Header[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

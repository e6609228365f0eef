import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../system-clock.ts';
import { Happening, type Place, type Sent } from './happening.ts';
import type { Given, Disturbance } from './disturbance.ts';

/** A server in front of another, with disturbances between the two. */
export interface DisturbingProxy {
  readonly url: string;
  /** The run is over; resolves when nothing happens beside it any more, and the server is closed. */
  close(): Promise<void>;
}

interface Answered {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Opens one in front of a base URL. */
export async function openDisturbingProxy(
  upstream: string,
  weather: Disturbance,
  place: Omit<Place, 'send' | 'clock'>,
): Promise<DisturbingProxy> {
  const { hostname, port, pathname } = new URL(upstream);
  const base = pathname.replace(/\/$/, '');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const ask = (method: string, path: string, headers: readonly string[], body: Buffer): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const outgoing = forward({ hostname, port, method, path, headers: [...headers], agent }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.rawHeaders, body: Buffer.concat(parts) }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  const sendPast = async ({ method, target, token, json }: Sent): Promise<Given> => {
    const body = json === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(json));
    const about = json === undefined ? [] : ['Content-Type', 'application/json'];
    const length = ['Content-Length', String(body.length)];
    const head = ['Host', `${hostname}:${port}`, 'Authorization', `Bearer ${token}`, ...about, ...length];
    const answered = await ask(method, `${base}${target}`, head, body);
    return {
      status: answered.status,
      headers: pairs(answered.headers),
      text: answered.body.toString('utf8'),
    };
  };

  const happening = new Happening(weather, { ...place, clock: systemClock, send: sendPast });

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '', rawHeaders, headers } = incoming;
    const body = await bodyOf(incoming);
    const target = url.startsWith(base) ? url.slice(base.length) : url;
    const token = headers.authorization?.replace(/^Bearer /, '');
    const fate = await happening.fateOf({ method, target, token });
    if (fate.delayMs !== undefined) await systemClock.sleep(fate.delayMs);
    if (fate.lost !== true) {
      const answered = await ask(method, url, withToken(rawHeaders, fate.token), body);
      happening.note({ method, target }, answered.status, answered.body);
      if (fate.instead === undefined) {
        outgoing.writeHead(answered.status, [...answered.headers]);
        return void outgoing.end(answered.body);
      }
    }
    if (fate.instead === undefined || fate.instead === 'reset') return void incoming.socket.destroy();
    outgoing.writeHead(fate.instead.status, fate.instead.headers.flat());
    outgoing.end(method === 'HEAD' ? '' : fate.instead.text);
  };

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}${base}`,
    close: async () => {
      await happening.end();
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function withToken(rawHeaders: readonly string[], token: string | undefined): readonly string[] {
  if (token === undefined) return rawHeaders;
  return rawHeaders.map((one, at) =>
    at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization' ? `Bearer ${token}` : one,
  );
}

function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}

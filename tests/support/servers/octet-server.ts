import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { systemClock } from '../system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import type { TransportOptions } from '../../../wire/undici-transport.ts';

export type Handler = (socket: Socket, request: string, connection: number) => void;

export const limits = { timeoutMs: 2_000, maxBytes: 100_000 };
export const get: Request = { method: 'GET', target: '/', headers: [] };
export const head: Request = { method: 'HEAD', target: '/', headers: [] };
export const post = (text: string): Request => ({
  method: 'POST',
  target: '/',
  headers: [],
  body: Buffer.from(text),
});

const closers: (() => Promise<void>)[] = [];

/** Closes what the test opened; each test file hands it to `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Has something closed at the end of the test. */
export function closeLater(close: () => Promise<void>): void {
  closers.push(close);
}

/** A server that speaks octets: `handle` is called for each complete request (head and promised body). */
export async function serve(handle: Handler): Promise<number> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = (connections += 1);
    let text = '';
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n') + 4;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (end < 4 || text.length < end + length) return;
        handle(socket, text.slice(0, end + length), connection);
        text = text.slice(end + length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

export function open(port: number, more: Partial<TransportOptions> = {}): Transport {
  const baseUrl = `http://127.0.0.1:${port}`;
  const transport = createTransport({ baseUrl, connections: 4, http2: 'off', clock: systemClock, ...more });
  closers.push(() => transport.close());
  return transport;
}

export async function against(handle: Handler, more?: Partial<TransportOptions>): Promise<Transport> {
  return open(await serve(handle), more);
}

/** A server that answers everything with the same octets. */
export const saying = (octets: string | Buffer, then: 'stay' | 'end' | 'reset' = 'stay') =>
  against((socket) => {
    socket.write(octets);
    if (then === 'end') socket.end();
    if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), 30);
  });

export function answered(outcome: Outcome | undefined): Answer {
  if (outcome?.kind !== 'answer') throw new Error(`Expected an answer, got ${JSON.stringify(outcome)}`);
  return outcome;
}

export const textOf = (outcome: Outcome | undefined): string =>
  Buffer.from(answered(outcome).body).toString();
export const failed = (failure: string, wrote: boolean) => ({ kind: 'failure', failure, wrote });
export const ok = (body: string, fields = ''): string =>
  `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;

/** What each way of sending makes of a server that answers `octets`. */
export async function everyWay(octets: string | Buffer, then: 'stay' | 'end' | 'reset', bounds = limits) {
  const transport = await saying(octets, then);
  const [one] = await transport.sendOnOneConnection([get], bounds);
  const race = await transport.race([get], 'h1', bounds);
  return [await transport.send(get, bounds), one, race.outcomes[0]];
}

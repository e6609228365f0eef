import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createReference, type Reference } from '../../../reference/create.ts';
import { answer } from '../../../reference/in-process.ts';
import type { Header, Request, Response } from '../../../reference/message.ts';
import { operationOf } from '../../../reference/routes.ts';

/** Writes the answer to one request in a way of its own; what it opens it ties to the socket. */
export type Oddity = (socket: Socket, response: Response, request: Request) => void;

/** A reference behind a bare socket, and what reached it. */
export interface OddServer {
  readonly url: string;
  /** Requests that arrived complete, in order. */
  readonly requests: readonly (Request & { readonly at: number })[];
  /** The most requests that waited for their answer at a time. */
  readonly mostAtATime: () => number;
  close(): Promise<void>;
}

/** How a server deviates from a plain one. */
export interface OddServerOptions {
  readonly oddity?: Oddity;
  /** Which requests the oddity meets; all unless given. Counted from 1. */
  readonly meets?: (request: Request, number: number) => boolean;
  readonly reference?: Reference;
  /** Milliseconds that an answer takes. */
  readonly latencyMs?: number;
  /** What the answer to a request waits for; nothing unless given. */
  readonly holds?: (number: number) => Promise<void> | undefined;
  /** Answers in the reference's place, which then never sees the request. */
  readonly instead?: (request: Request, number: number) => Response | undefined;
  /** Changes an answer. */
  readonly rewrite?: (response: Response, request: Request, number: number) => Response;
}

const time = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** Serves a reference octet by octet on 127.0.0.1. */
export async function serveOddly(options: OddServerOptions = {}): Promise<OddServer> {
  const { oddity = plainly, meets = () => true, reference = createReference(), latencyMs = 0 } = options;
  const requests: (Request & { readonly at: number })[] = [];
  const sockets = new Set<Socket>();
  let open = 0;
  let most = 0;
  const serveOne = async (socket: Socket, request: Request): Promise<void> => {
    const number = requests.push({ ...request, at: performance.now() });
    most = Math.max(most, (open += 1));
    try {
      if (latencyMs > 0) await time.sleep(latencyMs);
      await options.holds?.(number);
      const honest = options.instead?.(request, number) ?? (await answer(reference, request, time));
      const response = options.rewrite?.(honest, request, number) ?? honest;
      if (socket.destroyed) return;
      (meets(request, number) ? oddity : plainly)(socket, response, request);
    } finally {
      open -= 1;
    }
  };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let pending: Buffer = Buffer.alloc(0);
    let turn = Promise.resolve();
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (let read = readRequest(pending); read !== undefined; read = readRequest(pending)) {
        const { request, rest } = read;
        pending = rest;
        turn = turn.then(() => serveOne(socket, request));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mostAtATime: () => most,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Whether a request reads a resource by its id (4.2). */
export function readsById(request: Request): boolean {
  return operationOf(request) === '4.2';
}

/** An answer as it should be: a length that is true, and a connection that stays. */
export const plainly: Oddity = (socket, response, request) => {
  socket.write(octetsOf(response, request));
};

/** The octets of an answer with the framing fields given, or with its true length. */
export function octetsOf(
  { status, headers, body }: Response,
  request: Request,
  framing: readonly Header[] = [['Content-Length', String(body.length)]],
): Buffer {
  const bare = request.method === 'HEAD' || status === 204 || status === 304;
  const fields = [...headers, ...(bare ? [] : framing)];
  const head = `HTTP/1.1 ${status} X\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bare ? new Uint8Array() : body]);
}

function readRequest(pending: Buffer): { readonly request: Request; readonly rest: Buffer } | undefined {
  const end = pending.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = pending.subarray(0, end).toString('latin1').split('\r\n');
  const [method = 'GET', target = '/'] = line.split(' ');
  const headers = fields.map((field): Header => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const from = end + 4;
  if (pending.length < from + length) return undefined;
  const body = Uint8Array.from(pending.subarray(from, from + length));
  return { request: { method, target, headers, body }, rest: pending.subarray(from + length) };
}

/** The most requests within any window of so many milliseconds. */
export function mostWithin(times: readonly number[], ms: number): number {
  let from = 0;
  return times.reduce((most, time, at) => {
    while (time - (times[from] ?? time) > ms) from += 1;
    return Math.max(most, at - from + 1);
  }, 0);
}

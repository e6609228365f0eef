import { Client } from 'undici';
import type { Clock } from './clock.ts';
import { decode } from './content-coding.ts';
import { deadline } from './deadline.ts';
import type { Header, Limits, Outcome, Request } from './exchange.ts';
import { TooLarge, failureFrom, failureOf } from './failure.ts';
import { ConnectFailure, codeOf, openSocket } from './open-socket.ts';
import type { Route } from './open-socket.ts';
import { newAttempt, tapSocket } from './socket-tap.ts';
import type { Attempt } from './socket-tap.ts';
import { originOf } from './target.ts';
import type { Traffic } from './traffic.ts';

/** One connection at a time to the implementation under test, kept alive between exchanges. */
export interface Lane {
  /** Sends one request; callers wait for it before they send the next. */
  exchange(request: Request, limits: Limits): Promise<Outcome>;
  destroy(): void;
}

// Servers close idle connections without a word, many after 5 s, some after 2 s: be the first to close.
const idleMs = { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 4_000, keepAliveTimeoutThreshold: 1_000 };

/** A lane along `route`; its connection is opened with the first exchange. */
export function createLane(route: Route, clock: Clock, traffic: Traffic): Lane {
  let attempt: Attempt | undefined;
  const newClient = (): Client =>
    new Client(originOf(route.target), {
      ...idleMs,
      allowH2: false,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
      connect: (_options, callback) => {
        openSocket(route, ['http/1.1'], attempt?.signal ?? AbortSignal.abort()).then(
          (socket) => {
            traffic.watch(socket);
            tapSocket(
              socket,
              () => attempt,
              () => clock.now(),
            );
            callback(null, socket);
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new ConnectFailure('unreachable', String(error)), null);
          },
        );
      },
    });
  let client = newClient();

  const exchange = async (request: Request, limits: Limits): Promise<Outcome> => {
    const limit = deadline(limits.timeoutMs);
    const startedAt = clock.now();
    const current = newAttempt(limit.signal);
    attempt = current;
    let answeredAt: number | undefined;
    const progress = () => ({
      wrote: current.lastWriteAt !== undefined,
      heard: (current.socket?.bytesRead ?? 0) > current.readBefore,
      sentAt: current.lastWriteAt ?? startedAt,
      answeredAt: answeredAt ?? clock.now(),
    });
    try {
      const response = await client.request({
        method: request.method,
        path: route.target.prefix + request.target,
        headers: request.headers.flat(),
        body: request.body ?? null,
        signal: limit.signal,
        responseHeaders: 'raw',
      });
      answeredAt = clock.now();
      // With `raw` the type is still that of the record; what comes is the flat list of names and values.
      const headers = pairs(response.headers as unknown as readonly string[]);
      const coded = await readAll(response.body, limits.maxBytes).catch(emptyIfNone(response.statusCode));
      const body = request.method === 'HEAD' ? new Uint8Array() : coded;
      const decoding = await decode(body, headers, limits.maxBytes);
      if (decoding.kind === 'failed') return failureOf(decoding.failure, decoding.detail, progress());
      const { sentAt } = progress();
      return {
        kind: 'answer',
        status: response.statusCode,
        headers,
        body: decoding.body,
        sentAt,
        answeredAt,
      };
    } catch (error) {
      // A broken client is not worth keeping: a fresh one cannot carry anything over into the next exchange.
      void client.destroy().catch(() => undefined);
      client = newClient();
      if (isOurs(error)) throw error;
      answeredAt = clock.now();
      if (limit.signal.aborted && !(error instanceof ConnectFailure)) {
        const connected = current.lastWriteAt !== undefined;
        const detail = connected
          ? `no complete answer in ${limits.timeoutMs} ms`
          : 'no connection within the time limit';
        return failureOf(connected ? 'timeout' : 'unreachable', detail, progress());
      }
      return failureFrom(error, progress());
    } finally {
      limit.clear();
      attempt = undefined;
    }
  };
  return {
    exchange,
    destroy: () => {
      void client.destroy().catch(() => undefined);
    },
  };
}

async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge(`more than ${maxBytes} octets`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A 204 or 304 has no body, whatever length it states: undici 7 takes that for a broken promise, 8 does not. */
function emptyIfNone(status: number): (error: unknown) => Uint8Array {
  return (error) => {
    const none = status === 204 || status === 304;
    if (none && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return new Uint8Array();
    throw error;
  };
}

function pairs(flat: readonly string[]): readonly Header[] {
  const headers: Header[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) headers.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return headers;
}

/** A request that cannot be put on the wire at all is our mistake, not the server's answer. */
function isOurs(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
}

import { Client, type Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { decode } from '../content-coding.ts';
import { deadline } from '../deadline.ts';
import type { Answer, Failure, Header, Limits, Outcome, Request } from '../exchange.ts';
import { TooLarge, failureFrom, failureOf, type WireProgress } from '../failure.ts';
import { GatheredOctets } from '../gathered-octets.ts';
import { roomFor } from '../octets-at-once.ts';
import { ConnectFailure, codeOf, openSocket, type Route } from './open-socket.ts';
import { newAttempt, tapSocket, type WireAttempt } from './socket-tap.ts';
import { originOf, pathOf } from '../target.ts';
import type { Traffic } from '../traffic.ts';

/** One connection at a time to the implementation under test, kept alive between exchanges. */
export type Lane = ReturnType<typeof createLane>;

// Many servers close idle connections silently after 5 s, some after 2 s: the suite closes them first.
const idleMs = { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 4_000, keepAliveTimeoutThreshold: 1_000 };

/** A lane along `route`; the first exchange opens its connection. */
export function createLane(route: Route, clock: Clock, traffic: Traffic) {
  let attempt: WireAttempt | undefined;
  const newClient = (): Client =>
    new Client(originOf(route.target), {
      ...idleMs,
      allowH2: false,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
      connect: (_options, callback) => {
        openSocket(route, ['http/1.1'], attempt?.signal ?? AbortSignal.abort(), traffic).then(
          (socket) => {
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

  /** Sends one request; the caller waits for the result before sending the next. */
  const exchange = async (request: Request, limits: Limits): Promise<Outcome> => {
    const limit = deadline(limits.timeoutMs);
    const startedAt = clock.now();
    const current = newAttempt(limit.signal);
    attempt = current;
    let answeredAt: number | undefined;
    const progress = (): WireProgress => ({
      wrote: current.lastWriteAt !== undefined,
      heard: (current.socket?.bytesRead ?? 0) > current.readBefore,
      sentAt: current.lastWriteAt ?? startedAt,
      answeredAt: answeredAt ?? clock.now(),
    });
    try {
      const response = await client.request({
        method: request.method,
        path: pathOf(route.target, request),
        headers: request.headers.flat(),
        body: request.body ?? null,
        signal: limit.signal,
        responseHeaders: 'raw',
      });
      answeredAt = clock.now();
      const { headers, body } = await readResponse(response, request.method, limits.maxBytes);
      const decoding = await decode(body, headers, limits.maxBytes);
      if (decoding.kind === 'failed') return failureOf(decoding.failure, decoding.detail, progress());
      const { sentAt } = progress();
      const status = response.statusCode;
      return { kind: 'answer', status, headers, body: decoding.body, sentAt, answeredAt };
    } catch (error) {
      // A broken client is discarded: a new client carries no state into the next exchange.
      void client.destroy().catch(() => undefined);
      client = newClient();
      if (isOurs(error)) throw error;
      answeredAt = clock.now();
      if (limit.signal.aborted && !(error instanceof ConnectFailure))
        return lateFailure(route, limits, progress());
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

/**
 * A pool that opens lanes as needed, up to `size`; exchanges take them in the order of arrival.
 *
 * The suite does not use undici's Pool: a tap on the socket of the exchange shows whether an octet was
 * written. Pool gives a connector host and port, but not the exchange, and its errors (7.30, 8.13) count
 * octets only for orderly closes. A reset before the request and after it are both ECONNRESET. Pool would
 * save 10 µs of 61 µs per exchange with the server's share: 15 ms per run.
 */
export function createLanePool(size: number, open: () => Lane) {
  const all: Lane[] = [];
  const idle: Lane[] = [];
  const waiting: ((lane: Lane | undefined) => void)[] = [];
  let closed = false;
  const take = (): Promise<Lane | undefined> => {
    if (closed) return Promise.resolve(undefined);
    // The lane that was used last goes first, because its connection is the least likely to be closed.
    const free = idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    if (all.length < Math.max(1, size)) {
      const lane = open();
      all.push(lane);
      return Promise.resolve(lane);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const give = (lane: Lane): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(lane);
    else next(lane);
  };
  return {
    /** Runs `work` on a free lane, waiting for one if needed; `undefined` once the pool is closed. */
    withLane: async <T>(work: (lane: Lane) => Promise<T>): Promise<T | undefined> => {
      const lane = await take();
      if (lane === undefined) return undefined;
      try {
        return await work(lane);
      } finally {
        give(lane);
      }
    },
    close: () => {
      closed = true;
      for (const each of waiting.splice(0)) each(undefined);
      for (const lane of all) lane.destroy();
    },
  };
}

function lateFailure({ proxy }: Route, limits: Limits, progress: WireProgress): Failure {
  const before = proxy === undefined ? '' : `the proxy in ${proxy.name} makes none: `;
  return progress.wrote
    ? failureOf('timeout', `no complete answer in ${limits.timeoutMs} ms`, progress)
    : failureOf('unreachable', `${before}no connection in ${limits.timeoutMs} ms`, progress);
}

const ourMistakes = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** A request that cannot be sent is a mistake of the suite, not an answer of the server. */
function isOurs(error: unknown): boolean {
  return ourMistakes.has(codeOf(error));
}

/** Reads a response with raw headers to its end. Throws `TooLarge`, and undici's exceptions. */
async function readResponse(
  response: Dispatcher.ResponseData,
  method: string,
  maxBytes: number,
): Promise<Pick<Answer, 'headers' | 'body'>> {
  // With `raw`, the value is the flat list of names and values, although the type is still a record.
  const headers = pairs(response.headers as unknown as readonly string[]);
  const body = await readAll(response.body, maxBytes).catch(emptyIfNone(response.statusCode));
  return { headers, body: method === 'HEAD' ? new Uint8Array() : body };
}

async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks = new GatheredOctets();
  let size = 0;
  let leave: (() => void) | undefined;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new TooLarge(`more than ${maxBytes} octets`);
      chunks.push(chunk);
      leave ??= await roomFor(size, maxBytes);
    }
    return chunks.whole();
  } finally {
    leave?.();
  }
}

/** A 204 or 304 has no body, even if it states a length: undici 7 reports a cut body, undici 8 does not. */
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

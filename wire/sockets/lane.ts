import { Client } from 'undici';
import type { Clock } from '../clock.ts';
import { decode } from '../content-coding.ts';
import { deadline } from '../deadline.ts';
import type { Failure, Limits, Outcome, Request } from '../exchange.ts';
import { failureFrom, failureOf, type WireProgress } from '../failure.ts';
import { ConnectFailure, codeOf, openSocket, type Route } from './open-socket.ts';
import { newAttempt, tapSocket, type WireAttempt } from './socket-tap.ts';
import { originOf, pathOf } from '../target.ts';
import type { Traffic } from '../traffic.ts';
import { readResponse } from '../undici-response.ts';

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
      // A broken client is not worth keeping: a fresh one cannot carry anything over into the next exchange.
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

/** A request that cannot be put on the wire at all is our mistake, not the server's answer. */
function isOurs(error: unknown): boolean {
  return ourMistakes.has(codeOf(error));
}

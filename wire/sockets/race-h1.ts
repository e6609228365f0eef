import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { deadline } from '../deadline.ts';
import type { Limits, Outcome, Request } from '../exchange.ts';
import { failureFrom } from '../failure.ts';
import { openSocket, type Means, type Route } from './open-socket.ts';
import { requestBytes } from './request-bytes.ts';
import { ResponseReader } from './response-reader.ts';
import { listen, outcomeOf, type Heard } from './socket-exchange.ts';

const shortestHoldMs = 2;
// Servers and gateways answer 408 to a request that takes too long.
const longestHoldMs = 50;

interface Racer {
  readonly socket: Socket;
  readonly reader: ResponseReader;
  readonly listening: Promise<Heard>;
  readonly lastByte: Uint8Array;
  readonly begunAt: number;
  sentAt: number;
}

interface NoRacer {
  readonly error: unknown;
}

/**
 * Sends requests at one instant over HTTP/1.1. Each has an open connection of its own, all bytes except the
 * last are written, and the last bytes are sent in one tick. A failing connection of one racer does not keep
 * other racers from starting.
 */
export async function raceOverSockets(
  route: Route,
  requests: readonly Request[],
  { limits, clock, traffic }: Means,
): Promise<readonly Outcome[]> {
  const octets = requests.map((request) => requestBytes(request, route.target, 'close'));
  // Each racer has a signal of its own, because one signal for all racers would look like a leak.
  const deadlines = requests.map(() => deadline(limits.timeoutMs));
  const startedAt = clock.now();
  const connectMs: number[] = [];
  try {
    const racers = await Promise.all(
      deadlines.map(async ({ signal }, at): Promise<Racer | NoRacer> => {
        try {
          const socket = await openSocket(route, ['http/1.1'], signal, traffic);
          connectMs.push(clock.now() - startedAt);
          const bodyless = requests[at]?.method === 'HEAD';
          const reader = new ResponseReader({ bodyless, maxBytes: limits.maxBytes });
          const listening = listen(socket, reader, { clock, signal });
          const lastByte = (octets[at] ?? new Uint8Array()).subarray(-1);
          const begunAt = clock.now();
          return { socket, reader, listening, lastByte, begunAt, sentAt: begunAt };
        } catch (error) {
          return { error };
        }
      }),
    );
    await Promise.all(racers.map((racer, at) => hold(racer, octets[at])));
    await clock.sleep(holdMs(connectMs));
    for (const racer of racers) {
      if ('error' in racer) continue;
      racer.sentAt = clock.now();
      racer.socket.write(racer.lastByte);
    }
    return await Promise.all(racers.map((racer) => finish(racer, startedAt, limits, clock)));
  } finally {
    for (const each of deadlines) each.clear();
  }
}

/** Writes all bytes except the last; ends once these are sent, or the racer is out. */
async function hold(racer: Racer | NoRacer, octets: Uint8Array = new Uint8Array()): Promise<void> {
  if ('error' in racer) return;
  const flushed = new Promise<void>((resolve) => {
    racer.socket.write(octets.subarray(0, -1), () => resolve());
  });
  await Promise.race([flushed, racer.listening]);
}

async function finish(
  racer: Racer | NoRacer,
  startedAt: number,
  limits: Limits,
  clock: Clock,
): Promise<Outcome> {
  if ('error' in racer) {
    const progress = { wrote: false, heard: false, sentAt: startedAt, answeredAt: clock.now() };
    return failureFrom(racer.error, progress);
  }
  const heard = await racer.listening;
  racer.socket.destroy();
  // An answer before the release: the server has worked since the request began.
  const early = (heard.headAt ?? heard.endedAt) < racer.sentAt;
  return outcomeOf(racer.reader, heard, early ? racer.begunAt : racer.sentAt, limits);
}

/** Long enough for slow connections: three times the spread of their connect times, within bounds. */
function holdMs(connectMs: readonly number[]): number {
  const sorted = [...connectMs].sort((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const spread = quantile(0.95) - quantile(0.5);
  return Math.min(longestHoldMs, Math.max(shortestHoldMs, 3 * spread));
}

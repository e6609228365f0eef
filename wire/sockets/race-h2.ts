import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { Clock } from '../clock.ts';
import { decode } from '../content-coding.ts';
import { deadline, withinTime, type Deadline } from '../deadline.ts';
import type { Header, Limits, Outcome, Request } from '../exchange.ts';
import { FramingFault, TooLarge, failureFrom, failureOf } from '../failure.ts';
import { ConnectFailure, openSocket, type Means, type Route } from './open-socket.ts';
import { checkRequest } from './request-bytes.ts';
import { originOf, pathOf } from '../target.ts';
import type { Traffic } from '../traffic.ts';

const holdMs = 2;
const connectionHeaders = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Sends requests in one instant over one HTTP/2 session: every stream open with all but the last byte of its body
 * written, the last bytes released in one tick (they leave in one piece). A request without a body is begun in that tick.
 */
export async function raceOverSession(
  route: Route,
  requests: readonly Request[],
  { limits, clock, traffic }: Means,
): Promise<readonly Outcome[]> {
  for (const request of requests) checkRequest(request, route.target);
  const limit = deadline(limits.timeoutMs);
  // Each racer has a signal of its own, because one signal for all racers would look like a leak.
  const racing = requests.map((request) => ({ request, ...deadline(limits.timeoutMs) }));
  const startedAt = clock.now();
  let session: ClientHttp2Session | undefined;
  try {
    const opened = await openSession(route, limit, traffic);
    session = opened;
    const racers = racing.map(({ request, signal }) =>
      racerOn(opened, headersOf(request, route), request.body ?? new Uint8Array(), { limits, clock, signal }),
    );
    await clock.sleep(holdMs);
    const outcomes = racers.map((racer) => racer.release());
    return await Promise.all(outcomes);
  } catch (error) {
    const progress = {
      wrote: session !== undefined,
      heard: false,
      sentAt: startedAt,
      answeredAt: clock.now(),
    };
    return requests.map(() => failureFrom(error, progress));
  } finally {
    for (const each of [limit, ...racing]) each.clear();
    session?.destroy();
  }
}

/** Whether the server chooses HTTP/2 when it is offered in the TLS handshake. */
export async function offersSession(route: Route, timeoutMs: number, traffic: Traffic): Promise<boolean> {
  try {
    return await withinTime(timeoutMs, async (signal) => {
      const socket = await openSocket(route, ['h2', 'http/1.1'], signal, traffic);
      socket.destroy();
      return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
    });
  } catch {
    return false;
  }
}

async function openSession(route: Route, limit: Deadline, traffic: Traffic): Promise<ClientHttp2Session> {
  const socket = await openSocket(route, ['h2'], limit.signal, traffic);
  const session = connect(originOf(route.target), { createConnection: () => socket });
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      session.destroy();
      reject(new ConnectFailure('unreachable', `no HTTP/2 session: ${why}`));
    };
    // The server's settings state how many streams it accepts, so no stream may start before they arrive.
    session.once('remoteSettings', () => resolve(session));
    session.on('error', () => fail('refused'));
    session.once('close', () => fail('closed'));
    limit.signal.addEventListener('abort', () => fail('not within the time limit'), { once: true });
  });
}

/** How long the suite waits for a racer's answer. */
interface Hearing {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

function racerOn(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body: Uint8Array,
  until: Hearing,
): { release(): Promise<Outcome> } {
  const { clock } = until;
  if (body.length === 0) {
    return {
      release: () => {
        const sentAt = clock.now();
        return hear(session.request(headers, { endStream: true }), sentAt, until);
      },
    };
  }
  const stream = session.request(headers, { endStream: false });
  const begunAt = clock.now();
  const times = { sentAt: begunAt };
  const hearing = hear(stream, begunAt, until);
  if (body.length > 1) stream.write(body.subarray(0, -1));
  return {
    release: async () => {
      times.sentAt = clock.now();
      if (!stream.destroyed && !stream.closed) stream.end(body.subarray(-1));
      const outcome = await hearing;
      // An answer before the release: the server has worked since the request began.
      return outcome.answeredAt < times.sentAt ? outcome : { ...outcome, sentAt: times.sentAt };
    },
  };
}

function hear(
  stream: ClientHttp2Stream,
  sentAt: number,
  { limits, clock, signal }: Hearing,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let head: { status: number; headers: readonly Header[]; at: number } | undefined;
    const chunks: Uint8Array[] = [];
    let size = 0;
    const progress = () => ({ wrote: true, heard: head !== undefined, sentAt, answeredAt: clock.now() });
    const fail = (error: unknown): void => {
      resolve(failureFrom(error, progress()));
      stream.destroy();
    };
    const late = (): void => {
      resolve(failureOf('timeout', `no complete answer in ${limits.timeoutMs} ms`, progress()));
      stream.destroy();
    };
    signal.addEventListener('abort', late, { once: true });
    stream.on('response', (headers) => {
      head = { status: Number(headers[':status']), headers: fieldsOf(headers), at: clock.now() };
    });
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > limits.maxBytes) fail(new TooLarge(`more than ${limits.maxBytes} octets`));
      else chunks.push(chunk);
    });
    stream.on('error', (error) => {
      const broken = head !== undefined && stream.rstCode === 1;
      fail(broken ? new FramingFault('the stream broke HTTP/2 framing') : error);
    });
    stream.on('end', () => {
      if (head === undefined) return;
      const { status, headers, at } = head;
      void decode(Buffer.concat(chunks), headers, limits.maxBytes).then((decoding) => {
        if (decoding.kind === 'failed') resolve(failureOf(decoding.failure, decoding.detail, progress()));
        else resolve({ kind: 'answer', status, headers, body: decoding.body, sentAt, answeredAt: at });
      });
    });
    stream.on('close', () => {
      signal.removeEventListener('abort', late);
      if (head === undefined || !stream.readableEnded) fail(new Error('the stream was closed early'));
    });
  });
}

function headersOf(request: Request, route: Route): OutgoingHttpHeaders {
  const headers = new Map<string, string | string[]>([
    [':method', request.method],
    [':path', pathOf(route.target, request)],
    [':scheme', route.target.secure ? 'https' : 'http'],
    [':authority', route.target.authority],
  ]);
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (connectionHeaders.has(lower)) continue;
    const before = headers.get(lower);
    headers.set(lower, before === undefined ? value : [before, value].flat());
  }
  if (request.body !== undefined) headers.set('content-length', String(request.body.length));
  return Object.fromEntries(headers);
}

function fieldsOf(headers: IncomingHttpHeaders): readonly Header[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (name.startsWith(':') || value === undefined) return [];
    return [value].flat().map((each): Header => [name, String(each)]);
  });
}

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Reference } from '../../reference/create.ts';
import { answer } from '../../reference/in-process.ts';
import type { Request as AskedInProcess, Response } from '../../reference/message.ts';
import type { Clock } from '../../wire/clock.ts';
import type {
  FailureKind,
  HeadReading,
  Limits,
  Outcome,
  Request,
  Transport,
  Header,
} from '../../wire/exchange.ts';
import { failureOf } from '../../wire/failure.ts';
import { header } from '../../wire/media-type.ts';

/** The reference as a transport without any I/O. */
export function createInProcessTransport(
  reference: Reference,
  clock: Clock,
  options: { readonly latencyMs: number },
): Transport {
  return inProcessTransport((request) => answer(reference, request, clock), clock, options);
}

/** Any function that answers, as a transport. The only thing that it awaits is the clock, so a run is deterministic. */
export function inProcessTransport(
  answers: (request: AskedInProcess) => Promise<Response>,
  clock: Clock,
  options: { readonly latencyMs: number },
): Transport {
  let written = 0;
  let read = 0;

  const exchange = async (request: Request, limits: Limits, connection = '1'): Promise<HeadReading> => {
    const sentAt = clock.now();
    const sent = request.body ?? new Uint8Array();
    written += sent.length;
    await clock.sleep(options.latencyMs);
    const { method, target, headers } = request;
    const response = await answers({ method, target, headers, body: sent, connection });
    const answeredAt = clock.now();
    read += response.body.length;
    const none = new Uint8Array();
    const failed = (failure: FailureKind, detail: string): HeadReading => ({
      outcome: failureOf(failure, detail, { wrote: true, heard: false, sentAt, answeredAt }),
      octets: none,
    });
    if (answeredAt - sentAt > limits.timeoutMs) return failed('timeout', 'no answer in time');
    if (response.wire?.kind === 'drop') return failed('reset', 'the connection was dropped');
    if (response.wire?.kind === 'truncated')
      return failed('framing', 'the answer ended before its promised length');
    const head = method === 'HEAD';
    const body = head ? none : decodeSync(response);
    if (body === undefined) return failed('coding', 'the content coding does not decode');
    const { status, headers: fields } = response;
    return {
      outcome: { kind: 'answer', status, headers: fields, body, sentAt, answeredAt },
      octets: head ? headOctets(response) : none,
    };
  };

  const all = async (requests: readonly Request[], limits: Limits): Promise<readonly Outcome[]> =>
    (await Promise.all(requests.map((request, at) => exchange(request, limits, `c${at + 1}`)))).map(
      ({ outcome }) => outcome,
    );

  return {
    send: async (request, limits) => (await exchange(request, limits)).outcome,
    sendRaw: (request, limits) => exchange(request, limits),
    sendOnOneConnection: async (requests, limits) => {
      const outcomes: Outcome[] = [];
      for (const request of requests) outcomes.push((await exchange(request, limits)).outcome);
      return outcomes;
    },
    race: async (requests, transport, limits) => ({ transport, outcomes: await all(requests, limits) }),
    raceTransports: () => Promise.resolve(['h1']),
    bytes: () => ({ written, read }),
    close: () => Promise.resolve(),
  };
}

/** The octets that a faulty answer to HEAD sends after its header section. */
function headOctets(response: Response): Uint8Array {
  if (response.wire?.kind !== 'head-body') return new Uint8Array();
  return new TextEncoder().encode(response.wire.form === 'terminator' ? '0\r\n\r\n' : '{}');
}

function decodeSync(response: Response): Uint8Array | undefined {
  const coding = header(response.headers, 'content-encoding')?.toLowerCase();
  try {
    if (coding === undefined || coding === 'identity') return response.body;
    if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(response.body);
    if (coding === 'deflate') return inflateSync(response.body);
    if (coding === 'br') return brotliDecompressSync(response.body);
  } catch {
    return undefined;
  }
  return undefined;
}

export interface PlainAnswer {
  readonly status: number;
  readonly body?: string | Uint8Array;
  readonly headers?: readonly Header[];
}

/** A server that is a function of the request, as a transport on `clock`: each answer takes a millisecond. */
export function createConstantTransport(
  answerTo: (request: Request) => PlainAnswer,
  clock: Clock,
): Transport {
  const answers = (request: Request): Promise<Response> => {
    const { status, body = '', headers = [['Content-Type', 'application/json']] } = answerTo(request);
    const octets = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    return Promise.resolve({ status, headers, body: octets });
  };
  return inProcessTransport(answers, clock, { latencyMs: 1 });
}

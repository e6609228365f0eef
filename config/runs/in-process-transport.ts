import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Reference } from '../../reference/create.ts';
import { answer } from '../../reference/in-process.ts';
import type { Response } from '../../reference/message.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Failure, FailureKind, Limits, Outcome, Request, Transport } from '../../wire/exchange.ts';
import { header } from '../../wire/media-type.ts';

/**
 * The reference as a transport without any I/O: every exchange takes `latencyMs` of the clock, which may be a
 * virtual one. Nothing below awaits anything but that clock, so that a run is deterministic.
 */
export function createInProcessTransport(
  reference: Reference,
  clock: Clock,
  options: { readonly latencyMs: number },
): Transport {
  let written = 0;
  let read = 0;

  const exchange = async (
    request: Request,
    limits: Limits,
    connection = '1',
  ): Promise<{ outcome: Outcome; octets: Uint8Array }> => {
    const sentAt = clock.now();
    const body = request.body ?? new Uint8Array();
    written += body.length;
    await clock.sleep(options.latencyMs);
    const { method, target, headers } = request;
    const response = await answer(reference, { method, target, headers, body, connection }, clock);
    const answeredAt = clock.now();
    read += response.body.length;
    const failure = (kind: FailureKind, detail: string): Failure => ({
      kind: 'failure',
      failure: kind,
      detail,
      wrote: true,
      sentAt,
      answeredAt,
    });
    const none = new Uint8Array();
    if (answeredAt - sentAt > limits.timeoutMs)
      return { outcome: failure('timeout', 'no answer in time'), octets: none };
    if (response.wire?.kind === 'drop')
      return { outcome: failure('reset', 'the connection was dropped'), octets: none };
    if (response.wire?.kind === 'truncated')
      return { outcome: failure('framing', 'the answer ended before its promised length'), octets: none };
    const head = method === 'HEAD';
    const decoded = head ? none : decodeSync(response);
    if (decoded === undefined)
      return { outcome: failure('coding', 'the content coding does not decode'), octets: none };
    return {
      outcome: {
        kind: 'answer',
        status: response.status,
        headers: response.headers,
        body: decoded,
        sentAt,
        answeredAt,
      },
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

/** What the faulty forms of an answer to HEAD put on the wire after the header section. */
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

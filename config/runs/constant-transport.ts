import type { Clock } from '../../wire/clock.ts';
import type { Header, Limits, Outcome, Request, Transport } from '../../wire/exchange.ts';

/** The answer of a server without any state. */
export interface PlainAnswer {
  readonly status: number;
  readonly body?: string | Uint8Array;
  readonly headers?: readonly Header[];
}

/** A server that is a function of the request, as a transport in the time of `clock`: each answer takes a millisecond. */
export function createConstantTransport(answer: (request: Request) => PlainAnswer, clock: Clock): Transport {
  let written = 0;
  let read = 0;
  const send = async (request: Request, _limits: Limits): Promise<Outcome> => {
    const sentAt = clock.now();
    await clock.sleep(1);
    const { status, body = '', headers = [['Content-Type', 'application/json']] } = answer(request);
    const octets = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    written += request.body?.length ?? 0;
    read += octets.length;
    const shown = request.method === 'HEAD' ? new Uint8Array() : octets;
    return { kind: 'answer', status, headers, body: shown, sentAt, answeredAt: clock.now() };
  };
  const all = (requests: readonly Request[], limits: Limits): Promise<readonly Outcome[]> =>
    Promise.all(requests.map((request) => send(request, limits)));
  return {
    send,
    sendRaw: async (request, limits) => ({ outcome: await send(request, limits), octets: new Uint8Array() }),
    sendOnOneConnection: all,
    race: async (requests, transport, limits) => ({ transport, outcomes: await all(requests, limits) }),
    raceTransports: () => Promise.resolve(['h1']),
    bytes: () => ({ written, read }),
    close: () => Promise.resolve(),
  };
}

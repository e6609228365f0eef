import type { Socket } from 'node:net';
import { withinTime } from '../deadline.ts';
import type { Outcome, Request } from '../exchange.ts';
import { failureFrom, unsent } from '../failure.ts';
import { openSocket, type Means, type Route } from './open-socket.ts';
import { requestBytes } from './request-bytes.ts';
import { ResponseReader } from './response-reader.ts';
import { listen, outcomeOf } from './socket-exchange.ts';

/** Sends requests in turn on one connection, so that the remainder of an answer shows in the next answer. */
export async function exchangeInTurn(
  route: Route,
  requests: readonly Request[],
  { limits, clock, traffic }: Means,
): Promise<readonly Outcome[]> {
  const octets = requests.map((request) => requestBytes(request, route.target, 'keep-alive'));
  const outcomes: Outcome[] = [];
  let rest: Uint8Array = new Uint8Array();
  let open = true;
  const startedAt = clock.now();
  const socket = await withinTime(limits.timeoutMs, (signal) =>
    openSocket(route, ['http/1.1'], signal, traffic),
  ).catch((error: unknown) => ({ error }));
  if ('error' in socket) {
    const progress = { wrote: false, heard: false, sentAt: startedAt, answeredAt: clock.now() };
    return requests.map(() => failureFrom(socket.error, progress));
  }
  for (const [at, request] of requests.entries()) {
    if (!open || socket.destroyed) {
      // Octets after the end of an answer belong to no answer, even if the connection has ended.
      outcomes.push(
        rest.length > 0
          ? unsent('framing', 'octets follow the end of an answer', clock.now())
          : unsent('reset', 'the connection was closed after an earlier answer', clock.now()),
      );
      rest = new Uint8Array();
      continue;
    }
    const reader = new ResponseReader(
      { bodyless: request.method === 'HEAD', maxBytes: limits.maxBytes },
      rest,
    );
    const outcome = await exchange(socket, reader, octets[at] ?? new Uint8Array(), { limits, clock });
    outcomes.push(outcome);
    rest = reader.rest();
    open = outcome.kind === 'answer' && reader.head?.closes === false && !socket.readableEnded;
  }
  socket.destroy();
  return outcomes;
}

function exchange(
  socket: Socket,
  reader: ResponseReader,
  octets: Uint8Array,
  { limits, clock }: Pick<Means, 'limits' | 'clock'>,
): Promise<Outcome> {
  return withinTime(limits.timeoutMs, async (signal) => {
    const listening = listen(socket, reader, { clock, signal });
    const sentAt = clock.now();
    socket.write(octets);
    return await outcomeOf(reader, await listening, sentAt, limits);
  });
}

import { withinTime } from '../deadline.ts';
import type { HeadReading, Request } from '../exchange.ts';
import { failureFrom } from '../failure.ts';
import { openSocket, type Means, type Route } from './open-socket.ts';
import { requestBytes } from './request-bytes.ts';
import { ResponseReader } from './response-reader.ts';
import { listen, outcomeOf } from './socket-exchange.ts';

const idleMs = 1_000;

/** Sends a request on its own connection, and keeps every octet after the header section, until a second of silence. */
export async function readRaw(
  route: Route,
  request: Request,
  { limits, clock, traffic }: Means,
): Promise<HeadReading> {
  const octets = requestBytes(request, route.target, 'close');
  const { maxBytes } = limits;
  let sentAt = clock.now();
  try {
    return await withinTime(limits.timeoutMs, async (signal) => {
      const socket = await openSocket(route, ['http/1.1'], signal, traffic);
      const reader = new ResponseReader({ bodyless: true, maxBytes });
      const listening = listen(socket, reader, { clock, signal }, { idleMs, maxBytes });
      sentAt = clock.now();
      socket.write(octets);
      const heard = await listening;
      socket.destroy();
      return { outcome: await outcomeOf(reader, heard, sentAt, limits), octets: heard.trailing };
    });
  } catch (error) {
    const progress = { wrote: false, heard: false, sentAt, answeredAt: clock.now() };
    return { outcome: failureFrom(error, progress), octets: new Uint8Array() };
  }
}

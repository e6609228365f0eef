import type { Reference } from '../reference/create.ts';
import { answer } from '../reference/in-process.ts';

const clock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** Statuses whose answers have no body. */
const bodiless = [204, 205, 304];

/** A `fetch` that asks a reference in this process. It rejects like the global `fetch` if the connection is dropped. */
export function fetchedFrom(
  reference: Reference,
  url: string,
  latencyMs: number,
): (request: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (asked, init) => {
    const request = new Request(asked instanceof Request ? asked : new URL(asked, `${url}/`), init);
    const { pathname, search } = new URL(request.url);
    if (latencyMs > 0) await clock.sleep(latencyMs);
    const { method } = request;
    const body = new Uint8Array(await request.arrayBuffer());
    const headers = [...request.headers];
    const { wire, ...answered } = await answer(
      reference,
      { method, target: `${pathname}${search}`, headers, body },
      clock,
    );
    request.signal.throwIfAborted();
    if (wire?.kind === 'drop' || wire?.kind === 'truncated') throw new TypeError('fetch failed');
    const isBare = method === 'HEAD' || bodiless.includes(answered.status);
    return new Response(isBare ? null : Buffer.from(answered.body), {
      status: answered.status,
      headers: answered.headers.map(([name, value]): [string, string] => [name, value]),
    });
  };
}

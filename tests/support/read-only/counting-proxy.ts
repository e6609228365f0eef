import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that hands on what it gets, and knows how many requests of each method it got. */
export interface CountingProxy extends AsyncDisposable {
  readonly url: string;
  readonly methods: ReadonlyMap<string, number>;
}

/** Opens one in front of an origin. */
export async function openCountingProxy(upstream: string): Promise<CountingProxy> {
  const { hostname, port, pathname } = new URL(upstream);
  const base = pathname.replace(/\/$/, '');
  const methods = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    methods.set(method, (methods.get(method) ?? 0) + 1);
    const onward = forward({ hostname, port, method, path: base + url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    methods,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

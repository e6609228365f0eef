import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import {
  against,
  closeAll,
  closeLater,
  everyWay,
  failed,
  get,
  head,
  limits,
  ok,
  open,
  post,
  saying,
  serve,
  textOf,
} from '../support/servers/octet-server.ts';
import type { Handler } from '../support/servers/octet-server.ts';

afterEach(closeAll);

describe('a failure has the same kind for every way of sending:', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

  test.each([
    ['reset', 'closed without an answer', '', 'end'],
    ['reset', 'reset without an answer', '', 'reset'],
    ['reset', 'reset within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi', 'reset'],
    ['framing', 'closed before the promised length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi', 'end'],
    ['framing', 'closed within chunks', `${chunked}5\r\nhi`, 'end'],
    ['framing', 'closed within the header section', 'HTTP/1.1 200 OK\r\nContent-', 'end'],
    ['framing', 'two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!', 'end'],
    ['framing', 'no status line', 'hello there\r\n\r\n', 'end'],
    ['framing', 'a chunk without size', `${chunked}zz\r\nhi\r\n0\r\n\r\n`, 'stay'],
    ['framing', 'a status of 000', 'HTTP/1.1 000 X\r\nContent-Length: 2\r\n\r\nhi', 'stay'],
    ['framing', 'a status of 099', 'HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\nhi', 'stay'],
    ['framing', 'an upgrade', 'HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'stay'],
    ['coding', 'an unknown coding', ok('hi', 'Content-Encoding: zzz\r\n'), 'stay'],
    ['coding', 'a coding that does not decode', ok('hi', 'Content-Encoding: gzip\r\n'), 'stay'],
  ] as const)('%s: %s', async (kind, _what, octets, then) => {
    const outcomes = await everyWay(octets, then);
    expect(outcomes).toMatchObject([failed(kind, true), failed(kind, true), failed(kind, true)]);
  });

  test('too-large: a body, a bomb, a header section', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const fields = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const large = [
      ok('x'.repeat(100_001)),
      Buffer.concat([Buffer.from(fields), bomb]),
      ok('', `X: ${'x'.repeat(70_000)}\r\n`),
    ];
    for (const octets of large) {
      const kinds = (await everyWay(octets, 'stay')).map((each) => each?.kind === 'failure' && each.failure);
      expect(kinds).toEqual(['too-large', 'too-large', 'too-large']);
    }
    expect(textOf(await (await saying(ok('x'.repeat(100_000)))).send(get, limits))).toHaveLength(100_000);
  });

  test('timeout: silence, a body that never ends, one octet at a time', async () => {
    const short = { timeoutMs: 150, maxBytes: 10_000_000 };
    const drip =
      (first: string, piece: string): Handler =>
      (socket) => {
        socket.write(first);
        const timer = setInterval(() => socket.write(piece), 20);
        socket.on('close', () => clearInterval(timer));
      };
    const handlers: Handler[] = [
      () => undefined,
      drip(chunked, '3\r\nabc\r\n'),
      drip('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n', 'x'),
      drip('HTTP/1.1 200 OK\r\nX-Slow: ', 'y'),
    ];
    await Promise.all(
      handlers.map(async (handle) => {
        const transport = await against(handle);
        const outcomes = await Promise.all([
          transport.send(get, short),
          transport.race([get], 'h1', short).then(({ outcomes: [first] }) => first),
          transport.sendOnOneConnection([get], short).then(([first]) => first),
        ]);
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject(failed('timeout', true));
          const lasted = (outcome?.answeredAt ?? 0) - (outcome?.sentAt ?? 0);
          expect(lasted).toBeLessThan(1_000);
        }
      }),
    );
  });

  test('unreachable: no listener, no such host; no octet was written', async () => {
    const port = await serve(() => undefined);
    await closeAll();
    for (const baseUrl of [`http://127.0.0.1:${port}`, 'http://name.invalid']) {
      const transport = open(port, { baseUrl });
      const [one] = await transport.sendOnOneConnection([get], limits);
      const race = await transport.race([get], 'h1', limits);
      const raw = await transport.sendRaw(head, limits);
      const outcomes = [await transport.send(get, limits), one, race.outcomes[0], raw.outcome];
      expect(outcomes).toMatchObject(outcomes.map(() => failed('unreachable', false)));
    }
  });

  test('tls: the other side does not speak TLS', async () => {
    const port = await serve(() => undefined);
    const plain = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume().end('HTTP/1.1 400 Bad\r\n\r\n');
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    closeLater(async () => void (await new Promise((resolve) => plain.close(resolve))));
    const transport = open(port, { baseUrl: `https://127.0.0.1:${(plain.address() as AddressInfo).port}` });
    const raw = await transport.sendRaw(head, limits);
    expect([await transport.send(get, limits), raw.outcome]).toMatchObject([
      failed('tls', false),
      failed('tls', false),
    ]);
  });

  test('stopped: the transport is closed', async () => {
    const transport = await saying(ok('hi'));
    await transport.close();
    expect(await transport.send(get, limits)).toMatchObject(failed('stopped', false));
    expect((await transport.race([get, get], 'h1', limits)).outcomes).toHaveLength(2);
  });

  test('over with its exchange: the next request is answered', async () => {
    const transport = await against(
      (socket, _request, connection) => {
        if (connection % 2 === 1) socket.resetAndDestroy();
        else socket.end(ok('fine', 'Connection: close\r\n'));
      },
      { connections: 1 },
    );
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await transport.send(post('{}'), limits)).toMatchObject(failed('reset', true));
      expect(textOf(await transport.send(post('{}'), limits))).toBe('fine');
    }
  });
});

import { createServer as createSession } from 'node:http2';
import { connect as connectTo, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answer, Outcome, Request, Transport } from '../wire/exchange.ts';
import { systemClock } from '../wire/system-clock.ts';
import { createTransport } from '../wire/undici-transport.ts';
import type { TransportOptions } from '../wire/undici-transport.ts';

type Handler = (socket: Socket, request: string, connection: number) => void;

const limits = { timeoutMs: 2_000, maxBytes: 100_000 };
const get: Request = { method: 'GET', target: '/', headers: [] };
const head: Request = { method: 'HEAD', target: '/', headers: [] };
const post = (text: string): Request => ({
  method: 'POST',
  target: '/',
  headers: [],
  body: Buffer.from(text),
});

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that speaks octets: `handle` is called for each complete request (head and promised body). */
async function serve(handle: Handler): Promise<number> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = (connections += 1);
    let text = '';
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n') + 4;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (end < 4 || text.length < end + length) return;
        handle(socket, text.slice(0, end + length), connection);
        text = text.slice(end + length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function open(port: number, more: Partial<TransportOptions> = {}): Transport {
  const baseUrl = `http://127.0.0.1:${port}`;
  const transport = createTransport({ baseUrl, connections: 4, http2: 'off', clock: systemClock, ...more });
  closers.push(() => transport.close());
  return transport;
}

async function against(handle: Handler, more?: Partial<TransportOptions>): Promise<Transport> {
  return open(await serve(handle), more);
}

/** A server that answers everything with the same octets. */
const saying = (octets: string | Buffer, then: 'stay' | 'end' | 'reset' = 'stay') =>
  against((socket) => {
    socket.write(octets);
    if (then === 'end') socket.end();
    if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), 30);
  });

function answered(outcome: Outcome | undefined): Answer {
  if (outcome?.kind !== 'answer') throw new Error(`Expected an answer, got ${JSON.stringify(outcome)}`);
  return outcome;
}

const textOf = (outcome: Outcome | undefined): string => Buffer.from(answered(outcome).body).toString();
const failed = (failure: string, wrote: boolean) => ({ kind: 'failure', failure, wrote });
const ok = (body: string, fields = ''): string =>
  `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;

describe('an answer', () => {
  test('comes with fields and body as they stand on the wire, to a request that went out as it stood', async () => {
    let seen = '';
    const port = await serve((socket, request) => {
      seen = request;
      socket.write('HTTP/1.1 201 Created\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nhi');
    });
    const transport = open(port, { baseUrl: `http://127.0.0.1:${port}/v1/` });
    const target = '/a/../b/%2e%2e/key=%7Ex?q=%20';
    const request: Request = {
      method: 'PUT',
      target,
      headers: [
        ['X-One', 'a'],
        ['x-one', 'b'],
      ],
      body: Buffer.from('{}'),
    };
    const answer = answered(await transport.send(request, limits));
    expect(answer.status).toBe(201);
    expect(answer.headers).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
      ['Content-Length', '2'],
    ]);
    expect(Buffer.from(answer.body).toString()).toBe('hi');
    expect(answer.answeredAt).toBeGreaterThanOrEqual(answer.sentAt);
    const lines = seen.split('\r\n');
    expect(lines[0]).toBe('PUT /v1/a/../b/%2e%2e/key=%7Ex?q=%20 HTTP/1.1');
    const names = lines.slice(1).map((line) => line.split(':', 1)[0]?.toLowerCase());
    expect(new Set(names)).toEqual(new Set(['host', 'connection', 'x-one', 'content-length', '', '{}']));
    expect(transport.bytes().written).toBe(seen.length);
  });

  test('is the final one however the octets of an interim one are cut', async () => {
    const octets = `HTTP/1.1 100 Continue\r\nX: y\r\n\r\n${ok('final')}`;
    for (const cut of [1, 6, 12, 20, 34, 35, 40]) {
      const transport = await against((socket) => {
        socket.write(octets.slice(0, cut));
        setTimeout(() => socket.write(octets.slice(cut)), 5);
      });
      expect(textOf(await transport.send(get, limits))).toBe('final');
      expect(textOf(await transport.send(post('{}'), limits))).toBe('final');
    }
  });

  test.each(['send', 'sendOnOneConnection', 'race'] as const)(
    'is the final one after interim ones (%s)',
    async (way) => {
      const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
      const transport = await saying(interim + ok('final'));
      const outcome =
        way === 'send'
          ? await transport.send(get, limits)
          : way === 'race'
            ? (await transport.race([get], 'h1', limits)).outcomes[0]
            : (await transport.sendOnOneConnection([get], limits))[0];
      expect(textOf(outcome)).toBe('final');
    },
  );

  test.each([
    ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n', 302],
    ['a server error', 'HTTP/1.1 503 No\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n', 503],
  ])('that is %s is handed on after one request', async (_what, octets, status) => {
    let requests = 0;
    const transport = await against((socket) => {
      requests += 1;
      socket.write(octets);
    });
    expect(answered(await transport.send(get, limits)).status).toBe(status);
    expect(requests).toBe(1);
  });

  test.each([204, 304])('has no body where its status allows none (%d)', async (status) => {
    const outcomes = await everyWay(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`, 'stay');
    expect(outcomes.map((each) => [answered(each).status, textOf(each)])).toEqual(
      outcomes.map(() => [status, '']),
    );
  });

  test('keeps its connection for the next one', async () => {
    const transport = await against((socket, _request, connection) => socket.write(ok(`on ${connection}`)));
    for (let turn = 0; turn < 3; turn += 1) expect(textOf(await transport.send(get, limits))).toBe('on 1');
  });

  test('waits for a free connection when all are taken', async () => {
    let most = 0;
    let now = 0;
    const transport = await against(
      (socket) => {
        most = Math.max(most, (now += 1));
        setTimeout(() => {
          now -= 1;
          socket.write(ok('x'));
        }, 5);
      },
      { connections: 2 },
    );
    const outcomes = await Promise.all(Array.from({ length: 9 }, () => transport.send(get, limits)));
    expect(outcomes.map(textOf)).toEqual(Array.from({ length: 9 }, () => 'x'));
    expect(most).toBe(2);
  });

  test.each([
    ['gzip', gzipSync('plain')],
    ['X-GZIP', gzipSync('plain')],
    ['deflate', deflateSync('plain')],
    ['deflate', deflateRawSync('plain')],
    ['br', brotliCompressSync('plain')],
    ['identity', Buffer.from('plain')],
    ['gzip, br', brotliCompressSync(gzipSync('plain'))],
  ])('is decoded from %s', async (coding, body) => {
    const fields = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const transport = await saying(Buffer.concat([Buffer.from(fields), body]));
    expect(textOf(await transport.send(get, limits))).toBe('plain');
    const race = await transport.race([get], 'h1', limits);
    expect(race.outcomes.map(textOf)).toEqual(['plain']);
  });
});

/** What each way of sending makes of a server that answers `octets`. */
async function everyWay(octets: string | Buffer, then: 'stay' | 'end' | 'reset', bounds = limits) {
  const transport = await saying(octets, then);
  const [one] = await transport.sendOnOneConnection([get], bounds);
  const race = await transport.race([get], 'h1', bounds);
  return [await transport.send(get, bounds), one, race.outcomes[0]];
}

describe('a failure, the same whichever way the request went, is', () => {
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

  test('unreachable: nobody listens, no such host; nothing was written', async () => {
    const port = await serve(() => undefined);
    for (const close of closers.splice(0)) await close();
    for (const baseUrl of [`http://127.0.0.1:${port}`, 'http://name.invalid']) {
      const transport = open(port, { baseUrl });
      const [one] = await transport.sendOnOneConnection([get], limits);
      const race = await transport.race([get], 'h1', limits);
      const raw = await transport.sendRaw(head, limits);
      const outcomes = [await transport.send(get, limits), one, race.outcomes[0], raw.outcome];
      expect(outcomes).toMatchObject(outcomes.map(() => failed('unreachable', false)));
    }
  });

  test('tls: the other side speaks none', async () => {
    const port = await serve(() => undefined);
    const plain = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume().end('HTTP/1.1 400 Bad\r\n\r\n');
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    closers.push(async () => void (await new Promise((resolve) => plain.close(resolve))));
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

  test('over with its exchange: the next one is answered', async () => {
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

describe('octets after an answer to HEAD', () => {
  const length = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

  test.each([
    ['none after a length', length, '', 'end'],
    ['none after chunked', chunked, '', 'end'],
    ['none, and an interim answer before', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${length}`, '', 'end'],
    ['none, and the connection reset', length, '', 'reset'],
    ['the promised ones', length, 'hello', 'end'],
    ['chunks', chunked, '5\r\nhello\r\n0\r\n\r\n', 'end'],
    ['the last chunk alone', chunked, '0\r\n\r\n', 'end'],
    ['up to the close', 'HTTP/1.1 404 Not Found\r\n\r\n', 'hello', 'end'],
  ] as const)('are all read: %s', async (_what, section, after, then) => {
    const transport = await saying(section + after, then);
    const { outcome, octets } = await transport.sendRaw(head, limits);
    expect(Buffer.from(octets).toString()).toBe(after);
    expect(answered(outcome).body).toHaveLength(0);
    expect(answered(outcome).status).toBe(section.includes('404') ? 404 : 200);
  });

  test('are read when they come late, up to an idle second where the server does not close', async () => {
    const transport = await against((socket, request) => {
      expect(request.toLowerCase()).toContain('connection: close');
      socket.write(length);
      setTimeout(() => socket.write('he'), 400);
      setTimeout(() => socket.write('llo'), 800);
    });
    const began = performance.now();
    const { outcome, octets } = await transport.sendRaw(head, { ...limits, timeoutMs: 5_000 });
    expect(Buffer.from(octets).toString()).toBe('hello');
    expect(answered(outcome).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(3_500);
  });

  test('are kept up to the limit of size or time, and the answer with them', async () => {
    const transport = await against((socket) => {
      socket.write(length);
      const timer = setInterval(() => socket.write('x'.repeat(40)), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const bySize = await transport.sendRaw(head, { timeoutMs: 2_000, maxBytes: 100 });
    expect(bySize.octets).toHaveLength(100);
    expect(bySize.outcome.kind).toBe('answer');
    const byTime = await transport.sendRaw(head, { timeoutMs: 100, maxBytes: 1_000_000 });
    expect(byTime.octets.length).toBeGreaterThan(0);
    expect(byTime.outcome.kind).toBe('answer');
  });

  test('show in the next answer on the same connection, and do not touch other exchanges', async () => {
    const handle: Handler = (socket, request, connection) =>
      void socket.write(request.startsWith('HEAD') ? `${length}hello` : ok(`on ${connection}`));
    const transport = await against(handle, { connections: 1 });
    const [first, second] = await transport.sendOnOneConnection([head, get], limits);
    expect(answered(first).status).toBe(200);
    expect(second).toMatchObject(failed('framing', true));
    expect(answered(await transport.send(head, limits)).body).toHaveLength(0);
    expect(textOf(await transport.send(get, limits))).toMatch(/^on \d$/);
  });
});

describe('one connection', () => {
  test('carries requests in turn', async () => {
    const transport = await against((socket, request, connection) =>
      socket.write(
        request.startsWith('HEAD') ? 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' : ok(`on ${connection}`),
      ),
    );
    const [first, second, third] = await transport.sendOnOneConnection([get, head, get], limits);
    expect([textOf(first), textOf(second), textOf(third)]).toEqual(['on 1', '', 'on 1']);
  });

  test('that the server closes leaves the rest unsent', async () => {
    const transport = await against((socket) => socket.end(ok('bye', 'Connection: close\r\n')));
    const [first, second] = await transport.sendOnOneConnection([get, post('{}')], limits);
    expect(textOf(first)).toBe('bye');
    expect(second).toMatchObject(failed('reset', false));
  });
});

describe('racers', () => {
  const racers = Array.from({ length: 8 }, (_, at) => post(`{"racer":${at}}`));

  test('are at the server together before the first is answered (h1)', async () => {
    const waiting: [Socket, string][] = [];
    const transport = await against((socket, request) => {
      waiting.push([socket, request.slice(request.indexOf('\r\n\r\n') + 4)]);
      if (waiting.length < racers.length) return;
      for (const [each, body] of waiting) each.write(ok(body));
    });
    const { outcomes } = await transport.race(racers, 'h1', limits);
    expect(outcomes.map(textOf)).toEqual(racers.map((_, at) => `{"racer":${at}}`));
    const answers = outcomes.map(answered);
    const lastSent = Math.max(...answers.map(({ sentAt }) => sentAt));
    expect(lastSent).toBeLessThanOrEqual(Math.min(...answers.map(({ answeredAt }) => answeredAt)));
  });

  test('are at the server together before the first is answered (h2)', async () => {
    const server = createSession();
    const waiting: (() => void)[] = [];
    server.on('stream', (stream) => {
      let body = '';
      stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
      stream.on('end', () => {
        waiting.push(() => {
          stream.respond({ ':status': 200, 'x-a': '1' });
          stream.end(body);
        });
        if (waiting.length === racers.length) for (const answer of waiting) answer();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => void (await new Promise((resolve) => server.close(resolve))));
    const transport = open((server.address() as AddressInfo).port, { http2: 'prior-knowledge' });
    expect(await transport.raceTransports()).toEqual(['h1', 'h2']);
    const { outcomes } = await transport.race([...racers.slice(1), get], 'h2', limits);
    expect(outcomes.map(textOf)).toEqual([...racers.slice(1).map((_, at) => `{"racer":${at + 1}}`), '']);
    const answers = outcomes.map(answered);
    expect(answers[0]?.headers).toContainEqual(['x-a', '1']);
    const lastSent = Math.max(...answers.map(({ sentAt }) => sentAt));
    expect(lastSent).toBeLessThanOrEqual(Math.min(...answers.map(({ answeredAt }) => answeredAt)));
  });

  test('that fail do not spoil the others', async () => {
    const transport = await against((socket, request) => {
      if (request.includes('"racer":3')) socket.resetAndDestroy();
      else socket.write(ok('fine'));
    });
    const { outcomes } = await transport.race(racers, 'h1', limits);
    expect(outcomes[3]).toMatchObject(failed('reset', true));
    expect(outcomes.filter((each) => each.kind === 'answer')).toHaveLength(7);
    const h2 = await transport.race(racers, 'h2', { ...limits, timeoutMs: 500 });
    expect(h2.outcomes).toMatchObject(racers.map(() => ({ kind: 'failure' })));
    expect(await transport.raceTransports()).toEqual(['h1']);
  });
});

describe('a proxy', () => {
  test('is asked for a tunnel, through which every way of sending goes', async () => {
    const port = await serve((socket) => socket.end(ok('through', 'Connection: close\r\n')));
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk: Buffer) => {
        asked.push(chunk.toString());
        const onward = connectTo({ port, host: '127.0.0.1' }, () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          socket.pipe(onward);
          onward.pipe(socket);
        });
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(async () => void (await new Promise((resolve) => proxy.close(resolve))));
    const httpProxy = `http://me:pw@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const transport = open(port, { baseUrl: 'http://api.invalid:99', proxy: { httpProxy } });
    expect(textOf(await transport.send(get, limits))).toBe('through');
    expect((await transport.race([get], 'h1', limits)).outcomes.map(textOf)).toEqual(['through']);
    expect((await transport.sendRaw(head, limits)).octets).toHaveLength(7);
    expect(asked[0]).toMatch(
      /^CONNECT api\.invalid:99 HTTP\/1\.1\r\nHost: api\.invalid:99\r\nProxy-Authorization: Basic /,
    );
    const direct = open(port, { proxy: { httpProxy, noProxy: 'x.test,127.0.0.1' } });
    expect(textOf(await direct.send(get, limits))).toBe('through');
    expect(asked).toHaveLength(3);
  });
});

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Request } from '../../wire/exchange.ts';
import {
  against,
  answered,
  closeAll,
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

afterEach(closeAll);

describe('an answer', () => {
  test('comes with fields and body as on the wire, to a request that was sent unchanged', async () => {
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

  test('is the final answer, for every cut in the octets of an interim answer', async () => {
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
    'is the final answer after interim answers (%s)',
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
  ])('an answer that is %s is passed on after one request', async (_what, octets, status) => {
    let requests = 0;
    const transport = await against((socket) => {
      requests += 1;
      socket.write(octets);
    });
    expect(answered(await transport.send(get, limits)).status).toBe(status);
    expect(requests).toBe(1);
  });

  test.each([204, 304])('has no body if its status allows none (%d)', async (status) => {
    const outcomes = await everyWay(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`, 'stay');
    expect(outcomes.map((each) => [answered(each).status, textOf(each)])).toEqual(
      outcomes.map(() => [status, '']),
    );
  });

  test('keeps its connection for the next answer', async () => {
    const transport = await against((socket, _request, connection) => socket.write(ok(`on ${connection}`)));
    for (let turn = 0; turn < 3; turn += 1) expect(textOf(await transport.send(get, limits))).toBe('on 1');
  });

  test('waits for a free connection if all are taken', async () => {
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

  test.each([
    ['', false],
    ['Connection: keep-alive\r\n', true],
  ])('an answer in HTTP/1.0 with the fields "%s" keeps the connection open: %s', async (fields, isKept) => {
    const answer = `HTTP/1.0 200 OK\r\n${fields}Content-Length: 2\r\n\r\nok`;
    const transport = await against((socket) => void socket.write(answer));
    const [first, second] = await transport.sendOnOneConnection([get, get], limits);
    expect(textOf(first)).toBe('ok');
    if (isKept) expect(textOf(second)).toBe('ok');
    else expect(second).toMatchObject(failed('reset', false));
  });

  test('a connection that the server closes leaves the rest unsent', async () => {
    const transport = await against((socket) => socket.end(ok('bye', 'Connection: close\r\n')));
    const [first, second] = await transport.sendOnOneConnection([get, post('{}')], limits);
    expect(textOf(first)).toBe('bye');
    expect(second).toMatchObject(failed('reset', false));
  });
});

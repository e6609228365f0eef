import { afterEach, describe, expect, test } from 'vitest';
import {
  against,
  answered,
  closeAll,
  failed,
  get,
  head,
  limits,
  ok,
  saying,
  textOf,
} from '../support/servers/octet-server.ts';
import type { Handler } from '../support/servers/octet-server.ts';

afterEach(closeAll);

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

  test('are read if they come late, for up to an idle second if the server keeps the connection open', async () => {
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

  test('are kept up to the limit of size or time, together with the answer', async () => {
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

  test('show in the next answer on the same connection, but not in other exchanges', async () => {
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

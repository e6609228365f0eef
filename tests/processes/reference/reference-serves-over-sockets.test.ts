import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createReference } from '../../../reference/create.ts';
import type { WireOddity } from '../../../reference/message.ts';
import { mapResponse, type HandleWrap } from '../../../reference/reply.ts';
import { serve, type Served } from '../../../reference/serve.ts';
import { tokenOf } from '../../../reference/tokens.ts';

const running: Served[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((served) => served.close()));
});

async function started(wire?: WireOddity): Promise<Served> {
  const wrap: HandleWrap = (next) => (state, request, now) =>
    mapResponse(next(state, request, now), (response) => (wire ? { ...response, wire } : response));
  const served = await serve(createReference({ wraps: [wrap] }));
  running.push(served);
  return served;
}

/** All octets that come back for one request on a connection of its own. */
function raw(served: Served, method: string, target = '/demo/resource'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    let read = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (read += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(read));
    const token = `Authorization: Bearer ${tokenOf.everything}`;
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\n${token}\r\nConnection: close\r\n\r\n`);
  });
}

const afterHeader = (text: string): string => text.slice(text.lastIndexOf('\r\n\r\n') + 4);

test('an honest answer has its length and to HEAD no body', async () => {
  const served = await started();
  expect(await raw(served, 'GET')).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: \d+\r\n[^]*\r\n\r\n\{.*\}$/,
  );
  expect(afterHeader(await raw(served, 'HEAD'))).toBe('');
});

test.each([
  ['content-length', /Content-Length: 11[^]*\r\n\r\n\{"count":1\}$/],
  ['chunked', /Transfer-Encoding: chunked[^]*\r\n\r\nb\r\n\{"count":1\}\r\n0\r\n\r\n$/],
  ['terminator', /\r\n\r\n0\r\n\r\n$/],
  ['close-delimited', /\r\n\r\n\{"count":1\}$/],
] as const)('a HEAD body in the form %s reaches the client', async (form, expected) => {
  const served = await started({ kind: 'head-body', form, afterMs: 20 });
  expect(await raw(served, 'HEAD')).toMatch(expected);
});

test.each([
  [{ kind: 'drop' }, /^$/],
  [{ kind: 'early-hints' }, /^HTTP\/1\.1 103 [^]*HTTP\/1\.1 200 /],
  [{ kind: 'chunked' }, /Transfer-Encoding: chunked/],
  [{ kind: 'http-1.0' }, /^HTTP\/1\.0 200 /],
  [{ kind: 'truncated', missingBytes: 5 }, /"tota$/],
] as const)('the oddity %j reaches the client', async (wire, expected) => {
  expect(await raw(await started(wire), 'GET')).toMatch(expected);
});

test('a broken request line is answered, and the server continues', async () => {
  const served = await started();
  expect(await raw(served, 'G(T')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(served, 'GET')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that goes away in the middle of its body does no harm', async () => {
  const served = await started();
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1', () => {
      socket.write('POST /demo/resource HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', () =>
        socket.destroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  expect(await raw(served, 'GET')).toMatch(/^HTTP\/1\.1 200 /);
});

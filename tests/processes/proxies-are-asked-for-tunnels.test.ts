import { connect as connectTo, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { proxyFor, unheeded } from '../../wire/sockets/proxy.ts';
import { parseTarget } from '../../wire/target.ts';
import {
  closeAll,
  closeLater,
  failed,
  get,
  head,
  limits,
  ok,
  open,
  serve,
  textOf,
} from '../support/servers/octet-server.ts';

afterEach(closeAll);

describe('a proxy', () => {
  test('is requested to open a tunnel, which every way of sending uses', async () => {
    const port = await serve((socket) => socket.end(ok('through', 'Connection: close\r\n')));
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk: Buffer) => {
        asked.push(chunk.toString());
        const onward = connectTo({ port, host: '127.0.0.1' }, () => {
          socket.write(`HTTP/1.1 ${asked.length === 1 ? '201 Created' : '200 OK'}\r\n\r\n`);
          socket.pipe(onward);
          onward.pipe(socket);
        });
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closeLater(async () => void (await new Promise((resolve) => proxy.close(resolve))));
    const httpProxy = `http://me:pw@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const transport = open(port, { baseUrl: 'http://api.invalid:99', proxy: { httpProxy } });
    expect(textOf(await transport.send(get, limits))).toBe('through');
    expect((await transport.race([get], 'h1', limits)).outcomes.map(textOf)).toEqual(['through']);
    expect((await transport.sendRaw(head, limits)).octets).toHaveLength(7);
    expect(asked[0]).toMatch(/^CONNECT api\.invalid:99 HTTP\/1\.1\r\nHost: api\.invalid:99\r\n/);
    expect(asked[0]).toContain(`\r\nProxy-Authorization: Basic ${btoa('me:pw')}\r\n`);
    const direct = open(port, { proxy: { httpProxy, noProxy: 'x.test,127.0.0.1' } });
    expect(textOf(await direct.send(get, limits))).toBe('through');
    expect(asked).toHaveLength(3);
  });

  test.each([
    ['', true],
    ['*', false],
    ['api.test', false],
    ['test', false],
    ['.test', false],
    ['*.test', false],
    ['api.test:8443', false],
    ['api.test:1', true],
    ['pi.test', true],
    ['a.test, API.TEST', false],
  ])('is left out for the hosts of %j: not %s', (noProxy, used) => {
    const target = parseTarget('https://api.test:8443/v1');
    const proxy = proxyFor(target, {
      httpsProxy: 'proxy.test:3128',
      httpProxy: 'http://other.test',
      noProxy,
    });
    const named = { host: 'proxy.test', port: 3128, secure: false, name: 'HTTPS_PROXY (proxy.test:3128)' };
    expect(proxy).toEqual(used ? named : undefined);
  });

  test.each(['::1', '[::1]', '[::1]:8080', 'localhost,::1'])(
    'is left out for an address of IPv6: %s',
    (noProxy) => {
      const target = parseTarget('http://[::1]:8080');
      expect(proxyFor(target, { httpProxy: 'http://proxy.test', noProxy })).toBeUndefined();
      expect(unheeded(noProxy)).toEqual([]);
    },
  );

  test('ignores an entry that is no host, and reports it', () => {
    expect(unheeded('127.0.0.0/8, a.test, *.b.test:1,10.*,*, fd00::/8')).toEqual([
      '127.0.0.0/8',
      '10.*',
      'fd00::/8',
    ]);
  });

  test('a proxy that does not answer is named in place of the server', async () => {
    const httpProxy = 'http://127.0.0.1:9';
    const transport = open(1, { baseUrl: 'http://api.invalid', proxy: { httpProxy } });
    const detail = 'the proxy in HTTP_PROXY (127.0.0.1:9) cannot be reached: no connection: ECONNREFUSED';
    expect(await transport.send(get, limits)).toMatchObject({ ...failed('unreachable', false), detail });
  });

  test('has to speak http or https', () => {
    expect(() => proxyFor(parseTarget('https://a.test'), { httpsProxy: 'socks5://p.test' })).toThrow(
      TypeError,
    );
    expect(() => parseTarget('ftp://a.test')).toThrow(TypeError);
  });

  test('a proxy that refuses the tunnel leaves the server unreachable', async () => {
    const port = await serve((socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const transport = open(port, {
      baseUrl: 'http://api.invalid',
      proxy: { httpProxy: `http://127.0.0.1:${port}` },
    });
    const outcome = await transport.send(get, limits);
    expect(outcome).toMatchObject(failed('unreachable', false));
    expect(outcome).toMatchObject({
      detail: `the proxy in HTTP_PROXY (127.0.0.1:${port}) answered CONNECT with 407`,
    });
  });

  test.each([
    ['closes in place of an answer', (socket: Socket) => socket.end(), limits, /: closed by the peer$/],
    ['speaks no HTTP', (socket: Socket) => socket.end('220 mail\r\n'), limits, /: closed by the peer$/],
    ['says nothing', () => undefined, { ...limits, timeoutMs: 200 }, /within|in 200 ms/],
  ])('a proxy that %s leaves the server unreachable, without a wait', async (_name, answer, within, told) => {
    const port = await serve((socket) => void answer(socket));
    const httpProxy = `http://127.0.0.1:${port}`;
    const outcome = await open(port, { baseUrl: 'http://api.invalid', proxy: { httpProxy } }).send(
      get,
      within,
    );
    expect(outcome).toMatchObject(failed('unreachable', false));
    expect(outcome).toMatchObject({ detail: expect.stringMatching(told) as string });
  });
});

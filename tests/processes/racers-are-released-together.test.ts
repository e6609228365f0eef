import { createServer as createSession } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  against,
  answered,
  closeAll,
  closeLater,
  failed,
  get,
  limits,
  ok,
  open,
  post,
  textOf,
} from '../support/servers/octet-server.ts';

afterEach(closeAll);

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
    closeLater(async () => void (await new Promise((resolve) => server.close(resolve))));
    const transport = open((server.address() as AddressInfo).port, { http2: 'prior-knowledge' });
    expect(await transport.raceTransports()).toEqual(['h1', 'h2']);
    const { outcomes } = await transport.race([...racers.slice(1), get], 'h2', limits);
    expect(outcomes.map(textOf)).toEqual([...racers.slice(1).map((_, at) => `{"racer":${at + 1}}`), '']);
    const answers = outcomes.map(answered);
    expect(answers[0]?.headers).toContainEqual(['x-a', '1']);
    const lastSent = Math.max(...answers.map(({ sentAt }) => sentAt));
    expect(lastSent).toBeLessThanOrEqual(Math.min(...answers.map(({ answeredAt }) => answeredAt)));
  });

  test('may be many without a warning about a leak', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    closeLater(async () => void process.off('warning', note));
    const many = Array.from({ length: 40 }, (_, at) => post(`{"racer":${at}}`));
    const server = createSession((_request, response) => void response.end('fine'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeLater(async () => void (await new Promise((resolve) => server.close(resolve))));
    const h2 = open((server.address() as AddressInfo).port, { http2: 'prior-knowledge' });
    const h1 = await against((socket) => void socket.write(ok('fine')));
    for (const { outcomes } of [await h1.race(many, 'h1', limits), await h2.race(many, 'h2', limits)])
      expect(outcomes.map(textOf)).toEqual(many.map(() => 'fine'));
    // Warnings are emitted in a turn of their own.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  test('failing racers do not affect the other racers', async () => {
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

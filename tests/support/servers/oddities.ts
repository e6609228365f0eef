import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from '../../../reference/message.ts';
import { octetsOf, plainly, type Oddity } from './odd-server.ts';

/** An answer that no client likes to get. */
export interface HardAnswer {
  readonly name: string;
  readonly oddity?: Oddity;
  /** The answer that comes in place of the reference's. */
  readonly instead?: (request: Request) => Response | undefined;
  /** The contract does not rule it out: nothing may fail for it. */
  readonly legitimate?: true;
}

const megabyte = Buffer.alloc(1_048_576, 0x20);
const bomb = gzipSync(Buffer.alloc(100 * 1_048_576, 0x20));

/** The same answer with another body, its length true. */
const withBody =
  (
    change: (body: string) => string | Uint8Array,
    fields: readonly (readonly [string, string])[] = [],
  ): Oddity =>
  (socket, response, request) => {
    const changed = change(Buffer.from(response.body).toString());
    const body = typeof changed === 'string' ? Buffer.from(changed) : changed;
    plainly(socket, { ...response, headers: [...withoutType(response, fields), ...fields], body }, request);
  };

function withoutType(
  { headers }: Response,
  fields: readonly (readonly [string, string])[],
): Response['headers'] {
  return fields.some(([name]) => name === 'Content-Type')
    ? headers.filter(([name]) => name !== 'Content-Type')
    : headers;
}

/** A JSON object with members before its own. */
const withMembers = (members: string): Oddity =>
  withBody((body) => (body.startsWith('{"') ? `{${members},${body.slice(1)}` : body));

/** Writes what `next` gives, again and again, until the socket is gone. */
function pour(socket: Socket, next: () => Uint8Array | undefined, everyMs: number): void {
  const step = (): void => {
    const octets = socket.destroyed ? undefined : next();
    if (octets === undefined) return;
    const goOn = (): void => void setTimeout(step, everyMs);
    if (socket.write(octets)) goOn();
    else socket.once('drain', goOn);
  };
  step();
}

const promising = (length: number) => [['Content-Length', String(length)]] as const;

const ofHundredMegabytes: Oddity = (socket, response, request) => {
  socket.write(octetsOf({ ...response, body: new Uint8Array() }, request, promising(100 * megabyte.length)));
  let left = 100;
  if (request.method !== 'HEAD') pour(socket, () => (left-- > 0 ? megabyte : undefined), 0);
};

const neverEnding: Oddity = (socket, response, request) => {
  socket.write(
    octetsOf(response, request, [['Transfer-Encoding', 'chunked']]).subarray(0, -response.body.length),
  );
  if (request.method !== 'HEAD') pour(socket, () => Buffer.from('1\r\n \r\n'), 5);
};

const oneByteASecond: Oddity = (socket, response, request) => {
  const octets = octetsOf(response, request);
  let at = 0;
  pour(socket, () => (at < octets.length ? octets.subarray(at, (at += 1)) : undefined), 1_000);
};

const resetInMidBody: Oddity = (socket, response, request) => {
  socket.write(octetsOf(response, request).subarray(0, -Math.ceil(response.body.length / 2) || undefined));
  setTimeout(() => socket.resetAndDestroy(), 20);
};

/** Sends requests elsewhere before they are served, except those that come from there. */
const redirecting =
  (status: number, to: (target: string) => string) =>
  ({ target }: Request): Response | undefined => {
    if (target.includes('detour=')) return undefined;
    return { status, headers: [['Location', to(target)]], body: new Uint8Array() };
  };
const further = (target: string, pair: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}${pair}`;
const onTheWay = (target: string): string => further(target, 'detour=1');

let answers = 0;

/** Answers that break the framing, the coding or the patience of a client, and some that only seem to. */
export const hardAnswers: readonly HardAnswer[] = [
  { name: 'text that is not JSON', oddity: withBody(() => '<html>Service</html>') },
  { name: 'half a JSON', oddity: withBody((body) => body.slice(0, body.length / 2)) },
  { name: 'a hundred megabytes', oddity: ofHundredMegabytes },
  { name: 'a body that never ends', oddity: neverEnding },
  { name: 'one byte a second', oddity: oneByteASecond },
  { name: 'no answer at all', oddity: () => undefined },
  { name: 'a reset in mid-body', oddity: resetInMidBody },
  {
    name: 'a length that is too long',
    oddity: (socket, response, request) =>
      socket.end(octetsOf(response, request, promising(response.body.length + 10))),
  },
  {
    name: 'a length that is too short',
    oddity: (socket, response, request) =>
      socket.write(octetsOf(response, request, promising(Math.max(0, response.body.length - 10)))),
  },
  {
    name: 'two lengths',
    oddity: (socket, response, request) =>
      socket.write(octetsOf(response, request, [...promising(response.body.length), ...promising(3)])),
  },
  {
    name: 'octets of another charset than the label says',
    oddity: withBody(
      (body) => Buffer.from(body.replace('{"', '{"caf\u00e9":"\u00e9","'), 'latin1'),
      [['Content-Type', 'application/json; charset=utf-16']],
    ),
  },
  {
    name: 'raw NUL and escape sequences',
    oddity: withBody((body) => `{"a\u001b[2J":"\u0000\u001b]0;owned\u0007\u009b31m",${body.slice(1)}`),
  },
  {
    name: 'escape sequences in values and header fields',
    oddity: (socket, response, request) => {
      const wound = String.raw`"\u001b[31m\u0000\u202e\u009b2J"`;
      const body = Buffer.from(
        Buffer.from(response.body)
          .toString()
          .replace(/"version":\d+/, `"version":${wound}`),
      );
      const headers = [...response.headers, ['X-Wound', '\u009b31m\u00ad'] as const];
      plainly(socket, { ...response, headers, body }, request);
    },
  },
  {
    name: 'members that reach for prototypes',
    oddity: withMembers('"__proto__":{"version":"x"},"constructor":{"prototype":{"polluted":true}}'),
    legitimate: true,
  },
  { name: 'a number of 1e400', oddity: withBody((body) => body.replace(/"version":\d+/, '"version":1e400')) },
  {
    name: 'ten thousand levels',
    oddity: withMembers(`"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  },
  { name: 'a bomb of gzip', oddity: withBody(() => bomb, [['Content-Encoding', 'gzip']]) },
  { name: 'a redirect loop', instead: redirecting(302, (target) => target) },
  {
    name: 'a redirect that grows',
    instead: redirecting(307, (target) => further(target, 'x')),
  },
  { name: 'a redirect of the same origin by 307', instead: redirecting(307, onTheWay), legitimate: true },
  { name: 'a redirect of the same origin by 308', instead: redirecting(308, onTheWay), legitimate: true },
  {
    name: 'interim answers first',
    oddity: (socket, response, request) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n');
      plainly(socket, response, request);
    },
    legitimate: true,
  },
  {
    name: 'connections closed at random',
    oddity: (socket, response, request) => {
      plainly(socket, response, request);
      answers += 1;
      if (answers % 3 === 0) socket.end();
    },
    legitimate: true,
  },
];

import { describe, expect, test } from 'vitest';
import { embeddedTokens } from '../../config/runs/rehearsal.ts';
import type { Header, Request, Response } from '../../reference/message.ts';
import { asJson } from '../../reporters/as-json.ts';
import { systemClock } from '../support/system-clock.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import { serveOddly } from '../support/servers/odd-server.ts';
import { rowsPlayed } from '../support/played-rows.ts';
import { judgeWhole, optionsOf, type WholeRun } from '../support/whole-run.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const percented = (text: string): string =>
  [...Buffer.from(text)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');

/** The request in all the forms in which a server may give it back. */
function echoOf({ headers, body, target }: Request): string {
  const sent = headers.map(([name, value]) => `${name}: ${value}`).join(' | ');
  const token = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  return [
    target,
    sent,
    base64(sent),
    base64(token),
    percented(token),
    Buffer.from(body).toString('latin1'),
  ].join(' # ');
}

type Echo = (response: Response, request: Request) => Response;

const inHeaders: Echo = (response, request) => ({
  ...response,
  headers: [
    ...response.headers,
    ...request.headers.map(([name, value]): Header => [`X-Echo-${name}`, value]),
    ['X-Echo', echoOf(request).replace(/[^\x20-\x7e]/g, '?')],
  ],
});
const inBodies: Echo = (response, request) => ({
  ...response,
  headers: response.headers,
  body: Buffer.from(JSON.stringify({ version: echoOf(request), message: echoOf(request) })),
});
const inErrors: Echo = (response, request) =>
  response.status >= 400 ? inBodies(response, request) : response;
const inText: Echo = (response, request) => ({ ...response, body: Buffer.from(echoOf(request)) });
/** Every refusal becomes a redirect that carries the token. */
const inRedirects: Echo = (response, request) =>
  response.status < 400
    ? response
    : {
        status: 302,
        headers: [['Location', `http://elsewhere.invalid/?at=${encodeURIComponent(echoOf(request))}`]],
        body: new Uint8Array(),
      };

const echoes: readonly (readonly [string, Echo])[] = [
  ['header fields', inHeaders],
  ['error bodies', inErrors],
  ['all bodies', inBodies],
  ['bodies that are no JSON', inText],
  ['redirects', inRedirects],
  ['everything', (response, request) => inHeaders(inBodies(response, request), request)],
];

/** Every form of a token that must not be found: as it is, in base64 however it is aligned, percent-encoded. */
function formsOf(token: string): readonly string[] {
  const aligned = [0, 1, 2].map((by) =>
    base64(`${'x'.repeat(by)}${token}`).slice(by === 0 ? 0 : by + 1 + 1, -4),
  );
  return [token, ...aligned, percented(token), percented(token).toUpperCase(), encodeURIComponent(token)];
}

const secrets = embeddedTokens().map(({ token }) => token);
const expectHidden = (whole: WholeRun): void => {
  for (const artifact of [asJson(whole.report), whole.text, whole.markdown])
    expect(secrets.flatMap(formsOf).filter((form) => artifact.includes(form))).toEqual([]);
};

describe('a server that sends tokens back in', () => {
  test.each(rowsPlayed({ table: 'echoed tokens', rows: echoes, nameOf: ([name]) => name, oneIn: 4 }))(
    '%s',
    async (_name, rewrite) => {
      let number = 0;
      const server = await serveOddly({
        // Discovery gets on first, so that there is something to report.
        rewrite: (response, request) => ((number += 1) > 40 ? rewrite(response, request) : response),
      });
      try {
        const transport = createTransport({
          baseUrl: server.url,
          connections: 24,
          http2: 'off',
          clock: systemClock,
        });
        const options = optionsOf(server.url, { timeoutMs: 2_000, budgetRequests: 1_500 });
        const whole = await judgeWhole({ transport, clock: systemClock, options });
        expect(
          server.requests.some(({ headers }) =>
            headers.some(([, value]) => secrets.some((one) => value.includes(one))),
          ),
        ).toBe(true);
        expectHidden(whole);
      } finally {
        await server.close();
      }
    },
  );
});

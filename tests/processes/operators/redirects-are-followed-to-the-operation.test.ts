import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { serve } from '../../../reference/serve.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { systemClock } from '../../support/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import { clausesThat, judgeWhole, optionsOf, type WholeRun } from '../../support/whole-run.ts';

const parts = ['4.1', '4.2', '4.5', '4.6', '4.11'];
const planOf = (wanted: readonly string[]): Plan => ({
  sections: plan.sections.filter(({ part }) => wanted.includes(part)),
  evidence: [],
});

/** The path that a request is served under, or where it is sent on to. */
type Way = (
  path: string,
  method: string,
) => { readonly serve: string } | { readonly status: number; readonly to: string };

interface Seen {
  readonly whole: WholeRun;
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly token: string | undefined;
  }[];
}

async function judgedBehind(way: Way, wanted: readonly string[] = parts): Promise<Seen> {
  const reference = await serve(referenceWith({ faults: [], choices: [], seed: 1 }));
  const requests: { method: string; path: string; token: string | undefined }[] = [];
  const gateway = createServer((incoming: IncomingMessage, answer: ServerResponse) => {
    const { method = '', headers, url: path = '' } = incoming;
    requests.push({ method, path, token: headers.authorization });
    const found = way(path, method);
    if ('to' in found) {
      incoming.resume();
      return void answer.writeHead(found.status, { Location: found.to }).end();
    }
    const { hostname, port } = new URL(reference.url);
    const outgoing = forward({ hostname, port, method, path: found.serve, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.rawHeaders);
      reply.pipe(answer);
    });
    incoming.pipe(outgoing);
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/old`;
  const transport = createTransport({ baseUrl, connections: 8, http2: 'off', clock: systemClock });
  try {
    const options = optionsOf(baseUrl, { timeoutMs: 5_000 });
    return {
      whole: await judgeWhole({ transport, clock: systemClock, options, plan: planOf(wanted) }),
      requests,
    };
  } finally {
    gateway.close();
    gateway.closeAllConnections();
    await reference.close();
  }
}

const theirs = '/old/demo/resource/somebody-elses';

const isOld = (path: string): boolean => path.startsWith('/old/');

describe('operations below another prefix', () => {
  test.each([307, 308])('are judged below that prefix after a %d', async (status) => {
    const { whole, requests } = await judgedBehind((path) =>
      isOld(path)
        ? { status, to: path.replace('/old/', '/new/v2/') }
        : { serve: path.replace('/new/v2', '') },
    );
    expect(clausesThat('fail', whole)).toEqual([]);
    expect(clausesThat('pass', whole)).toEqual(
      expect.arrayContaining(['4.1/answers-with-an-object', '4.2/known-id-is-readable', '4.5/200-on-match']),
    );
    const sentOn = requests.filter(({ path }) => isOld(path)).length;
    // What has moved permanently is not asked for in vain again.
    if (status === 308) expect(sentOn).toBeLessThan(12);
    else expect(sentOn).toBeGreaterThan(50);
  });
});

describe('a redirect that leads elsewhere', () => {
  test('is an answer that names its Location, and receives no token', async () => {
    const { whole, requests } = await judgedBehind((path) =>
      path.startsWith('/old/demo/resource') && !path.includes('searchApiPattern')
        ? { status: 302, to: `/sso/login?next=${encodeURIComponent(path)}` }
        : { status: 404, to: '' },
    );
    expect(requests.filter(({ path }) => !isOld(path))).toEqual([]);
    expect(whole.exitCode).toBe(4);
    expect(whole.report.reasons[0]).toContain('302 leading elsewhere, to /sso/login');
  });
});

describe('a write of the run that is redirected', () => {
  test.each(['DELETE', 'POST', 'PATCH', 'PUT'])('a redirect to a resource of another client: no %s arrives there', async (sentOn) => {
    const { whole, requests } = await judgedBehind(
      (path, method) =>
        method === sentOn && (path !== '/old/demo/resource' || method !== 'POST')
          ? { status: 307, to: theirs }
          : { serve: path.replace('/old', '') },
      ['4.2', '4.6', '4.7', '4.8', '4.10', '4.11'],
    );
    expect(requests.filter(({ method }) => method === sentOn).length).toBeGreaterThan(3);
    expect(requests.filter(({ path }) => path.startsWith(theirs))).toEqual([]);
    expect(clausesThat('fail', whole)).toEqual([]);
    // What cannot be deleted is named.
    const left = whole.report.leftovers.map(({ why }) => why).join();
    if (sentOn === 'DELETE') expect(left).toContain('307 leading elsewhere');
    else expect(left).toBe('');
  }); // prettier-ignore
});

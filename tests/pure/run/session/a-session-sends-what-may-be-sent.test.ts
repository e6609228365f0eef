import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { Ask } from '../../../../run/ask.ts';
import type { Caller } from '../../../../history/caller.ts';
import type { ReadingWord } from '../../../../history/reading.ts';
import { createEngine } from '../../../../run/engine.ts';
import { depths, type RunOptions } from '../../../../run/options.ts';
import type { FailureKind, Header, Limits, Outcome, Request, Transport } from '../../../../wire/exchange.ts';
import { createVirtualClock } from '../../../../wire/virtual-clock.ts';

const options: RunOptions = {
  baseUrl: 'http://reference.invalid',
  projectKey: 'demo',
  otherProjectKey: 'other',
  tokens: [{ label: 'M', token: 'm', scopes: ['manage_test:demo'] }],
  profile: {},
  consent: new Set(),
  without: new Set(),
  depth: depths.ci,
  seed: 1,
  settle: { readMs: 0, queryMs: 0 },
  readOnly: false,
  concurrency: 4,
  timeoutMs: 2_000,
  budgetRequests: 50,
  maxBytes: 1_000,
  headers: [['X-Extra', 'e']],
  trace: false,
  runId: '0123456789abcdef',
  userAgent: 'test',
  evidence: 'full',
};

type Came = number | FailureKind | readonly [status: number, headers: readonly Header[], body?: string];
type Answers = (request: Request, before: number) => Came;

/** A session whose requests are answered so, a millisecond each; and what went to the transport. */
function session(answers: Answers, more: Partial<RunOptions> = {}) {
  const clock = createVirtualClock();
  const sent: { readonly line: string; readonly limits: Limits; readonly request: Request }[] = [];
  const send = async (request: Request, limits: Limits): Promise<Outcome> => {
    const came = answers(request, sent.length);
    sent.push({ line: `${request.method} ${request.target}`, limits, request });
    const sentAt = clock.now();
    await clock.sleep(1);
    const at = { sentAt, answeredAt: clock.now() };
    if (typeof came === 'string')
      return { kind: 'failure', failure: came, detail: '', wrote: came !== 'unreachable', ...at };
    const [status, headers, body = '{}'] = typeof came === 'number' ? [came, []] : came;
    return { kind: 'answer', status, headers, body: new TextEncoder().encode(body), ...at };
  };
  const all = (requests: readonly Request[], limits: Limits) =>
    Promise.all(requests.map((request) => send(request, limits)));
  const transport: Transport = {
    send,
    sendRaw: async (request, limits) => ({ outcome: await send(request, limits), octets: new Uint8Array(2) }),
    sendOnOneConnection: all,
    race: async (requests, by, limits) => ({ transport: by, outcomes: await all(requests, limits) }),
    raceTransports: () => Promise.resolve(['h1']),
    bytes: () => ({ written: 0, read: 0 }),
    close: () => Promise.resolve(),
  };
  const engine = createEngine({ options: { ...options, ...more }, transport, clock, redact: (text) => text }, () => true); // prettier-ignore
  const as: Caller = engine.callers.supplied[0] ?? engine.callers.none;
  const chain = { depth: 0 };
  const ask = (name: EndpointName, asked: Ask = {}, exempt = false) =>
    engine.session.send(name, { as, ...asked }, chain, { exempt });
  return { clock, sent, engine, as, chain, ask, lines: () => sent.map(({ line }) => line) };
}

const json = { objectTypeProperty: {} };

describe('an exchange', () => {
  test('is numbered, with its operation and its caller, and in the history', async () => {
    const { ask, engine, as } = session(() => 200);
    const one = await ask('query');
    const other = await ask('query', { target: '/demo/else' });
    expect([one.number, one.endpoint, one.caller, one.status]).toEqual([1, 'query', as, 200]);
    expect([other.number, other.endpoint]).toEqual([2, undefined]);
    expect([engine.session.requests, engine.world.answers.wasGranted('query', 'M')]).toEqual([2, true]);
    expect((await ask('readById', { path: { id: 'a' }, mayNotExist: true })).mayNotExist).toBe(true);
  });

  test.each([
    ['not traced', false, []],
    ['traced', true, [['traceparent', '00-0123456789abcdef0000000000000000-0000000000000001-01']]],
  ])('carries the common fields: %s', async (_what, trace, headers) => {
    const { ask, sent } = session(() => 200, { trace });
    await ask('query');
    await ask('query');
    expect(sent[0]?.request.headers).toEqual([['User-Agent', 'test'], ...headers, ['X-Extra', 'e'], ['Authorization', 'Bearer m']]); // prettier-ignore
    const traces = sent.flatMap(({ request }) => request.headers.filter(([name]) => name === 'traceparent'));
    expect(new Set(traces.map(String)).size).toBe(trace ? 2 : 0);
  });

  test.each<readonly [string, EndpointName, Ask, Answers, readonly string[], number]>([
    ['a read after noise', 'query', {}, (_one, before) => (before < 2 ? 502 : 200), ['GET', 'GET', 'GET'], 200],
    ['no write of which something may have arrived', 'create', { json }, () => 502, ['POST'], 502],
    ['a write that a limit has turned away', 'create', { json }, (_one, before) => (before < 1 ? 429 : 201), ['POST', 'POST'], 201],
    ['a write of which nothing was sent', 'create', { json }, (_one, before) => (before < 1 ? 'unreachable' : 201), ['POST', 'POST'], 201],
    ['no refusal', 'query', {}, () => 404, ['GET'], 404],
  ])('is repeated: %s', async (_what, name, asked, answers, methods, status) => {
    const { ask, lines } = session(answers);
    expect((await ask(name, asked)).status).toBe(status);
    expect(lines().map((line) => line.split(' ')[0])).toEqual(methods);
  }); // prettier-ignore

  test.each([
    ['into another project', '/other/resource', 200],
    ['to another path of the project', '/v2/demo/resource', 200],
    ['elsewhere', 'http://else.invalid/demo/resource', 302],
  ])('is redirected only within the origin: %s', async (_what, location, status) => {
    const { ask } = session(({ target }) => (target === '/demo/resource' ? [302, [['Location', location]]] : 200)); // prettier-ignore
    const { status: came, redirects, redirect } = await ask('query');
    expect([came, redirects, redirect]).toEqual([status, status === 200 ? 1 : 0, status === 200 ? undefined : 'elsewhere']); // prettier-ignore
  });

  const later: readonly Header[] = [['Retry-After', '1']];
  test.each<readonly [string, boolean, Came, ReadingWord]>([
    ['asks to come again later, of who is let in elsewhere', true, [403, later], 'limit'],
    ['asks so of who was never let in', false, [403, later], 'refusal'],
    ['asks for nothing', true, 403, 'refusal'],
    ['is another one', true, [401, later], 'refusal'],
  ])('is rate-limited or refused: a request that %s', async (_what, isGranted, came, reading) => {
    const { ask } = session(({ target }) => (target.startsWith('/demo/resource/') ? came : 200));
    if (isGranted) await ask('query');
    const exchange = await ask('update', { path: { id: 'a' }, json: { version: 1, actions: [] } });
    expect([exchange.is(reading), exchange.isLimited]).toEqual([true, reading === 'limit']);
  });

  test('is too large with too many values to judge', async () => {
    const { ask } = session(() => [200, [], `[${'1,'.repeat(250_000)}1]`]);
    expect((await ask('query', { once: true })).failure?.failure).toBe('too-large');
  });
});

describe('a request that is not sent', () => {
  test.each<readonly [string, (on: ReturnType<typeof session>) => void, Partial<RunOptions>]>([
    ['after a stop', ({ engine }) => engine.governor.stop(), {}],
    ['beyond the budget', () => undefined, { budgetRequests: 0 }],
  ])('is any request but clean-up %s', async (_what, before, more) => {
    const on = session(() => 200, more);
    before(on);
    const { failure, number } = await on.ask('query');
    expect([failure?.failure, failure?.wrote, number, on.sent.length]).toEqual(['stopped', false, 1, 0]);
    expect((await on.ask('remove', { path: { id: 'a' } }, true)).status).toBe(200);
    expect((await on.engine.session.sendUnlooked('query', { as: on.as })).status).toBe(200);
    expect([on.sent.length, on.engine.session.requests]).toEqual([2, 2]);
  });

  test('is a request without a usable answer, unless it is required', async () => {
    const { ask, sent } = session(() => 'timeout');
    for (let time = 0; time < 3; time += 1) await ask('query', { once: true });
    const spared = await ask('query');
    expect([spared.skipped, spared.failure?.failure, sent.length]).toEqual([true, 'timeout', 3]);
    expect((await ask('query', { whenSilent: 'send-anyway', once: true })).skipped).toBe(false);
    expect((await ask('search', { once: true })).skipped).toBe(false);
    expect(sent).toHaveLength(5);
  });

  test('would carry a token that has expired', async () => {
    const { ask, engine, sent } = session((_one, before) => (before < 2 ? (before === 0 ? 401 : 200) : 401));
    await engine.session.send('query', { as: engine.callers.random }, { depth: 0 });
    await ask('query');
    expect(await ask('query')).toMatchObject({ tokenExpired: true, status: 401 });
    const before = sent.length;
    expect(await ask('query')).toMatchObject({ tokenExpired: true, status: undefined });
    expect(sent).toHaveLength(before);
    expect([engine.callers.supplied.length, engine.callers.withdrawn.length]).toEqual([0, 1]);
  });
});

describe('limits', () => {
  test.each<readonly [string, boolean, number | undefined, Partial<RunOptions>, number]>([
    ['are the operator’s', false, undefined, {}, 2_000],
    ['are the operator’s during clean-up that has time', true, 5_000, {}, 2_000],
    ['are what is left for clean-up', true, 1_200, {}, 1_200],
    ['are half a second at least', true, 100, {}, 500],
    ['are no longer than the operator’s in any case', true, 100, { timeoutMs: 300 }, 300],
    ['are not cut for what is no clean-up', false, 100, {}, 2_000],
  ])('%s', async (_what, exempt, leaveWithin, more, timeoutMs) => {
    const { ask, engine, sent } = session(() => 200, more);
    if (leaveWithin !== undefined) engine.governor.leaveWithin(leaveWithin);
    await ask('query', {}, exempt);
    expect(sent[0]?.limits).toEqual({ timeoutMs, maxBytes: 1_000 });
  });
});

describe('several concurrent requests', () => {
  test('come in their order, and lengthen the chain', async () => {
    const { engine, as, chain, lines, ask } = session(({ target }) => (target.endsWith('a') ? 200 : 404));
    const asks = ['a', 'b', 'a'].map((id) => ['readById', { as, path: { id } }] as const);
    const raced = await engine.session.race(asks, 'h1', chain);
    expect([raced.map(({ status }) => status), chain.depth]).toEqual([[200, 404, 200], 1]);
    const row = await engine.session.sendOnOneConnection(asks, chain);
    expect([row.map(({ status }) => status), chain.depth]).toEqual([[200, 404, 200], 4]);
    await ask('query');
    expect([chain.depth, engine.session.longestChain, engine.session.requests]).toEqual([5, 5, 7]);
    expect(lines()).toHaveLength(7);
    expect(await engine.session.raceTransports()).toEqual(['h1']);
  });

  test('are counted octet by octet on request', async () => {
    const { engine, as } = session(() => 200);
    const { exchange, octets } = await engine.session.sendRaw('exists', { as }, { depth: 0 });
    expect([exchange.status, octets.length]).toEqual([200, 2]);
  });

  test('are all stopped if there is no budget for them', async () => {
    const { engine, as, sent } = session(() => 200, { budgetRequests: 1 });
    const asks = [['query', { as }], ['query', { as }]] as const; // prettier-ignore
    const raced = await engine.session.race(asks, 'h1', { depth: 0 });
    expect([raced.map(({ failure }) => failure?.failure), sent.length]).toEqual([['stopped', 'stopped'], 0]);
  });
});

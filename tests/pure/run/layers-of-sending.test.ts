import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { Chains } from '../../../run/session/dispatch.ts';
import { disturbances } from '../../../world/weather/disturbances.ts';
import { historyOf } from '../../support/histories.ts';
import type { Caller } from '../../../history/caller.ts';
import { createCallers } from '../../../run/callers.ts';
import { Exchange } from '../../../history/exchange.ts';
import { createRandom } from '../../../run/random.ts';
import {
  delivered,
  layered,
  type Asked,
  type Delivery,
  type Dispatch,
  type Exchanged,
  type Send,
  type Way,
} from '../../../run/session/dispatch.ts';
import { Governor } from '../../../run/session/governor.ts';
import { Barrier, stopGate } from '../../../run/session/barrier.ts';
import { granting, learningRoom } from '../../../run/session/grants.ts';
import { chaining, heeding } from '../../../run/session/heeding.ts';
import { checkingValidity } from '../../../run/session/living.ts';
import { onTheWire } from '../../../run/session/on-the-wire.ts';
import { Outage, outwaiting } from '../../../run/session/outage.ts';
import { tryingAgain } from '../../../run/session/patience.ts';
import { followingRedirects } from '../../../run/session/redirects.ts';
import { Silence, circuitBreaker } from '../../../run/session/silence.ts';
import type { Failure, FailureKind, Header, Outcome, Request } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

const { supplied, none } = createCallers(
  [{ label: 'manage', token: 'first', scopes: ['manage_test:demo'] }],
  createRandom(1),
);
const [manage = none] = supplied;
const at = { sentAt: 0, answeredAt: 1 };

function answer(status: number, headers: readonly Header[] = []): Outcome {
  return { kind: 'answer', status, headers, body: new Uint8Array(), ...at };
}

function lost(failure: FailureKind = 'reset', wrote = true): Failure {
  return { kind: 'failure', failure, detail: failure, wrote, ...at };
}

interface Told {
  readonly name?: EndpointName;
  readonly ask?: Partial<Asked>;
  readonly method?: string;
  readonly target?: string;
}

/** A dispatch of requests for a list, unless told otherwise. */
function dispatch(way: Way['kind'] = 'single', ...told: readonly Told[]): Dispatch {
  const parts = (told.length === 0 ? [{}] : told).map(
    ({ name = 'query', ask = {}, method = 'GET', target = '/demo/resource' }) => {
      const request: Request = { method, target, headers: [] };
      return { name, ask: { as: manage, ...ask }, request };
    },
  );
  return {
    parts,
    way: way === 'race' ? { kind: 'race', transport: 'h1' } : { kind: way },
    chain: { depth: 0 },
    exempt: false,
  };
}

/** What is below: gives these answers one after the other, the last of them for ever, and keeps what was sent. */
function below(...outcomes: readonly [Outcome, ...Outcome[]]) {
  const sent: Dispatch[] = [];
  const send: Send<Delivery> = (one) => {
    const outcome = outcomes[Math.min(sent.length, outcomes.length - 1)] ?? outcomes[0];
    sent.push(one);
    return Promise.resolve(delivered(one.parts.map(() => outcome)));
  };
  return { sent, send, targets: () => sent.map((one) => one.parts[0]?.request.target) };
}

function exchanged(send: Send<Delivery>): Send<Exchanged> {
  let number = 0;
  return async (one) => {
    const { outcomes, course } = await send(one);
    const exchanges = one.parts.map(({ name, ask, request }, place) => {
      number += 1;
      const outcome = outcomes[place] ?? lost('stopped', false);
      return new Exchange({ number, endpoint: name, caller: ask.as, request, outcome, ...course });
    });
    return { exchanges };
  };
}

test('the layer that is named first is nearest to the wire', async () => {
  const order: string[] = [];
  const layer = (name: string) => (under: Send<Delivery>) => async (one: Dispatch) => {
    order.push(name);
    return await under(one);
  };
  await layered(below(answer(200)).send, layer('near'), layer('far'))(dispatch());
  expect(order).toEqual(['far', 'near']);
});

test.each([
  ['single', 'send'],
  ['raw', 'sendRaw'],
  ['in-a-row', 'sendOnOneConnection'],
  ['race', 'race'],
] as const)('a request that is %s is sent by %s of the transport', async (way, method) => {
  const called: string[] = [];
  const call = <T>(name: string, value: T): Promise<T> => {
    called.push(name);
    return Promise.resolve(value);
  };
  const transport: Parameters<typeof onTheWire>[0] = {
    send: () => call('send', answer(200)),
    sendRaw: () => call('sendRaw', { outcome: answer(200), octets: new Uint8Array(3) }),
    sendOnOneConnection: (requests) =>
      call(
        'sendOnOneConnection',
        requests.map(() => answer(200)),
      ),
    race: (requests, by) => call('race', { transport: by, outcomes: requests.map(() => answer(200)) }),
    raceTransports: () => Promise.resolve([]),
    bytes: () => ({ written: 0, read: 0 }),
    close: () => Promise.resolve(),
  };
  const asked = way === 'single' || way === 'raw' ? [{}] : [{}, {}];
  const came = await onTheWire(transport, () => ({ timeoutMs: 1, maxBytes: 1 }))(dispatch(way, ...asked));
  expect(called).toEqual([method]);
  expect(came.outcomes).toHaveLength(asked.length);
  expect(came.octets?.length).toBe(way === 'raw' ? 3 : undefined);
});

describe('grants', () => {
  const bounds = { concurrency: 4, budgetRequests: 3 };

  test('are given until the budget is used up, and say how many are in flight', async () => {
    const { send, sent } = below(answer(200));
    const granted = granting(new Governor(createVirtualClock(), bounds), () => lost('stopped', false))(send);
    let about = 0;
    const came = await granted({ ...dispatch('race', {}, {}, {}), about: () => (about += 1) });
    expect(came.outcomes.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    expect([about, sent[0]?.inFlight]).toEqual([1, 3]);
    expect((await granted(dispatch())).outcomes).toMatchObject([{ failure: 'stopped', wrote: false }]);
    expect((await granted({ ...dispatch(), exempt: true })).outcomes).toMatchObject([{ status: 200 }]);
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['a limit', answer(429), true, true],
    ['an overload', answer(503), true, true],
    ['503 where it answers what was asked', answer(503), false, false],
    ['a lost connection', lost(), true, true],
    ['an answer', answer(404), true, false],
  ])('learn how many the server accepts from %s', async (_what, outcome, isOverload, isLost) => {
    const came: unknown[] = [];
    const learn = learningRoom(
      { came: (one) => came.push(one) },
      () => isOverload,
      (_part, one) => one,
    );
    await learn(below(outcome).send)({ ...dispatch(), inFlight: 2 });
    await learn(below(outcome).send)({ ...dispatch('race', {}, {}), inFlight: 2 });
    expect(came).toEqual([{ inFlight: 2, isLost, ...at }]);
  });
});

describe('outcomes have effects', () => {
  function told(outcome: Outcome, { isOverload = true, way = 'single' as Way['kind'], isShut = false } = {}) {
    const calls: string[] = [];
    const call =
      (name: string) =>
      (...values: readonly unknown[]): void => {
        calls.push([name, ...values.filter((value) => typeof value === 'number')].join(' '));
      };
    const history = historyOf([]);
    const layer = heeding({
      history,
      outage: { note: call('outage') },
      barrier: { note: () => undefined, isShut },
      silence: { note: call('silence') },
      governor: { rateLimited: call('turned away'), slowDown: call('slow down'), pause: call('pause') },
      clock: { date: () => new Date(0), now: () => 7 },
      isOverload: () => isOverload,
      heeded: (_part, one) => one,
    });
    return layer(below(outcome).send)(dispatch(way)).then(() => ({
      calls,
      requests: disturbances(history).written,
      came: history.entries.map((one) => ('kind' in one ? one.kind : 'exchange')),
    }));
  }

  test('the outcome of a single request affects outage, silence and history, the outcome of a racer not the silence', async () => {
    expect(await told(answer(200))).toEqual({ calls: ['outage', 'silence'], requests: 1, came: ['came'] });
    expect(await told(answer(200), { way: 'race' })).toMatchObject({ calls: ['outage'], came: ['came'] });
    expect((await told(lost('unreachable', false))).requests).toBe(0);
  });

  test.each([
    [429, [], true, ['turned away', 'slow down']],
    [429, [['Retry-After', '2']], true, ['turned away', 'pause 2000']],
    [503, [['Retry-After', '2']], true, ['pause 2000']],
    [503, [['Retry-After', '2']], false, []],
    [503, [], true, []],
    [429, [['Retry-After', 'Thu, 01 Jan 1970 00:00:03 GMT']], true, ['turned away', 'pause 3000']],
  ] as const)('%i with %j asks to wait', async (status, headers, isOverload, asks) => {
    const { calls } = await told(answer(status, headers), { isOverload });
    expect(calls.filter((call) => !['outage', 'silence'].includes(call))).toEqual(asks);
  });

  test('and a chain grows by one, or by the whole sequence', async () => {
    const chains = new Chains();
    const chain = { depth: 2 };
    const chained = chaining(chains)(below(answer(200)).send);
    await chained({ ...dispatch('race', {}, {}), chain });
    expect(chain.depth).toBe(3);
    await chained({ ...dispatch('in-a-row', {}, {}), chain });
    expect([chain.depth, chains.longest]).toEqual([5, 5]);
  });
});

test('an outage is tested with the last answered read, regardless of stop and chain', async () => {
  const clock = createVirtualClock();
  const outage = new Outage({
    clock,
    sleep: (ms) => clock.sleep(ms),
    isStopped: () => false,
    ended: () => undefined,
  });
  const { send, targets, sent } = below(answer(200), answer(503), answer(200));
  const waiting = outwaiting(outage)(send);
  await waiting(dispatch('single', { target: '/read' }));
  for (let time = 0; time < 30; time += 1) outage.note(answer(200), true);
  for (let time = 0; time < 4; time += 1) outage.note(lost(), true);
  await waiting(dispatch('single', { target: '/next', method: 'POST' }));
  expect(targets()).toEqual(['/read', '/read', '/read', '/next']);
  expect(sent[1]).toMatchObject({ exempt: true, chain: { depth: 0 } });
});

describe('a barrier', () => {
  const shutFor = async (ms: number) => {
    const clock = createVirtualClock();
    const barrier = new Barrier(clock);
    barrier.note({ ...answer(429), answeredAt: 0 });
    await clock.sleep(ms);
    const under = below(answer(429));
    return { ...under, barrier, turned: stopGate(barrier)(under.send) };
  };

  test('refuses requests that the limit would refuse anyway, except clean-up', async () => {
    const { turned, sent } = await shutFor(61_000);
    expect(await turned(dispatch('race', {}, {}))).toMatchObject({
      outcomes: [{ failure: 'stopped', wrote: false }, { failure: 'stopped' }],
      course: { skipped: true },
    });
    await turned({ ...dispatch(), exempt: true });
    expect(sent).toHaveLength(1);
  });

  test('does not exist while a wait may help, or once a caller is granted access', async () => {
    expect((await (await shutFor(59_000)).turned(dispatch())).outcomes).toMatchObject([{ status: 429 }]);
    const { barrier, turned, sent } = await shutFor(61_000);
    barrier.note(answer(404));
    await turned(dispatch());
    expect(sent).toHaveLength(1);
  });
});

describe('silence', () => {
  const silent = () => {
    const silence = new Silence(createVirtualClock(), 1_000);
    for (let time = 0; time < 3; time += 1)
      silence.note(
        { endpoint: 'query', caller: manage.label, mayNotExist: false },
        { ...lost('timeout'), sentAt: time * 10, answeredAt: time * 10 + 9 },
      );
    const under = below(answer(200));
    return { ...under, skipped: circuitBreaker(silence)(under.send) };
  };

  test('saves requests that get no usable answer', async () => {
    const { skipped, sent } = silent();
    expect(await skipped(dispatch())).toMatchObject({
      outcomes: [{ failure: 'timeout', wrote: false }],
      course: { skipped: true },
    });
    expect(sent).toEqual([]);
  });

  test.each<readonly [string, Dispatch]>([
    ['another operation', dispatch('single', { name: 'search' })],
    ['what is to be sent anyway', dispatch('single', { ask: { whenSilent: 'send-anyway' } })],
    ['racers', dispatch('race', {}, {})],
  ])('does not save %s', async (_what, one) => {
    const { skipped, sent } = silent();
    expect((await skipped(one)).course.skipped).toBeUndefined();
    expect(sent).toHaveLength(1);
  });
});

describe('redirects', () => {
  const to = (status: number, location: string): Outcome => answer(status, [['Location', location]]);
  const following = (...outcomes: readonly [Outcome, ...Outcome[]]) => {
    const under = below(...outcomes);
    const bounds = { baseUrl: 'http://host', projectKeys: ['demo'] };
    return { ...under, follow: followingRedirects(bounds)(under.send) };
  };

  test('are followed, and permanently moved operations are then requested directly', async () => {
    const { follow, targets } = following(to(308, '/v2/demo/resource'), answer(200));
    expect((await follow(dispatch())).course).toEqual({ redirects: 1 });
    await follow(dispatch('race', {}, {}));
    await follow(dispatch('raw'));
    expect(targets()).toEqual([
      '/demo/resource',
      '/v2/demo/resource',
      '/v2/demo/resource',
      '/v2/demo/resource',
    ]);
  });

  test('redirects that lead elsewhere, or in a loop, are not followed', async () => {
    expect((await following(to(307, 'http://other/demo/resource')).follow(dispatch())).course.redirect).toBe('elsewhere'); // prettier-ignore
    const { follow, sent } = following(to(307, '/demo/resource?a'), to(307, '/demo/resource?b'));
    expect((await follow(dispatch())).course.redirect).toBe('in-a-loop');
    expect(sent.length).toBeLessThan(8);
  });

  test('redirects that are not followed by octet or row stay unchanged', async () => {
    const { follow, sent } = following(to(307, '/v2/demo/resource'));
    expect((await follow(dispatch('in-a-row', {}, {}))).outcomes).toMatchObject([{ status: 307 }, { status: 307 }]); // prettier-ignore
    expect(sent).toHaveLength(1);
  });

  test('redirects of racers are followed if all of them are redirected', async () => {
    const { follow, targets } = following(to(307, '/v2/demo/resource'), answer(200));
    expect((await follow(dispatch('race', { method: 'POST' }, { method: 'POST' }))).course.redirects).toBe(1);
    expect(targets()).toEqual(['/demo/resource', '/v2/demo/resource']);
  });

  test('redirects of a spared request do not exist', async () => {
    const follow = followingRedirects({ baseUrl: 'http://host', projectKeys: ['demo'] })(() =>
      Promise.resolve({ outcomes: [lost()], course: { redirects: 0, skipped: true } }),
    );
    expect((await follow(dispatch())).course.skipped).toBe(true);
  });
});

describe('patience', () => {
  const patientBeside = async (
    control: Caller | undefined,
    one: Dispatch,
    ...outcomes: readonly [Outcome, ...Outcome[]]
  ) => {
    const under = below(...outcomes);
    const recorded: Exchange[] = [];
    const slept: number[] = [];
    const history = historyOf([]);
    const send = tryingAgain({
      governor: { sleep: (ms) => Promise.resolve(slept.push(ms)).then(() => undefined) },
      history,
      record: (exchange) => recorded.push(exchange),
      controlFor: (part) => control && { ...part, ask: { ...part.ask, as: control } },
    })(exchanged(under.send));
    const { exchanges } = await send(one);
    return {
      label: exchanges[0]?.label,
      tries: under.sent.length,
      recorded: recorded.length,
      slept,
      remarks: history.entries.map((one) => ('kind' in one ? one.kind : 'exchange')),
    };
  };
  const patient = async (one: Dispatch, ...outcomes: readonly [Outcome, ...Outcome[]]) =>
    await patientBeside(undefined, one, ...outcomes);
  const post = { method: 'POST', name: 'create' } as const;

  test('sends a control request instead of a wait, unless the control request is lost as well', async () => {
    expect(
      await patientBeside(manage, dispatch(), lost(), answer(200), lost(), lost(), answer(403)),
    ).toMatchObject({
      label: '403',
      tries: 5,
      recorded: 4,
      slept: [400],
    });
  });

  test('repeats a read without a usable answer, and records all but the last answer', async () => {
    expect(await patient(dispatch(), answer(502), lost(), answer(200))).toEqual({
      label: '200',
      tries: 3,
      recorded: 2,
      slept: [100, 400],
      remarks: ['sent again', 'sent again', 'tried again', 'tried again'],
    });
    expect((await patient(dispatch(), answer(502))).tries).toBe(4);
  });

  test.each<readonly [string, number, Dispatch, Outcome]>([
    ['a write of which something may have arrived', 1, dispatch('single', post), lost()],
    ['a write of which nothing was sent', 4, dispatch('single', post), lost('unreachable', false)],
    ['a write that a limit has turned away', 4, dispatch('single', post), answer(429)],
    ['an update that is answered 503', 1, dispatch('single', { ...post, name: 'update' }), answer(503, [['Retry-After', '1']])], // prettier-ignore
    ['what is to be sent once', 1, dispatch('single', { ask: { once: true } }), answer(502)],
    ['what was stopped', 1, dispatch(), lost('stopped', false)],
    ['a read that times out', 2, dispatch(), lost('timeout')],
    ['a read by octet that is lost', 4, dispatch('raw'), lost()],
    ['racers', 1, dispatch('race', {}, {}), answer(502)],
    ['a refusal', 1, dispatch(), answer(404)],
  ])('patience with %s sends %i times', async (_what, tries, one, outcome) => {
    expect((await patient(one, outcome)).tries).toBe(tries);
  });
});

describe('lives of tokens', () => {
  type Looks = Parameters<typeof checkingValidity>[0]['tokenMonitor']['look'];
  const living = async (one: Dispatch, looks: readonly Awaited<ReturnType<Looks>>[], isOver = false) => {
    const under = below(answer(401), answer(200));
    const recorded: Exchange[] = [];
    let looked = 0;
    const stopped = lost('stopped', false);
    const send = checkingValidity({
      tokenMonitor: { isOver: () => isOver, look: () => Promise.resolve(looks[looked++] ?? 'stands') },
      written: () => ({ method: 'GET', target: '/renewed', headers: [] }),
      notSent: ({ ask, request }) =>
        new Exchange({ number: 0, caller: ask.as, request, outcome: stopped, redirects: 0 }).asOver(),
      record: (exchange) => recorded.push(exchange),
    })(exchanged(under.send));
    const { exchanges } = await send(one);
    return {
      labels: exchanges.map(({ label }) => label),
      targets: under.targets(),
      recorded: recorded.length,
    };
  };

  test('keep an answer', async () => {
    expect(await living(dispatch(), ['stands'])).toMatchObject({ labels: ['401'], recorded: 1 });
  });

  test('repeat a single request with the renewed token', async () => {
    expect(await living(dispatch(), ['renewed'])).toEqual({
      labels: ['200'],
      targets: ['/demo/resource', '/renewed'],
      recorded: 1,
    });
  });

  test('report for concurrent requests that the token has expired', async () => {
    expect(await living(dispatch('race', {}, {}), ['renewed', 'stands'])).toEqual({
      labels: ['401 (token expired)', '401'],
      targets: ['/demo/resource'],
      recorded: 2,
    });
    expect(await living(dispatch(), ['over'])).toMatchObject({
      labels: ['401 (token expired)'],
      recorded: 1,
    });
  });

  test('send no request with an expired token, except concurrent requests', async () => {
    expect(await living(dispatch('raw'), [], true)).toEqual({
      labels: ['not sent (token expired)'],
      targets: [],
      recorded: 0,
    });
    expect((await living(dispatch('race', {}, {}), [], true)).targets).toHaveLength(1);
  });
});

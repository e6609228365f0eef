import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../../contract/endpoints.ts';
import { answers } from '../../../../world/callers/answers.ts';
import { historyOf } from '../../../support/histories.ts';
import { createCallers } from '../../../../run/callers.ts';
import type { Caller } from '../../../../history/caller.ts';
import { Exchange } from '../../../../history/exchange.ts';
import { createRandom } from '../../../../run/random.ts';
import { TokenMonitor } from '../../../../run/session/token-monitor.ts';

type Status = number | 'lost';
type Who = 'A' | 'B' | 'expired' | 'unknown' | 'none';
/** Who was answered how, where; a millisecond each. */
type Met = readonly [Who, EndpointName, Status];

interface More {
  /** How what the monitor sends is answered, by how much it has sent before. */
  readonly controls?: (name: EndpointName, before: number) => Status;
  /** Whether a token is renewed at this reading of its source, of which so many went before; none without. */
  readonly renews?: (before: number) => boolean;
  /** Whether a period in which every caller is refused has ended once it was waited out. */
  readonly banEnds?: boolean;
}

/** A monitor of tokens, of which A may read, B may not, and a third one has expired. */
function monitored({ controls = () => 401, renews, banEnds = false }: More = {}) {
  const callers = createCallers(
    [
      { label: 'A', token: 'a0', scopes: ['view_test:demo'] },
      { label: 'B', token: 'b0', scopes: ['manage_products:demo'] },
      { label: 'expired', token: 'e0', scopes: ['view_test:demo'], expired: true },
    ],
    createRandom(1),
  );
  const history = historyOf([]);
  const [log, sent, changes, slept]: [Exchange[], EndpointName[], string[], number[]] = [[], [], [], []];
  const time = { now: 0 };
  let renewals = 0;
  let bans = 0;
  const who = (label: Who): Caller =>
    label === 'unknown'
      ? callers.random
      : (callers.all.find((one) => one.label === label) ?? callers.none);
  const exchange = (caller: Caller, name: EndpointName, status: Status, key = 'demo', at = time.now) => {
    const times = { sentAt: at, answeredAt: at + 1 };
    time.now = Math.max(time.now, at + 1);
    log.push(
      new Exchange({
        number: log.length + 1,
        endpoint: name,
        caller,
        request: { method: endpoint(name).method ?? 'POST', target: `/${key}/resource/${name}`, headers: [] },
        redirects: 0,
        outcome:
          status === 'lost'
            ? { kind: 'failure', failure: 'reset', detail: '', wrote: true, ...times }
            : { kind: 'answer', status, headers: [], body: new Uint8Array(), ...times },
      }),
    );
    return log.at(-1) as Exchange;
  };
  const monitor = new TokenMonitor({
    clock: { now: () => time.now },
    outwaitBan: () => {
      bans += 1;
      return Promise.resolve(banEnds);
    },
    answers: answers(history),
    projectKey: 'demo',
    send: (name, { as, projectKey }) => {
      sent.push(name);
      return Promise.resolve(exchange(as, name, controls(name, sent.length - 1), projectKey));
    },
    sleep: (ms) => {
      slept.push(ms);
      time.now += ms;
      return Promise.resolve();
    },
    changed: ({ label }, state) => changes.push(`${label} ${state}`),
    ...(renews && {
      renew: () => {
        renewals += 1;
        if (renews(renewals - 1)) callers.renew(who('A'), `a${renewals}`);
        return Promise.resolve();
      },
    }),
  });
  const look = (one: Exchange, projectKey?: string, sentWith = one.caller.token) =>
    monitor.look(one, [one.endpoint ?? 'query', { as: one.caller, ...(projectKey && { projectKey }) }], sentWith);
  /** Something is answered, looked into, and in the history as in a run. */
  const meet = async ([label, name, status]: Met, projectKey?: string) => {
    const one = exchange(who(label), name, status, projectKey);
    const came = await look(one, projectKey);
    if (came === 'stands') history.append(one);
    return came;
  };
  const all = async (...met: readonly Met[]) => {
    for (const one of met) await meet(one);
  };
  return { monitor, sent, changes, slept, time, who, exchange, look, meet, all, renewals: () => renewals, bans: () => bans };
} // prettier-ignore

const strangers: readonly Met[] = [['unknown', 'query', 401], ['unknown', 'search', 401], ['unknown', 'create', 401]]; // prettier-ignore
const known: readonly Met[] = [...strangers, ['A', 'query', 200]];
/** Unknown tokens are answered 404 where others are granted access. */
const hiding: readonly Met[] = [['unknown', 'query', 404], ['A', 'query', 200], ['unknown', 'search', 404], ['A', 'search', 200]]; // prettier-ignore
const knownTwice: readonly Met[] = [...known, ['A', 'search', 200]];

describe('every caller is refused at once', () => {
  /** Both were granted access, each where unknown tokens are not. */
  const both: readonly Met[] = [...knownTwice, ['B', 'search', 200]];

  test('the request is repeated after access is granted again, and no token has expired', async () => {
    const { meet, all, changes, bans } = monitored({ controls: () => 403, banEnds: true });
    await all(...both);
    expect(await meet(['A', 'query', 403])).toBe('renewed');
    expect([bans(), changes]).toEqual([1, []]);
  });

  test('a permanent refusal shows that the token has expired', async () => {
    const { meet, all, changes, bans } = monitored({ controls: () => 403 });
    await all(...both);
    expect(await meet(['A', 'query', 403])).toBe('over');
    expect([bans(), changes]).toEqual([1, ['A over']]);
  });

  test('except another token: there is no wait', async () => {
    // A is refused at all it was known by, and B is not.
    const { meet, all, bans, sent } = monitored({ controls: (_name, before) => (before < 2 ? 401 : 200), banEnds: true });
    await all(...both);
    expect(await meet(['A', 'query', 401])).not.toBe('stands');
    expect([bans(), sent.length]).toEqual([0, 4]);
  });

  test('even if a token is known by another kind of refusal', async () => {
    const { meet, all, bans } = monitored({ controls: () => 403, banEnds: true });
    await all(...strangers, ['A', 'search', 403], ['unknown', 'readById', 401], ['A', 'readById', 200], ['B', 'search', 200]);
    expect(await meet(['A', 'readById', 403])).toBe('renewed');
    expect(bans()).toBe(1);
  });
}); // prettier-ignore

describe('a refusal', () => {
  test.each<readonly [string, readonly Met[], Met, More['controls'], 'stands' | 'over', readonly EndpointName[]]>([
    ['where the token was let in, and is refused again', known, ['A', 'query', 401], () => 401, 'over', ['query']],
    ['where it was let in, and is again', known, ['A', 'query', 401], () => 200, 'stands', ['query']],
    ['beside which a limit answers', known, ['A', 'query', 401], () => 429, 'stands', ['query']],
    ['beside which the server fails', known, ['A', 'query', 401], () => 500, 'stands', ['query']],
    ['beside which nothing is answered', known, ['A', 'query', 401], () => 'lost', 'stands', ['query']],
    ['beside which the token is refused otherwise than unknown ones', [...strangers, ['A', 'search', 404]], ['A', 'query', 401], () => 404, 'stands', ['search']],
    ['where it has to be let in, though it never was', [...strangers, ['A', 'search', 200]], ['A', 'query', 401], () => 401, 'over', ['search']],
    ['while one of two reads is answered as before', knownTwice, ['A', 'query', 401], (name) => (name === 'search' ? 200 : 401), 'stands', ['query', 'search']],
    ['while one of two reads is lost, and one refused', knownTwice, ['A', 'query', 401], (name) => (name === 'query' ? 503 : 401), 'over', ['query', 'search']],
    ['by another status than unknown ones get, where it was let in', known, ['A', 'query', 403], () => 403, 'over', ['query']],
    ['by another status, where it was never let in', [...known], ['A', 'search', 403], () => 401, 'stands', []],
    ['as unknown ones get it, where it may not be let in', known, ['A', 'create', 401], () => 401, 'stands', []],
    ['as unknown ones get it there, and not elsewhere', [...known, ['unknown', 'images', 401], ['A', 'images', 403]], ['A', 'create', 401], () => 401, 'over', ['query']],
    ['of a token that was never told from unknown ones', strangers, ['A', 'query', 401], () => 401, 'stands', []],
    ['where nobody has asked with an unknown token', [['A', 'query', 200]], ['A', 'query', 401], () => 401, 'stands', []],
    ['where unknown tokens are let in as well', [['unknown', 'query', 200], ['A', 'query', 200]], ['A', 'query', 401], () => 401, 'stands', []],
    ['by 404, of what is not there', known, ['A', 'query', 404], () => 404, 'stands', []],
    ['by 404, where unknown tokens are turned away so at two operations', hiding, ['A', 'query', 404], () => 404, 'over', ['query', 'search']],
    ['by 404, where that is how they are answered at one', [['unknown', 'query', 404], ['A', 'query', 200]], ['A', 'query', 404], () => 404, 'stands', []],
    ['by 404, where that is how all are answered at 4.1', [['unknown', 'query', 404], ['unknown', 'search', 401], ['A', 'query', 404], ['A', 'search', 200]], ['A', 'search', 404], () => 404, 'stands', []],
    ['by 401, where 4.1 is not there', [['unknown', 'query', 404], ['unknown', 'search', 401], ['A', 'query', 404], ['A', 'search', 200]], ['A', 'search', 401], () => 401, 'over', ['search']],
    ['by 400, where unknown tokens are turned away so at two operations', [['unknown', 'query', 400], ['A', 'query', 200], ['unknown', 'search', 400], ['A', 'search', 200]], ['A', 'query', 400], () => 400, 'over', ['query', 'search']],
    ['by 400', known, ['A', 'query', 400], () => 401, 'stands', []],
    ['by a limit', known, ['A', 'query', 429], () => 401, 'stands', []],
    ['by a server error', known, ['A', 'query', 500], () => 401, 'stands', []],
    ['of no token', known, ['none', 'query', 401], () => 401, 'stands', []],
    ['of an unknown token', known, ['unknown', 'query', 401], () => 401, 'stands', []],
    ['of a token that has expired', [...known, ['expired', 'query', 200]], ['expired', 'query', 401], () => 401, 'stands', []],
    ['of another token', known, ['B', 'query', 401], () => 401, 'stands', []],
  ])('%s', async (_what, before, refusal, controls, came, sent) => {
    const on = monitored({ ...(controls && { controls }) });
    await on.all(...before);
    expect(await on.meet(refusal)).toBe(came);
    expect(on.sent.toSorted()).toEqual(sent.toSorted());
    expect(on.monitor.isOver(on.who(refusal[0]))).toBe(came === 'over');
    expect(on.changes).toEqual(came === 'over' ? ['A over'] : []);
    expect(on.monitor.over).toHaveLength(came === 'over' ? 1 : 0);
  }); // prettier-ignore

  test('is examined by at most three reads that need no resource', async () => {
    const on = monitored();
    for (const name of ['readById', 'readByKey', 'sorted', 'search', 'exists', 'query'] as const)
      await on.all(['unknown', name, 401], ['A', name, 200]);
    expect(await on.meet(['A', 'readById', 401])).toBe('over');
    expect(on.sent.toSorted()).toEqual(['query', 'search', 'sorted']);
  });

  test('is examined once if many are refused at the same time', async () => {
    const on = monitored();
    await on.all(...knownTwice);
    const refused = ['query', 'search'] as const;
    const came = await Promise.all(refused.map((name) => on.look(on.exchange(on.who('A'), name, 401))));
    expect(came).toEqual(['over', 'over']);
    expect([on.sent.length, on.changes]).toEqual([2, ['A over']]);
  });

  test('the refusal of a request that was sent before the token was granted access proves nothing', async () => {
    const on = monitored();
    await on.all(...known);
    const early = on.exchange(on.who('A'), 'query', 401, 'demo', 0);
    expect([await on.look(early), on.sent]).toEqual(['stands', []]);
  });

  test('a refusal in another project is examined there if the token was granted access there', async () => {
    const on = monitored();
    await on.all(...strangers);
    await on.meet(['A', 'query', 200], 'other');
    expect(await on.meet(['A', 'query', 401], 'other')).toBe('over');
    expect(on.sent).toEqual(['query']);
  });
});

describe('a token was granted access', () => {
  test.each<readonly [string, readonly Met[], boolean]>([
    ['nowhere so far', [], false],
    ['where unknown tokens are not', known, true],
    ['where unknown ones are as well', [['unknown', 'query', 200], ['A', 'query', 200]], false],
    ['where the contract names no scope', [['A', 'cart', 200]], false],
    ['not where it was refused otherwise', [...strangers, ['A', 'query', 403]], false],
    ['not where another one was', [...strangers, ['A', 'query', 401], ['B', 'query', 200]], false],
  ])('%s', async (_where, met, wasGranted) => {
    const on = monitored();
    await on.all(...met);
    expect(on.monitor.wasGranted(on.who('A'))).toBe(wasGranted);
  }); // prettier-ignore
});

describe('a token that has expired', () => {
  const over = async (more: More = {}) => {
    const on = monitored(more);
    await on.all(...known);
    await on.meet(['A', 'query', 401]);
    return on;
  };

  test('is tried again after two seconds, and reported once', async () => {
    const { monitor, time, who, meet, changes } = await over();
    const since = time.now;
    const isOver = (ms: number) => {
      time.now = since + ms;
      return monitor.isOver(who('A'));
    };
    expect([0, 1_999, 2_000].map(isOver)).toEqual([true, true, false]);
    expect(await meet(['A', 'query', 401])).toBe('over');
    expect([monitor.isOver(who('A')), changes]).toEqual([true, ['A over']]);
    expect(monitor.refusals).toEqual([{ label: 'A', from: since }]);
    expect(monitor.events).toEqual([]);
  });

  test('has not expired if it is granted access again', async () => {
    const { monitor, time, who, meet, changes } = await over();
    const from = time.now;
    time.now += 5_000;
    await meet(['A', 'query', 200]);
    expect([monitor.isOver(who('A')), monitor.over, changes]).toEqual([false, [], ['A over', 'A alive']]);
    expect(monitor.refusals).toEqual([{ label: 'A', from, to: from + 5_000 }]);
    expect(monitor.events).toHaveLength(1);
  });

  test('has no reported spell if the granted request was sent before the refusal came', async () => {
    const { monitor, time, who, exchange, look } = await over();
    await look(exchange(who('A'), 'query', 200, 'demo', time.now - 1));
    expect([monitor.isOver(who('A')), monitor.refusals, monitor.events]).toEqual([false, [], []]);
  });

  test('is renewed, and valid', async () => {
    const on = await over({ renews: () => true });
    expect(on.who('A').token).toBe('a1');
    expect([on.renewals(), on.slept, on.changes]).toEqual([1, [], []]);
    expect([on.monitor.isOver(on.who('A')), on.monitor.over, on.monitor.refusals]).toEqual([false, [], []]);
    expect(on.monitor.events).toHaveLength(1);
  });

  test.each([
    ['in time', 3, false, 4],
    ['too late', 4, true, 4],
  ])('waits for a renewal %s', async (_when, renewsAt, isOver, readings) => {
    const on = await over({ renews: (before) => before >= renewsAt });
    expect([on.renewals(), on.slept]).toEqual([readings, [1_000, 1_000, 1_000]]);
    expect(on.monitor.isOver(on.who('A'))).toBe(isOver);
  });

  test('is read again at most thirty times in a run', async () => {
    const on = await over({ renews: () => false });
    for (let time = 0; time < 9; time += 1) await on.meet(['A', 'query', 401]);
    expect(on.renewals()).toBe(30);
  });

  test('is reported to requests that were sent with its former value', async () => {
    const on = monitored({ renews: () => true });
    await on.all(...known);
    const old = on.exchange(on.who('A'), 'query', 401);
    expect(await on.look(old, undefined, 'another')).toBe('renewed');
    expect([on.sent, on.renewals()]).toEqual([[], 0]);
    const fine = on.exchange(on.who('A'), 'query', 200);
    expect(await on.look(fine, undefined, 'another')).toBe('stands');
  });
});

describe('refusals that samples depend on', () => {
  /**
   * A is refused as unknown tokens are where it may not be granted access, after what was met before, and before what
   * comes.
   */
  const rested = async (
    before: readonly Met[],
    status: Status,
    after: readonly Met[] = [],
    more: More = {},
  ) => {
    const on = monitored(more);
    await on.all(...before);
    const refusal = on.exchange(on.who('A'), 'create', status);
    const isOpen = on.monitor.restOn([refusal]);
    await on.all(...after);
    return { ...on, refusal, isOpen, why: () => on.monitor.whyNot(refusal)?.code };
  };

  test.each<readonly [string, readonly Met[], Status, readonly Met[], boolean, string | undefined]>([
    ['count where the token was never known to live', strangers, 401, [], false, undefined],
    ['wait for a sign of life', known, 401, [], true, 'dead-token'],
    ['count once there was one', known, 401, [['A', 'query', 200]], true, undefined],
    ['go on waiting where nobody who is let in there shows anything', known, 401, [['A', 'cart', 200]], true, 'dead-token'],
    ['count where unknown tokens are refused otherwise', known, 403, [], false, undefined],
    ['do not count where the token was refused everywhere since', known, 401, [['A', 'query', 401], ['A', 'query', 200]], true, 'dead-token'],
    ['count where the token cannot be asked again', [['A', 'create', 201]], 401, [], false, undefined],
  ])('%s', async (_what, before, status, after, isOpen, code) => {
    const on = await rested(before, status, after);
    expect([on.isOpen, on.why()]).toEqual([isOpen, code]);
  }); // prettier-ignore

  test.each<readonly [string, readonly Status[], number, string | undefined, boolean]>([
    ['which comes', [200], 1, undefined, false],
    ['which comes through noise', [503, 'lost', 200], 3, undefined, false],
    ['which comes after a refusal', [401, 200], 2, undefined, false],
    ['which does not come', [401, 401, 401, 200], 3, 'dead-token', true],
    ['which is never answered', [503, 503, 503, 200], 3, 'dead-token', false],
  ])('are proved at the end by a read with the token, %s', async (_what, statuses, sends, code, isOver) => {
    const on = await rested(known, 401, [], { controls: (_name, before) => statuses[before] ?? 'lost' });
    await on.monitor.lastLook();
    expect([on.sent.length, on.why(), on.monitor.over.length > 0]).toEqual([sends, code, isOver]);
    expect(on.slept).toEqual(Array.from({ length: sends - 1 }, () => 400));
  });

  test('are proved with an upload if the token was valid in no read', async () => {
    const met: readonly Met[] = [...strangers, ['unknown', 'images', 401], ['A', 'images', 200]];
    const on = await rested(met, 401, [], { controls: () => 200 });
    expect(on.isOpen).toBe(true);
    await on.monitor.lastLook();
    expect([on.sent, on.why()]).toEqual([['images'], undefined]);
  });

  test('need no upload if the token was valid in a read', async () => {
    const met: readonly Met[] = [...known, ['unknown', 'images', 401], ['A', 'images', 200]];
    const on = await rested(met, 401, [], { controls: () => 503 });
    await on.monitor.lastLook();
    expect(on.sent).toEqual(['query', 'query', 'query']);
  });

  test('need no proof without a doubt about tokens', async () => {
    const on = await rested(known, 401, [['A', 'query', 200]]);
    await on.monitor.lastLook();
    expect(on.sent).toEqual([]);
  });

  test('are examined at the end if they were not examined before', async () => {
    const on = monitored();
    await on.all(...known, ['A', 'create', 401]);
    expect(on.sent).toEqual([]);
    await on.monitor.lastLook();
    expect([on.sent.length, on.monitor.over.length]).toEqual([3, 1]);
  });

  test('are not examined at the end if the token was granted access since', async () => {
    const on = monitored();
    await on.all(...known, ['A', 'create', 401], ['A', 'query', 200]);
    await on.monitor.lastLook();
    expect(on.sent).toEqual([]);
  });
});

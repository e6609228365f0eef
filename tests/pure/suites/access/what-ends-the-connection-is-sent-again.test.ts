import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { Ask } from '../../../../run/ask.ts';
import { Exchange } from '../../../../history/exchange.ts';
import { judgeFraming } from '../../../../suites/general/framing.ts';
import { plainAgain } from '../../../../suites/general/attempts-at-risk.ts';
import { JsonNumber, type JsonInput } from '../../../../wire/json/json.ts';
import { outlineOf } from '../../../support/stages/judged-stage.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

type Fails = (name: EndpointName, ask: Ask, before: number) => 'framing' | 'reset' | 'timeout' | undefined;

/** A stage on which some requests fail, each told by how many of its operation came before. */
function failing(fails: Fails) {
  const counts = new Map<EndpointName, number>();
  const stage = storedStage(
    {},
    { options: { headers: [], projectKey: 'demo' }, stage: { noteCreated: () => undefined } },
  );
  Object.assign(stage.learnt, { reader: stage.caller('M'), writer: stage.caller('M') });
  const ask = stage.on.ask.bind(stage.on);
  const broken = async (name: EndpointName, asked: Ask = {}) => {
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    const came = await ask(name, asked);
    const failure = fails(name, asked, before);
    if (failure === undefined) return came;
    const { number, endpoint, caller, request, outcome } = came;
    const lost = { kind: 'failure', failure, detail: '', wrote: true, sentAt: outcome.sentAt, answeredAt: outcome.answeredAt } as const;
    const exchange = new Exchange({ number, endpoint, caller, request, outcome: lost, redirects: 0, mayNotExist: asked.mayNotExist });
    stage.on.world.history.append(exchange);
    return exchange;
  }; // prettier-ignore
  Object.assign(stage.on, { ask: broken });
  return stage;
}

const holds = (name: EndpointName, text: string, { query = [] }: Ask): boolean =>
  name === 'query' && query.some(([, value]) => value === text);

describe('a request that never gets a complete answer', () => {
  const judged = async (fails: Fails, query: Ask['query'] = [['stringParameter', 'b']]) => {
    const stage = failing(fails);
    await stage.on.ask('query', { query: [['stringParameter', 'c']] });
    await stage.on.ask('query', { query });
    const before = stage.sent.length;
    await judgeFraming(stage.on);
    return { ...stage, again: stage.sent.slice(before).filter(({ name, ask }) => name === 'query' && ask.query?.length) };
  }; // prettier-ignore

  test.each(['reset', 'framing'] as const)('is reported after six more attempts: %s', async (how) => {
    const { told, again } = await judged((name, ask) => (holds(name, 'b', ask) ? how : undefined));
    expect(outlineOf(told)).toEqual(['held', 'violated']);
    expect(again).toHaveLength(6);
    expect(told[1]).toMatchObject({ statuses: [200, undefined], more: { deviation: 'cut-off', reproduced: '6/6' } }); // prettier-ignore
  });

  test('is undecided if it is not answered in time, three more times', async () => {
    const { told, again } = await judged((name, ask) => (holds(name, 'b', ask) ? 'timeout' : undefined));
    expect(outlineOf(told)).toEqual(['held', 'undecided: noise']);
    expect(again).toHaveLength(3);
    expect(told[1]).toMatchObject({ more: { deviated: true } });
  });

  test('passes if it is answered in time when repeated', async () => {
    let times = 0;
    const { told } = await judged((name, ask) =>
      holds(name, 'b', ask) && (times += 1) < 3 ? 'timeout' : undefined,
    );
    expect(outlineOf(told)).toEqual(['held']);
  });

  test('is sent the last time later than another node would have replaced the first', async () => {
    const { again } = await judged((name, ask) => (holds(name, 'b', ask) ? 'reset' : undefined));
    const [first, last] = [again.at(0)?.at ?? 0, again.at(-1)?.at ?? 0];
    expect(last - first).toBeGreaterThan(950);
  });

  test.each([1, 3, 6])('is no violation if it is answered once, after %i times', async (time) => {
    let times = 0;
    const { told } = await judged((name, ask) =>
      holds(name, 'b', ask) && ++times !== time + 1 ? 'reset' : undefined,
    );
    expect(outlineOf(told)).not.toContain('violated');
  });

  test('is not reported against the server if reads in between are lost as well', async () => {
    let times = 0;
    const { told } = await judged((name, ask) => {
      if (holds(name, 'b', ask)) times += 1;
      return times > 2 || holds(name, 'b', ask) ? 'reset' : undefined;
    });
    expect(outlineOf(told)).not.toContain('violated');
  });

  test.each([2, 3, 4])('is no violation if one of %i alternating nodes is down', async (nodes) => {
    let met = 0;
    let since = -1;
    const { told, again } = await judged((name, ask) => {
      if (since < 0 && !holds(name, 'b', ask)) return undefined;
      met += 1;
      // They take turns from the first attempt on, which meets the one that is down.
      if (met > 1) since += 1;
      return met === 1 || since % nodes === 0 ? 'reset' : undefined;
    });
    expect(outlineOf(told)).not.toContain('violated');
    expect(again.length).toBeGreaterThan(0);
  });

  test('is not reported against the server if it contains parts that no server needs to understand', async () => {
    const query = [['objectParameter', 'b']] as const;
    const { told, again } = await judged((name, ask) => (holds(name, 'b', ask) ? 'reset' : undefined), query);
    expect([outlineOf(told), again]).toEqual([['held'], []]);
  });
});

describe('an update that was never answered', () => {
  const judged = async (isLost: (stated: string, values: readonly unknown[], before: number) => boolean) => {
    const lost: Fails = (name, { json }, before) => {
      if (name !== 'update') return undefined;
      const { version, actions = [] } = json as { version: JsonNumber; actions?: readonly { someProperty?: string }[] };
      return isLost(version.source, actions.map(({ someProperty }) => someProperty), before) ? 'reset' : undefined;
    };
    const stage = failing(lost);
    const { own } = await stage.on.another();
    const actions = ['a', 'b'].map((someProperty) => ({ action: 'changeSomeProperty', someProperty }));
    await stage.on.ask('update', { path: { id: own.id }, json: { version: new JsonNumber('1'), actions } });
    await stage.on.ask('update', { path: { id: own.id }, json: { version: new JsonNumber('1'), actions: [] } });
    await judgeFraming(stage.on);
    return outlineOf(stage.told);
  }; // prettier-ignore

  test('is reported if its actions are never answered with the actual version', async () => {
    expect(await judged((_stated, values) => values.length === 2)).toEqual(['held', 'violated']);
  });

  test('is reported if they are not answered when they are repeated', async () => {
    expect(await judged((stated, values, before) => values.length === 2 && (stated === '2' || before === 0))).toEqual(['held', 'violated']);
  }); // prettier-ignore

  test('is not reported against the server if they are answered', async () => {
    expect(await judged((_stated, values, before) => values.length === 2 && before === 0)).toEqual(['held']);
  });
});

describe('a request is plain', () => {
  const number = (source: string): JsonNumber => new JsonNumber(source);
  const update = (version: string, actions: JsonInput = [{ action: 'doSomeThing' }]): Ask => ({
    path: { id: 'r1' },
    json: { version: number(version), actions },
  });
  const create = (member: string, values: readonly JsonInput[]): Ask => ({
    json: { objectTypeProperty: { [member]: values } },
  });

  const plainly = async (name: EndpointName, ask: Ask): Promise<boolean> => {
    let isAsked = false;
    const { on, kept } = failing(() => (isAsked ? 'reset' : undefined));
    await on.another();
    expect([...kept.keys()]).toEqual(['r1']);
    isAsked = true;
    return plainAgain(on, await on.ask(name, ask)).length > 0;
  };

  test.each([
    ['query', {}],
    ['query', { query: [['stringParameter', 'é'], ['floatParameter', '1.5'], ['integerParameter', '12']] }],
    ['exists', { query: [['arrayOfString', 'a'], ['arrayOfString', 'b']] }],
    ['readById', { path: { id: 'r1' } }],
    ['readById', { path: { id: 'r1' }, mayNotExist: true }],
    ['create', create('arrayOfStringExample', ['é', 'a b'])],
    ['create', create('arrayOfFloatExample', [number('1.5'), number('-2')])],
    ['update', update('7')],
    ['update', update('16777216', [{ action: 'changeSomeProperty', someProperty: 'a' }])],
    ['remove', { path: { id: 'r1' } }],
  ] as readonly (readonly [EndpointName, Ask])[])('%s %j', async (name, ask) => {
    expect(await plainly(name, ask)).toBe(true);
  }); // prettier-ignore

  test.each([
    ['query', { query: [['unknown', 'a']] }],
    ['query', { query: [['floatParameter', 'a']] }],
    ['query', { query: [['stringParameter', '\0']] }],
    ['query', { query: [['objectParameter', 'a']] }],
    ['search', { query: [['filter', 'a']] }],
    ['query', { headers: [['Accept', 'text/csv']] }],
    ['readById', { path: { id: 'r9' }, mayNotExist: true }],
    ['create', { ...create('arrayOfIntExample', ['1']), bodyIs: 'ill-typed' }],
    ['create', { ...create('arrayOfIntExample', [number('1.5')]), bodyIs: 'ill-typed' }],
    ['create', create('arrayOfStringExample', ['\u0000'])],
    ['create', create('unknown', ['a'])],
    ['create', create('arrayOfStringExample', ['a'.repeat(5_000)])],
    ['create', { ...create('arrayOfStringExample', ['a']), contentType: 'text/plain' }],
    ['update', update('1.5')],
    ['update', update('-1')],
    ['update', update('16777217')],
    ['update', update('7', [])],
    ['update', update('7', [{ action: 'unknown' }])],
  ] as readonly (readonly [EndpointName, Ask])[])('a request is not plain: %s %j', async (name, ask) => {
    expect(await plainly(name, ask)).toBe(false);
  }); // prettier-ignore
});

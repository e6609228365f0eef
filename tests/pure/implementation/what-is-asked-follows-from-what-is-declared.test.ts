import { describe, expect, test } from 'vitest';
import { endpoints, type EndpointName, type Parameter } from '../../../contract/endpoints.ts';
import { blockedBy, blockedReason, unversioned } from '../../../implementation/blocked-by.ts';
import {
  briefIfReadsArePrompt,
  briefIfWaitingIsFutile,
  brieflyWaiting,
} from '../../../implementation/brief-waits.ts';
import {
  acceptedHeaders,
  cartCaller,
  namespaceReader,
  requiredHeaders,
} from '../../../implementation/namespace-asks.ts';
import { oncePerRun, oncePerRunFor } from '../../../implementation/once-per-run.ts';
import { requireConsent } from '../../../implementation/permission.ts';
import { plainPairs, withPairs, withSeconds } from '../../../implementation/plain-query.ts';
import { requireWrites } from '../../../implementation/read-only.ts';
import { noSecondResource } from '../../../implementation/reasons.ts';
import { dealOut, sideBySide } from '../../../implementation/resources/side-by-side.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { declaredSample, formOf, lineThatFinds, sampleAsk } from '../../../implementation/sample-ask.ts';
import { awaited } from '../../../run/awaited.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { codeThrown, judgedStage, type Known, type Script } from '../../support/stages/judged-stage.ts';

const tokens = [{ label: 'M', scopes: ['manage_test:demo'] }];
const stageOf = (known: Known = {}, script: Script = () => [200]) =>
  judgedStage(script, { tokens, ...known });

describe('a write whose effect the contract does not show', () => {
  test.each([
    ['is sent with consent', { consent: new Set(['records'] as const) }, undefined],
    ['is not without', {}, 'consent-missing'],
    ['is not with consent to something else', { consent: new Set(['upload'] as const) }, 'consent-missing'],
    [
      'is not where nothing may be written, whatever is consented',
      { readOnly: true, consent: new Set(['records'] as const) },
      'read-only',
    ],
  ] satisfies [string, Known['options'], string | undefined][])('%s', (_what, options, code) => {
    expect(codeThrown(() => requireConsent(stageOf({ options }).on, 'records', '4.9'))).toBe(code);
  });

  test.each([
    [true, 'read-only'],
    [false, undefined],
  ])('any write, if the run may not write (%s): %s', (readOnly, code) => {
    expect(codeThrown(() => requireWrites({ options: { readOnly } }))).toBe(code);
  });
});

test.each([
  [{ create: { mode: 'upsert' } }, 'declared-absent'],
  [{}, 'premise-failed'],
] satisfies [NonNullable<Known['profile']>, string][])(
  'there is no second resource, with %j: %s',
  (profile, code) => {
    expect(noSecondResource(stageOf({ profile }).on).code).toBe(code);
  },
);

test('work that waits for another clause names the clause', () => {
  const claims = [{ kind: 'waits-for', clause: '4.6/accepts-a-typed-body' }];
  expect(blockedReason('4.6/accepts-a-typed-body', 'more')).toMatchObject({ code: 'blocked-by', claims });
  const [code, , supply, told] = blockedBy('4.6/accepts-a-typed-body');
  expect([code, supply, told]).toEqual(['blocked-by', undefined, claims]);
  expect(unversioned({ facts: { unversioned: true } })).toBe('Resources/version-is-integer');
  expect(unversioned({ facts: { unversioned: false } })).toBe('4.2/known-id-is-readable');
});

describe('work that is done once per run', () => {
  test('is done for the first check that needs it, without other requests', async () => {
    let done = 0;
    const one = oncePerRun(() => Promise.resolve((done += 1)));
    const other = oncePerRun(() => Promise.resolve((done += 1)));
    const { on } = stageOf();
    expect([await one(on), await one(on), await other(on)]).toEqual([1, 1, 2]);
    expect(await one(stageOf().on)).toBe(3);
  });

  test('is done for each name', async () => {
    let done = 0;
    const byName = oncePerRunFor((_on: Stage, name: string, more: string) =>
      Promise.resolve(`${name}${more}${(done += 1)}`),
    );
    const { on } = stageOf();
    expect([await byName(on, 'a', 'x'), await byName(on, 'a', 'y'), await byName(on, 'b', 'z')]).toEqual([
      'ax1',
      'ax1',
      'bz2',
    ]);
  });
});

describe('a read with brief waits', () => {
  test('is short, and shorter as waits add up, until no wait is left', async () => {
    const { on } = stageOf({ stage: { with: (patience) => patience as Stage } });
    const hasty = brieflyWaiting(on);
    expect([hasty.brief, hasty.grace]).toEqual([true, { readMs: 250, queryMs: 250 }]);
    await hasty.clock.sleep(4_900, awaited.reads);
    expect(hasty.grace).toEqual({ readMs: 100, queryMs: 100 });
    await hasty.clock.sleep(200, awaited.reads);
    expect(hasty.grace).toEqual({ readMs: 0, queryMs: 0 });
    expect(on.grace.readMs).toBe(1_000);
    expect(hasty.clock.now()).toBe(on.clock.now());
    expect(on.clock.now()).toBe(5_100);
  });

  test.each([
    ['nothing was learnt', {}, false, false],
    ['waiting was in vain three times', { futileWaits: 3 }, true, true],
    ['it was twice', { futileWaits: 2 }, false, false],
    ['reads lag', { futileWaits: 3, promptReads: 3, lags: true }, false, false],
    ['reads were prompt three times', { promptReads: 3 }, false, true],
    ['they were twice', { promptReads: 2 }, false, false],
  ] satisfies [string, Known['learnt'], boolean, boolean][])(
    'is made if %s',
    (_where, learnt, futile, prompt) => {
      const { on } = stageOf({ learnt });
      expect(briefIfWaitingIsFutile(on).brief).toBe(futile);
      expect(briefIfReadsArePrompt(on).brief).toBe(prompt);
      const hasty = { ...on, brief: true };
      // Its budget is not begun again.
      expect(briefIfWaitingIsFutile(hasty)).toBe(hasty);
      expect(briefIfReadsArePrompt(hasty)).toBe(hasty);
    },
  );
});

describe('concurrent cases', () => {
  /** The lanes in which so many cases were dealt. */
  async function lanes(cases: number, learnt: NonNullable<Known['learnt']>) {
    let made = 0;
    const { on } = stageOf({
      learnt,
      stage: { own: (use) => use(new OwnResource(`r${(made += 1)}`, 0)) },
    });
    const dealt: number[][] = [];
    await sideBySide(on, cases, ({ isMine }) => {
      dealt.push(Array.from({ length: cases }, (_, at) => at).filter((at) => isMine(at)));
      return Promise.resolve();
    });
    const judged: number[] = [];
    await dealOut(
      on,
      Array.from({ length: cases }, (_, at) => at),
      (_own, at) => {
        judged.push(at);
        return Promise.resolve(at < 2);
      },
    );
    return { dealt, judged };
  }

  test.each([
    [6, { lags: true }, [[0, 4], [1, 5], [2], [3]]],
    [4, { lags: true }, [[0], [1], [2], [3]]],
    [2, { lags: true }, [[0], [1]]],
    [0, { lags: true }, [[]]],
    [3, { lags: false }, [[0, 1, 2]]],
    [3, { lags: true, upserts: true }, [[0, 1, 2]]],
    [3, { lags: true, siblingsMove: true }, [[0, 1, 2]]],
  ] satisfies [number, NonNullable<Known['learnt']>, number[][]][])(
    'cases of %i with %o are dealt as %j',
    async (cases, learnt, dealt) => {
      expect((await lanes(cases, learnt)).dealt).toEqual(dealt);
    },
  );

  test('end after the last case', async () => {
    expect((await lanes(9, { lags: false })).judged).toEqual([0, 1, 2]);
  });
});

describe('plain parameters', () => {
  test.each(Object.entries(endpoints))(
    'plain parameters of %s are those whose type and syntax are shown',
    (_name, { parameters }) => {
      const all: readonly Parameter[] = parameters;
      const pairs = plainPairs(all);
      const isShown = ({ syntax }: Parameter) => syntax !== 'not shown';
      for (const [name] of pairs.filter(([one]) => one !== 'text.de-DE'))
        expect(all.filter(isShown).map((one) => one.name)).toContain(name);
      for (const one of all.filter(
        ({ type, syntax }) => ['String', 'Float', 'Int', 'Boolean'].includes(type) && syntax !== 'not shown',
      ))
        expect(pairs.map(([name]) => name)).toContain(one.name);
      const seconds = withSeconds(all, pairs);
      for (const one of all)
        expect(seconds.filter(([name]) => name === one.name)).toHaveLength(
          pairs.filter(([name]) => name === one.name).length * (one.repeatable ? 2 : 1),
        );
    },
  );

  test('are added after the requested parameters', () => {
    expect(withPairs({ query: [['a', '1']] }, [['b', '2']]).query).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(withPairs({ once: true }, [])).toEqual({ once: true, query: [] });
  });
});

describe('a declared sample', () => {
  const samples = {
    '4.17': { path: { id: 'x' }, query: { a: '1', b: ['2', '3'] }, headers: { H: 'v' }, body: { c: 4 } },
    '4.16.GET': { query: {} },
  };

  test('is sent as it is declared, without additions', () => {
    const { on } = stageOf({ profile: { samples } });
    expect(sampleAsk(on, '4.17')).toEqual({
      path: { id: 'x' },
      query: [
        ['a', '1'],
        ['b', '2'],
        ['b', '3'],
      ],
      headers: [['H', 'v']],
      json: { c: 4 },
    });
    expect(sampleAsk(on, '4.16.GET')).toEqual({});
    expect(sampleAsk(on, '4.18')).toEqual({});
  });

  test('is the first sample that exists', () => {
    const { on } = stageOf({ profile: { samples } });
    expect(declaredSample(on, '4.18', '4.17')).toBe(samples['4.17']);
    expect(declaredSample(on, '4.18')).toBeUndefined();
  });

  test.each([
    [undefined, ''],
    [null, ''],
    ['a=b', 'a=b'],
    [7, '7'],
    [{ a: 'x y', b: [1, true] }, 'a=x+y&b=1&b=true'],
    [{}, ''],
  ])('%j has the form %j', (body, form) => {
    expect(formOf(body)).toBe(form);
  });

  test.each([
    ['query', true],
    ['readByKey', true],
    ['namespaceRead', true],
    ['cart', true],
    ['readById', false],
    ['create', false],
    ['remove', false],
  ] satisfies [EndpointName, boolean][])('can show where %s is: %s', (name, can) => {
    expect(lineThatFinds(name) !== undefined).toBe(can);
  });
});

describe('the headers of 4.18', () => {
  const accept = ['Accept', 'application/json'];

  test.each([
    [undefined, [accept, ['Service-Locale', 'en']]],
    [{ 'service-locale': 'fr' }, [['service-locale', 'fr'], accept]],
    [
      { ACCEPT: 'a/b', 'Service-Locale': 'fr' },
      [
        ['ACCEPT', 'a/b'],
        ['Service-Locale', 'fr'],
      ],
    ],
    [{ Other: 'x' }, [['Other', 'x'], accept, ['Service-Locale', 'en']]],
  ])('are, if %o is declared, %j', (headers, all) => {
    const profile = headers === undefined ? {} : { samples: { '4.18': { headers } } };
    expect(requiredHeaders(stageOf({ profile }).on, 'en')).toEqual(all);
  });

  /** A server that takes one locale alone. */
  const taking =
    (locale: string): Script =>
    (_name, _as, { headers = [] }) => [
      headers.some(([name, value]) => name === 'Service-Locale' && value === locale) ? 200 : 400,
    ];

  test.each([
    ['en-US', 200, 1],
    ['en_US', 200, 2],
    ['en', 200, 4],
    ['xx', 400, 4],
  ])('are accepted with %s: %i after %i requests, once per run', async (locale, status, times) => {
    const stage = stageOf({}, taking(locale));
    const { exchange, ask } = await acceptedHeaders(stage.on);
    await acceptedHeaders(stage.on);
    expect(exchange.status).toBe(status);
    expect(ask.as.label).toBe('M');
    expect(stage.sent).toHaveLength(times);
  });

  test('are tried only as they are declared', async () => {
    const profile = { samples: { '4.18': { headers: { 'Service-Locale': 'fr' } } } };
    const stage = stageOf({ profile }, taking('en'));
    expect((await acceptedHeaders(stage.on)).exchange.status).toBe(400);
    expect(stage.sent).toHaveLength(1);
  });
});

test('the cart and the data of a namespace are requested with their samples, once per run each', async () => {
  const profile = { samples: { '4.17': { query: { c: '1' } }, '4.16.GET': { query: { n: '1' } } } };
  const stage = stageOf({ profile }, (name) => [name === 'cart' ? 200 : 404]);
  for (let time = 0; time < 2; time += 1) {
    expect((await cartCaller(stage.on)).caller.label).toBe('M');
    expect((await namespaceReader(stage.on)).exchange.status).toBe(404);
  }
  expect(stage.sent.map(({ name, ask }) => [name, ask.query])).toEqual([
    ['cart', [['c', '1']]],
    ['namespaceRead', [['n', '1']]],
  ]);
});

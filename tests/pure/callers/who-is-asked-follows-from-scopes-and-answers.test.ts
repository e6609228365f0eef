import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { likeliestCaller } from '../../../implementation/callers/likeliest-caller.ts';
import { mistakesOf } from '../../../implementation/callers/mistakes.ts';
import { andToken, noTokenFor } from '../../../implementation/callers/no-token.ts';
import { readerOf, standInFor, usualCaller, writerOf } from '../../../implementation/callers/usual-caller.ts';
import { nothingLearnt } from '../../../implementation/learnt.ts';
import { otherReader, readOtherwise } from '../../../implementation/resources/other-reads.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { codeThrown, judgedStage, type Known } from '../../support/stages/judged-stage.ts';

const V = { label: 'V', scopes: ['view_test:demo'] };
const M = { label: 'M', scopes: ['manage_test:demo'] };
const P = { label: 'P', scopes: ['view_products:demo'] };
const W = { label: 'W', scopes: ['manage_test:demo', 'view_test:demo'] };
const I = { label: 'I', scopes: ['manage_products:demo'] };
const O = { label: 'O', scopes: ['manage_test:other'], otherProject: true };
const supply = 'CONFORMANCE_TOKEN_';

const stageOf = (
  tokens: NonNullable<Known['tokens']>,
  statuses: Readonly<Record<string, number>> = {},
  known: Known = {},
) => judgedStage((_, as) => [statuses[as.label] ?? 401], { tokens, ...known });

describe('the usual caller', () => {
  /** V reads, M writes, P updates. */
  function usual(name: EndpointName, missing: readonly ('reader' | 'writer')[] = []) {
    const { on, caller } = stageOf([V, M, P]);
    const facts = nothingLearnt(on.callers.none);
    if (!missing.includes('reader')) facts.reader = caller('V');
    if (!missing.includes('writer')) facts.writer = caller('M');
    facts.updater = caller('P');
    return usualCaller(name, { facts, callers: on.callers, projectKey: 'demo' }).label;
  }

  test.each([
    ['query', 'V'],
    ['readById', 'V'],
    ['readByKey', 'V'],
    ['exists', 'V'],
    ['sorted', 'V'],
    ['create', 'M'],
    ['put', 'M'],
    ['patch', 'M'],
    ['remove', 'M'],
    ['update', 'P'],
    ['complexPath', 'M'],
    ['cart', 'M'],
    ['projectionSearch', 'P'],
  ] as const)('the usual caller of %s is %s', (name, label) => {
    expect(usual(name)).toBe(label);
  });

  test('is the reader for an operation without listed scopes if no token may write', () => {
    expect(usual('cart', ['writer'])).toBe('V');
  });

  test.each([
    ['query', ['reader']],
    ['create', ['writer']],
    ['cart', ['reader', 'writer']],
    ['images', []],
  ] as const)('%s has no usual caller without %j', (name, missing) => {
    expect(codeThrown(() => usual(name, missing))).toBe('no-token');
  });

  test('follows from the knowledge of the run', () => {
    const facts = nothingLearnt(stageOf([]).on.callers.none);
    expect(codeThrown(() => readerOf(facts))).toBe('no-token');
    expect(codeThrown(() => writerOf(facts))).toBe('no-token');
    const { caller } = stageOf([V, M]);
    expect(readerOf({ ...facts, reader: caller('V') }).label).toBe('V');
    expect(writerOf({ ...facts, writer: caller('M') }).label).toBe('M');
  });
});

describe('the reason why no caller is available', () => {
  test.each([
    ['projectionSearch', 'VIEW_PRODUCTS'],
    ['images', 'MANAGE_PRODUCTS'],
    ['create', 'MANAGE_TEST'],
  ] as const)('no caller is available at %s: %s is missing', (name, setting) => {
    const { callers } = stageOf([]).on;
    expect(noTokenFor(name, { callers, projectKey: 'demo' })).toMatchObject({
      code: 'no-token',
      supply: `${supply}${setting}=<token>`,
    });
  });

  test('is the withdrawal of the token, if the token would suffice', () => {
    const { on, caller } = stageOf([V, P]);
    on.callers.withdraw(caller('P'), 'is dead');
    const at = (name: EndpointName) => noTokenFor(name, { callers: on.callers, projectKey: 'demo' }).code;
    expect(at('projectionSearch')).toBe('dead-token');
    expect(at('images')).toBe('no-token');
  });

  test.each([
    [[M], ''],
    [[V], `${supply}MANAGE_TEST=<token>`],
    [[{ ...M, expired: true }], `${supply}MANAGE_TEST=<token>`],
    [[O], `${supply}MANAGE_TEST=<token>`],
  ] satisfies [NonNullable<Known['tokens']>, string][])('is added to the advice: %j', (tokens, line) => {
    const text = andToken(stageOf(tokens).on, 'create');
    expect(text.endsWith(line)).toBe(true);
    expect(text === '').toBe(line === '');
  });

  test('is not added if no means can be supplied', () => {
    const { on, caller } = stageOf([M]);
    on.callers.withdraw(caller('M'), 'is dead');
    expect(andToken(on, 'create')).toBe('');
  });
});

describe('the replacement for a token that has expired', () => {
  const granted: Readonly<Record<string, readonly EndpointName[]>> = {
    V: ['query'],
    M: ['query'],
    W: ['query'],
  };

  /** `over` has read, written and updated. */
  function standingIn(tokens: NonNullable<Known['tokens']>, over: string, wasGranted = granted) {
    const { on, caller } = stageOf(tokens);
    const learnt = nothingLearnt(on.callers.none);
    learnt.reader = caller(over);
    learnt.writer = caller(over);
    learnt.updater = caller(over);
    standInFor(caller(over), learnt, {
      callers: on.callers,
      answers: { wasGranted: (name, label) => wasGranted[label]?.includes(name) === true },
      projectKey: 'demo',
    });
    return [learnt.reader.label, learnt.writer.label, learnt.updater.label];
  }

  test.each([
    ['who writes, for all', [W, M], 'W', granted, ['M', 'M', 'M']],
    ['who reads, for reads alone', [M, V], 'M', granted, ['V', 'M', 'M']],
    ['nobody, where none is left', [M], 'M', granted, ['M', 'M', 'M']],
    ['nobody who was not let in', [M, V], 'M', { M: ['query'] }, ['M', 'M', 'M']],
    ['nobody without a listed scope', [M, P], 'M', { M: ['query'], P: ['query'] }, ['M', 'M', 'M']],
    [
      'who was seen to create, before a narrower one',
      [{ ...M, label: 'A' }, M, W],
      'A',
      { M: ['query'], W: ['query', 'create'] },
      ['W', 'W', 'W'],
    ],
    ['the narrower one, where neither was', [{ ...M, label: 'A' }, W, M], 'A', granted, ['M', 'M', 'M']],
    [
      'who was seen to update, at updates',
      [{ ...M, label: 'A' }, M, V],
      'A',
      { M: ['query'], V: ['query', 'update'] },
      ['M', 'M', 'V'],
    ],
  ] satisfies [string, NonNullable<Known['tokens']>, string, typeof granted, string[]][])(
    'is %s',
    (_who, tokens, over, wasGranted, chosen) => {
      expect(standingIn(tokens, over, wasGranted)).toEqual(chosen);
    },
  );

  test('takes over only the role of that token', () => {
    const { on, caller } = stageOf([M, V, W]);
    const learnt = nothingLearnt(on.callers.none);
    learnt.reader = caller('V');
    learnt.writer = caller('M');
    learnt.updater = caller('W');
    const answers = { wasGranted: () => true };
    standInFor(caller('M'), learnt, { callers: on.callers, answers, projectKey: 'demo' });
    expect([learnt.reader.label, learnt.writer.label, learnt.updater.label]).toEqual(['V', 'W', 'W']);
  });
});

describe('the likeliest caller', () => {
  async function found(
    tokens: NonNullable<Known['tokens']>,
    statuses: Readonly<Record<string, number>>,
    known: Known = {},
    usual: { readonly reader?: string; readonly writer?: string } = {},
  ) {
    const stage = stageOf(tokens, statuses, known);
    if (usual.reader !== undefined) stage.learnt.reader = stage.caller(usual.reader);
    if (usual.writer !== undefined) stage.learnt.writer = stage.caller(usual.writer);
    const ask = () => likeliestCaller(stage.on, '4.17', 'cart', (as) => stage.on.ask('cart', { as }));
    const { caller, exchange } = await ask();
    const asked = stage.sent.map(({ as }) => as);
    await ask();
    expect(stage.sent).toHaveLength(asked.length);
    return { label: caller.label, status: exchange.status, asked };
  }

  test('is a holder of declared scopes, then a reader and writer, then the widest token', async () => {
    const profile: NonNullable<Known['profile']> = {
      auth: { '4.17': { required: true, anyOf: ['view_products'] } },
    };
    const { asked } = await found([V, M, W, P], {}, { profile }, { writer: 'M', reader: 'V' });
    expect(asked).toEqual(['P', 'M', 'V', 'W', 'no token']);
  });

  test('is the widest token if nothing is known, and then no token', async () => {
    expect((await found([V, W], {})).asked).toEqual(['W', 'V', 'no token']);
  });

  test.each([200, 404, 400, 500])(
    'is the first caller with an answer other than 401 or 403: %i',
    async (status) => {
      expect(await found([W, V], { W: 403, V: status })).toEqual({ label: 'V', status, asked: ['W', 'V'] });
    },
  );

  test('is the first caller if all are refused', async () => {
    expect(await found([W, V], { W: 403 })).toMatchObject({ label: 'W', status: 403 });
  });

  test('is no token if none is left', async () => {
    expect(await found([], {})).toEqual({ label: 'no token', status: 401, asked: ['no token'] });
  });

  test('is chosen among six callers, the last without a token', async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ ...V, label: `T${at}` }));
    const { asked } = await found(many, {});
    expect(asked).toHaveLength(6);
    expect(asked.at(-1)).toBe('no token');
    expect((await found(many.slice(0, 5), {})).asked).toHaveLength(6);
    expect((await found(many.slice(0, 4), {})).asked).toHaveLength(5);
  });

  test('is no token that has expired or is of another project', async () => {
    expect((await found([{ ...V, expired: true }, O, { label: 'E', scopes: [] }], {})).asked).toEqual([
      'no token',
    ]);
  });
});

describe('another reader', () => {
  const other = (tokens: NonNullable<Known['tokens']>) => otherReader(stageOf(tokens).on).label;

  test.each([
    ['holds the other listed scope', [M, V], 'V'],
    ['holds it alone, if there is one', [V, W, M], 'M'],
    ['holds it beside, if there is none', [V, W], 'W'],
    ['is the usual one where nobody does', [V, P], 'V'],
    ['is the usual one where nobody holds more', [W, M], 'W'],
  ] satisfies [string, NonNullable<Known['tokens']>, string][])('%s', (_who, tokens, label) => {
    expect(other(tokens)).toBe(label);
  });

  test('reads with the documented parameters, unless it is to read plainly', async () => {
    const stage = stageOf([M, V]);
    await readOtherwise(stage.on, new OwnResource('a', 0));
    await readOtherwise(stage.on, new OwnResource('a', 0), stage.caller('M'), true);
    const [one, plain] = stage.sent;
    expect(one).toMatchObject({ name: 'readById', as: 'V', ask: { path: { id: 'a' } } });
    expect(one?.ask.query?.length).toBeGreaterThan(0);
    expect(plain).toMatchObject({ name: 'readById', as: 'M' });
    expect(plain?.ask.query ?? []).toEqual([]);
  });
});

describe('a mistake of the operator', () => {
  /** What is told once each has asked there, beside an unknown token. */
  async function told(
    tokens: NonNullable<Known['tokens']>,
    at: readonly EndpointName[],
    statuses: Readonly<Record<string, number>>,
    known: Known = {},
    noted: readonly string[] = [],
  ) {
    const { on } = stageOf(tokens, statuses, known);
    for (const name of at)
      for (const as of [...on.callers.supplied, on.callers.random])
        await on.ask(name, { as, method: name === 'projectionSearch' || name === 'images' ? 'POST' : 'GET' });
    return mistakesOf({ callers: on.callers, book: on.world.answers, options: on.options, noted });
  }

  test.each([
    ['that a token is granted nowhere with its scope', [V], ['query'], { V: 403 }, 1],
    ['not of one that is let in', [V], ['query'], { V: 200 }, 0],
    ['not of one that was asked nowhere', [V], [], {}, 0],
    ['not of one that is said to hold several', [W], ['query'], { W: 403 }, 0],
    ['not of what has expired', [{ ...V, expired: true }], ['query'], { V: 403 }, 0],
    ['not where all that is asked are alike', [V], ['query'], { V: 200, 'unknown token': 200 }, 0],
    [
      'not of a scope on products, which may want another one, of a token that is known',
      [P],
      ['projectionSearch'],
      { P: 403 },
      0,
    ],
    ['of a scope on products where the token is not known', [P], ['projectionSearch'], { P: 401 }, 1],
    ['of the scope of uploads where nobody uploads', [I, { ...I, label: 'J' }], ['images'], {}, 2],
    ['not where another holder uploads', [I, { ...I, label: 'J' }], ['images'], { J: 200 }, 0],
  ] satisfies [string, NonNullable<Known['tokens']>, EndpointName[], Record<string, number>, number][])(
    'is reported %s',
    async (_what, tokens, at, statuses, times) => {
      expect(await told(tokens, at, statuses)).toHaveLength(times);
    },
  );

  test('is reported once for a token that was reported before', async () => {
    expect(await told([V], ['query'], { V: 403 }, {}, ['V is odd'])).toEqual(['V is odd']);
    expect(await told([V], ['query'], { V: 403 }, {}, ['V2 is odd'])).toHaveLength(2);
  });

  test.each([
    ['a profile and nobody who writes', [V], { profile: { search: { method: 'POST' } } }, 1],
    ['a profile, and who writes', [M], { profile: { search: { method: 'POST' } } }, 0],
    ['no profile', [V], {}, 0],
    [
      'nothing may be written',
      [V],
      { profile: { search: { method: 'POST' } }, options: { readOnly: true } },
      0,
    ],
  ] satisfies [string, NonNullable<Known['tokens']>, Known, number][])(
    'is reported if there is %s',
    async (_where, tokens, known, times) => {
      expect(await told(tokens, [], {}, known)).toHaveLength(times);
    },
  );
});

import { describe, expect, test } from 'vitest';
import { authentication, judgeHeaderName } from '../../../../suites/authentication.ts';
import { judgeOneConnection } from '../../../../suites/authentication/one-connection.ts';
import { errors, observePrecedence, precedenceDeclared } from '../../../../suites/errors.ts';
import { OwnResource } from '../../../../implementation/resources/own-resource.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { Ask } from '../../../../run/ask.ts';
import type { Exchange } from '../../../../history/exchange.ts';
import { writeJson } from '../../../../wire/json/json.ts';
import { exchangeOf, judgedStage, outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import type { Departures } from '../../../support/stages/scripted-store.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

const observedOn = ({ told }: Pick<ReturnType<typeof judgedStage>, 'told'>) =>
  told.map(({ kind, code, value }) => (kind === 'observed' ? value : (code ?? kind)));

describe('the precedence of errors', () => {
  const wrongsOf = (ask: Ask): readonly string[] => {
    const text = writeJson(ask.json ?? null);
    return [
      ...(ask.as?.kind === 'random' ? ['auth'] : []),
      ...(ask.path?.['id'] === 'r1' ? [] : ['exists']),
      ...(text.includes('"no list"') ? ['validation'] : []),
      ...(text.includes('"version":1,') ? [] : ['version']),
    ];
  };
  /** Updates are refused with the status of what comes first of what is wrong with them. */
  const observed = async (order: readonly (readonly [string, number])[], read: Answer = [200, '{"version":1}']) => {
    const asked: { readonly wrongs: readonly string[]; readonly ask: Ask }[] = [];
    const own = new OwnResource('r1', -5_000);
    const stage = judgedStage(
      (name, as, ask) => {
        if (name !== 'update') return read;
        const wrongs = wrongsOf({ ...ask, as });
        asked.push({ wrongs, ask });
        const [first] = order.filter(([wrong]) => wrongs.includes(wrong));
        return first === undefined ? [200, '{}'] : [first[1]];
      },
      { tokens: [{ label: 'M', scopes: ['manage_test:demo'] }], stage: { hasSent: () => true, own: (use) => use(own) } },
    );
    stage.learnt.updater = stage.caller('M');
    await observePrecedence(stage.on);
    return { ...stage, asked };
  }; // prettier-ignore

  const usual = [['auth', 401], ['exists', 404], ['validation', 400], ['version', 409]] as const; // prettier-ignore

  test('is observed for each pair of mistakes', async () => {
    const { told, asked } = await observed(usual);
    expect(told[0]?.value).toEqual({
      alone: { auth: 401, exists: 404, validation: 400, version: 409 },
      won: [
        ['auth', 'exists'],
        ['auth', 'validation'],
        ['auth', 'version'],
        ['exists', 'validation'],
        ['exists', 'version'],
        ['validation', 'version'],
      ],
    });
    expect(asked.map(({ wrongs }) => wrongs.length)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
  });

  test('is reversed if the answers are', async () => {
    const { told } = await observed([...usual].toReversed());
    expect(told[0]?.value).toMatchObject({
      won: expect.arrayContaining([
        ['version', 'auth'],
        ['validation', 'exists'],
      ]) as unknown,
    });
  });

  test('is not reported for a pair with equal answers, or with an accepted mistake', async () => {
    const { told, asked } = await observed([
      ['auth', 401],
      ['exists', 400],
      ['validation', 400],
    ]);
    expect(told[0]?.value).toEqual({
      alone: { auth: 401, exists: 400, validation: 400 },
      won: [
        ['auth', 'exists'],
        ['auth', 'validation'],
      ],
    });
    expect(asked).toHaveLength(6);
  });

  test('is not reported for a crash', async () => {
    const { told } = await observed([['version', 500], ...usual.slice(0, 1)]);
    expect(told[0]?.value).toEqual({ alone: { auth: 401 }, won: [] });
  });

  test('uses an id that need not exist only if the id is the mistake', async () => {
    const { asked } = await observed(usual);
    for (const { wrongs, ask } of asked) {
      expect(ask.mayNotExist).toBe(wrongs.includes('exists'));
      expect(ask.bodyIs).toBe(wrongs.includes('validation') ? 'ill-typed' : 'well-typed');
    }
  });

  test('is not observed if no version is read', async () => {
    const { told, asked } = await observed(usual, [200, '{}']);
    expect([outlineOf(told), asked]).toEqual([['discarded: premise-failed'], []]);
  });

  test.each([
    [['auth', 'exists'], [['auth', 'exists']], true],
    [['exists', 'auth'], [['auth', 'exists']], false],
    [['auth', 'exists', 'version'], [['auth', 'version'], ['exists', 'version']], true],
    [['auth', 'version', 'exists'], [['auth', 'version'], ['exists', 'version']], false],
    [['auth'], [], undefined],
    ['auth', [['auth', 'exists']], undefined],
    [['auth'], undefined, undefined],
  ])('keeps a declared order or breaks it: %j, %j', (declared, won, met) => {
    expect(precedenceDeclared.met(declared, { won })).toBe(met);
  }); // prettier-ignore
});

describe('errors', () => {
  const clause = (id: string) => errors.clauses.find((one) => one.id === id);

  test.each([
    [[409, '{"message":"a","code":1}', [['content-type', 'application/problem+json; charset=utf-8']]], { mediaType: 'application/problem+json', members: ['code', 'message'], bytes: 24 }],
    [[409, ''], { mediaType: 'none', members: [], bytes: 0 }],
    [[409, 'words'], { mediaType: 'none', members: [], bytes: 5 }],
    [[400, '{}'], 'premise-failed'],
    [[200, '{}'], 'premise-failed'],
  ] as readonly (readonly [Answer, unknown])[])('the errors of a mismatch show a body: %j', async (answer, value) => {
    const own = new OwnResource('r1', -5_000);
    const stage = judgedStage((name) => (name === 'update' ? answer : [200, '{"version":1}']), {
      stage: { hasSent: () => true, own: (use) => use(own) },
    });
    await clause('Errors/conflict-body')?.check?.(stage.on);
    expect(observedOn(stage)).toEqual([value]);
  }); // prettier-ignore
});

describe('the name of the header', () => {
  const judged = async (lower: readonly number[], usual = 200) => {
    let turn = 0;
    const stage = judgedStage(
      (_name, _as, { authorizationName }) => {
        if (authorizationName === undefined) return [usual];
        turn += 1;
        return [lower[Math.min(turn, lower.length) - 1] ?? 0];
      },
      { tokens: [{ label: 'V', scopes: ['view_test:demo'] }] },
    );
    await judgeHeaderName(stage.on);
    return stage;
  };

  test.each([
    ['is understood in lower case', [200], 200, ['held']],
    ['is not', [401], 200, ['violated']],
    ['is not, by whatever status', [404], 200, ['violated']],
    ['fails the server', [500], 200, ['violated']],
    ['is not for once', [401, 200], 200, ['passed']],
    ['is not, and then is lost', [401, 503], 200, ['undecided: noise']],
    ['is lost', [503], 200, ['noise']],
    ['is not understood either way', [401], 401, ['discarded: premise-failed']],
  ] as const)('%s', async (_what, lower, usual, outline) => {
    expect(outlineOf((await judged(lower, usual)).told)).toEqual(outline);
  });

  test('is that of the reader, in lower case', async () => {
    const { sent } = await judged([200]);
    expect(sent.map(({ as, ask }) => [as, ask.authorizationName])).toEqual([
      ['V', undefined],
      ['V', 'authorization'],
    ]);
  });
});

describe('a stranger on the connection of another', () => {
  type Pair = readonly [first: Answer, probe: Answer];
  const judged = async (pairs: readonly Pair[], known: Known = {}, closed = false) => {
    const asked: (readonly (readonly [EndpointName, Ask])[])[] = [];
    const stage: ReturnType<typeof storedStage> = storedStage(
      {},
      {
        ...known,
        stage: {
          askOnOneConnection: (asks) => {
            asked.push(asks);
            const pair = pairs[Math.min(asked.length, pairs.length) - 1] ?? [];
            const came = pair.map((answer, at): Exchange => {
              const exchange = exchangeOf(answer, { caller: asks[at]?.[1].as ?? stage.on.callers.none });
              if (closed && at === 1)
                Object.defineProperties(exchange, {
                  failure: { value: { kind: 'failure', failure: 'reset', wrote: false } },
                  kind: { value: 'noise' },
                });
              return exchange;
            });
            return Promise.resolve(came);
          },
        },
      },
    );
    await judgeOneConnection(stage.on);
    return { ...stage, asked };
  };
  const resource: Answer = [200, '{"id":"r1","version":1}'];

  test.each([
    ['is refused', [resource, [401]], 'held'],
    ['is refused by any status', [resource, [404]], 'held'],
    ['is shown the resource', [resource, resource], 'violated'],
    ['is answered a success that shows none', [resource, [200, '{}']], 'undecided: two-readings'],
    ['crashes the server', [resource, [500]], 'undecided: two-readings'],
    ['is lost each time', [resource, [503]], 'noise'],
    ['follows one that is refused', [[403], [401]], 'discarded: premise-failed'],
    ['follows one that is lost', [[503], [401]], 'discarded: premise-failed'],
  ] as readonly (readonly [string, Pair, string])[])('%s', async (_what, pair, outline) => {
    expect(outlineOf((await judged([pair])).told)).toEqual([outline, outline]);
  }); // prettier-ignore

  test('has no token, and then an unknown token, each once if no answer is lost', async () => {
    const { asked } = await judged([[resource, [401]]]);
    expect(asked.map((asks) => asks.map(([name, ask]) => [name, ask.as?.kind, ask.once]))).toEqual(
      (['none', 'random'] as const).map((kind) => [
        ['readById', 'supplied', undefined],
        ['readById', kind, true],
      ]),
    );
  });

  test.each([
    ['once', [[[503], [401]], [resource, [401]]], 3],
    ['twice', [[resource, [503]], [resource, [503]], [resource, [401]]], 4],
  ] as readonly (readonly [string, readonly Pair[], number])[])('is repeated if the network answered %s', async (_what, pairs, times) => {
    const { asked, told } = await judged(pairs);
    expect([asked.length, outlineOf(told)]).toEqual([times, ['held', 'held']]);
  }); // prettier-ignore

  test('is tried at most three times', async () => {
    expect((await judged([[resource, [503]]])).asked).toHaveLength(6);
  });

  test('has no token if the connection is closed', async () => {
    const { told, asked } = await judged([[resource, [401]]], {}, true);
    expect([outlineOf(told), asked.length]).toEqual([
      ['discarded: not-observable', 'discarded: not-observable'],
      2,
    ]);
  });

  test('is reported with both reads', async () => {
    const { told } = await judged([[resource, resource]]);
    expect(told.map(({ callers }) => callers)).toEqual([
      ['M', 'no token'],
      ['M', 'unknown token'],
    ]);
  });
});

describe('a list on the connection of another caller, if no caller may create', () => {
  /** How the list is answered to somebody without a valid token, on a connection of their own and behind another caller. */
  const judged = async (alone: Answer, behind: Answer) => {
    const store: Departures = { answer: (name) => (name === 'create' ? [403] : undefined) };
    const stage: ReturnType<typeof storedStage> = storedStage(store, {
      stage: {
        askOnOneConnection: (asks) => {
          const answers: readonly Answer[] = asks.length === 1 ? [alone] : [[200, '[]'], behind];
          return Promise.resolve(
            answers.map((answer, at) =>
              exchangeOf(answer, { caller: asks[at]?.[1].as ?? stage.on.callers.none }),
            ),
          );
        },
      },
    });
    await judgeOneConnection(stage.on);
    return outlineOf(stage.told);
  };

  test.each([
    ['is refused there as well', [401], [401], 'held'],
    ['is shown there alone', [401], [200, '[]'], 'violated'],
    ['is shown to anybody', [200, '[]'], [200, '[]'], 'undecided: two-readings'],
  ] as const)('%s', async (_what, alone, behind, outline) => {
    expect(await judged(alone, behind)).toEqual([outline, outline]);
  });
});

describe('clauses on access', () => {
  const clause = (id: string) => authentication.clauses.find((one) => one.id === id);
  const declared = (id: string, key: string) => clause(id)?.declares.find((one) => one.key === key);

  test.each<readonly [string, number | undefined, boolean | undefined, object?]>([
    ['status', 0, true],
    ['status', 1, false],
    ['filter', 0, undefined],
    ['filter', 1, true],
    ['envelope', 2, true],
    ['status', undefined, undefined],
    ['close', 0, undefined],
    ['close', 1, undefined],
    ['close', 0, true, { byClosing: 1 }],
    ['status', 0, false, { byClosing: 1 }],
    ['envelope', 0, undefined, { byClosing: 1 }],
    ['page', 0, undefined],
    ['page', 0, true, { byPage: 1 }],
    ['status', 0, false, { byPage: 1 }],
  ])('compare a declared style with the answers: %s, %s successes', (style, bySuccess, met, more) => {
    const one = declared('Authentication/refusal-style', 'refusal.style');
    expect(one?.met(style, Object.assign({ bySuccess }, more))).toBe(met);
  });

  test.each([
    [{ bySuccess: 0 }, undefined],
    [{ bySuccess: 0, byClosing: 1 }, 'close'],
    [{ bySuccess: 0, byClosing: 1, byPage: 1 }, 'page'],
  ])('draft the style of refusals without a status: %j', (observed, style) => {
    const one = declared('Authentication/refusal-style', 'refusal.style');
    expect(one?.draft?.(observed)).toBe(style);
  });

  test.each([
    [[401], [401], true],
    [[401, 403], [403], true],
    [[401], [401, 403], false],
    [[401], [], undefined],
    [401, [401], undefined],
    [[401], undefined, undefined],
  ])('compare declared statuses with the statuses seen: %j, %j', (statuses, unauthenticated, met) => {
    const one = declared('Authentication/refusal-statuses', 'refusal.unauthenticated');
    expect(one?.met(statuses, { unauthenticated, insufficientScope: [499] })).toBe(met);
    const draft = unauthenticated === undefined || unauthenticated.length === 0 ? undefined : unauthenticated;
    expect(one?.draft?.({ unauthenticated })).toEqual(draft);
    const other = declared('Authentication/refusal-statuses', 'refusal.insufficientScope');
    expect(other?.met(statuses, { insufficientScope: unauthenticated, unauthenticated: [499] })).toBe(met);
  });

  const expiring = async (answers: readonly Answer[]) => {
    const tokens = answers.map((_, at) => ({ label: `E${at}`, scopes: ['view_test:demo'], expired: true }));
    const stage = judgedStage((_name, { label }) => answers[Number(label.slice(1))] ?? [500], {
      tokens: [{ label: 'V', scopes: ['view_test:demo'] }, ...tokens],
    });
    await clause('Authentication/expired-tokens')?.check?.(stage.on);
    return { ...stage, observed: observedOn(stage) };
  };

  test.each([
    [[], ['no-token']],
    [[[401]], [{ statuses: [401] }]],
    [[[401], [401]], [{ statuses: [401] }]],
    [[[401], [403]], [{ statuses: [401, 403] }]],
    [[[401], [503]], [{ statuses: [401] }]],
    [[[503]], ['noise']],
    [[[401], [200]], [{ statuses: [401, 200] }, 'suspected']],
  ] as readonly (readonly [readonly Answer[], readonly unknown[]])[])('observe tokens that have expired: %j', async (answers, observed) => {
    const came = await expiring(answers);
    expect(came.observed).toEqual(observed);
    expect(came.sent.map(({ as }) => as)).toEqual(answers.map((_, at) => `E${at}`));
  }); // prettier-ignore

  test.each([
    [200, [{ lowerCase: 200 }]],
    [401, [{ lowerCase: 401 }]],
    [503, []],
  ])('observe the scheme in lower case: %i', async (status, observed) => {
    const stage = judgedStage(() => [status], { tokens: [{ label: 'V', scopes: ['view_test:demo'] }] });
    await clause('Authentication/spellings-of-the-scheme')?.check?.(stage.on);
    expect(observedOn(stage)).toEqual(observed);
    expect(stage.sent.map(({ as, ask }) => [as, ask.headers])).toEqual([
      ['no token', [['Authorization', 'bearer secret-of-V']]],
    ]);
  });

  test('ask for tokens of several scopes, and for near misses, if none is supplied', async () => {
    for (const id of ['further-scopes-do-no-harm', 'scopes-are-exact-for-reads', 'scopes-are-exact-for-writes']) {
      const stage = storedStage();
      await clause(`Authentication/${id}`)?.check?.(stage.on);
      expect([outlineOf(stage.told), stage.sent]).toEqual([['discarded: no-minted-token'], []]);
    }
  }); // prettier-ignore
});

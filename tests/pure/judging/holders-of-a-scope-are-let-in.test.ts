import { describe, expect, test } from 'vitest';
import type { AccessCase, AccessTarget } from '../../../judging/access/access-case.ts';
import {
  judgeSufficient,
  judgeSufficientCaller,
  judgeSufficientCallers,
} from '../../../judging/access/access-judgements.ts';
import { sufficientTokenIsGranted, judgeAllRefused } from '../../../judging/access/sufficient-token.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import {
  exchangeOf,
  inTurn,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const full: Answer = [200, '{"total":3}'];
const empty: Answer = [200, '{"total":0}'];
const tokens = [
  { label: 'A', scopes: ['view_test:demo'] },
  { label: 'B', scopes: ['view_test:demo'] },
] as const;

/** Anyone who was supplied is granted access. */
const letIn: Script = (_name, { kind }) => (kind === 'supplied' ? [200, '{"total":3}'] : [401]);

function querying(more: Partial<AccessTarget> = {}, endpoint: EndpointName = 'query'): AccessCase {
  return {
    endpoint,
    prepare: () =>
      Promise.resolve({
        ask: (on, as) => on.ask('query', { as }),
        shows: () => true,
        grants: () => 'granted',
        ...more,
      }),
  };
}

interface Round {
  readonly a?: readonly Answer[];
  readonly b: readonly Answer[];
  readonly only?: readonly number[];
  readonly target?: Partial<AccessTarget>;
  readonly elsewhere?: Script;
  readonly known?: Known;
  /** Whom the clause is about, and who is granted access beside. */
  readonly about?: 'A' | 'B';
}

/** What is told of B beside A, who controls the round; the first answer of each was given in the round. */
async function judged({ a = [full], b, only, target, elsewhere = letIn, known, about = 'B' }: Round) {
  const stage = judgedStage(inTurn({ A: a.slice(a.length > 1 ? 1 : 0), B: b.slice(b.length > 1 ? 1 : 0) }, elsewhere), { tokens, ...known });
  const [first, second] = [stage.caller('A'), stage.caller('B')];
  const before = exchangeOf(a[0] ?? full, { caller: first, endpoint: 'query' });
  const asked: string[] = [];
  const ask: AccessTarget['ask'] = async (on, as) => {
    asked.push(as.label);
    return await on.ask('query', { as });
  };
  const which = querying({ ask, ...target });
  await judgeSufficient(
    stage.on,
    {
      endpoint: 'query',
      target: await which.prepare(stage.on),
      sufficient: [first, second],
      controller: first,
      before,
      after: before,
      answers: new Map([[second, exchangeOf(b[0] ?? full, { caller: second, endpoint: 'query' })]]),
    },
    stage.caller(about),
    only,
  );
  return { ...stage, outline: outlineOf(stage.told), asked };
} // prettier-ignore

describe('a holder of a listed scope', () => {
  test.each([
    ['is let in', { b: [full] }, ['held']],
    ['is refused each time, beside another who is let in', { b: [[403]] }, ['violated']],
    ['is not found each time, beside another who is let in', { b: [[404]] }, ['violated']],
    ['crashes the server each time', { b: [[500]] }, ['violated']],
    ['is refused once', { b: [[403], full] }, ['passed']],
    ['crashes the server once', { b: [[500], full] }, ['passed']],
    ['is refused at times', { b: [[403], full, [403]] }, ['undecided: flaky']],
    ['is not found once, as lag may have it', { b: [[404], full] }, ['held']],
    ['cannot be heard', { b: [[503]] }, ['noise']],
    ['is refused, and cannot be heard then', { b: [[403], [503]] }, ['undecided: noise']],
    ['is refused, and so is the other one then', { a: [full, [403]], b: [[403]] }, ['undecided: flaky']],
    ['is not found, and the other one is refused then', { a: [full, [403]], b: [[404]] }, ['undecided: flaky']],
    ['is refused otherwise than the clause is about', { b: [[404]], only: [401, 403] }, ['undecided: flaky']],
    ['is refused as the clause is about', { b: [[403]], only: [401, 403] }, ['violated']],
    ['is refused everywhere', { b: [[403]], elsewhere: () => [403] }, ['undecided: liveness-unproven']],
  ] as readonly (readonly [string, Round, readonly string[]])[])('%s', async (_what, round, outline) => {
    expect((await judged(round)).outline).toEqual(outline);
  }); // prettier-ignore

  test('crashes the server, which a clause on certain refusals does not judge', async () => {
    expect((await judged({ b: [[500]], only: [401, 403] })).outline).not.toContain('violated');
  });

  test('sends no repetition if it was granted access, or got no usable answer', async () => {
    expect((await judged({ b: [full] })).asked).toEqual([]);
    expect((await judged({ b: [[503]] })).asked).toEqual([]);
  });

  test('sends the request three times between requests of another caller, and earlier answers do not count', async () => {
    const asked = (await judged({ b: [[403]] })).asked.join('');
    expect(asked).toMatch(/^AB(?=.*AA)[AB]*A$/);
    expect([asked.length, asked.replaceAll('A', '').length]).toEqual([9, 4]);
  });

  test('is not reported if it sent no request', async () => {
    const stage = judgedStage(letIn, { tokens });
    const before = exchangeOf(full, { caller: stage.caller('A') });
    const target = await querying().prepare(stage.on);
    const round = { endpoint: 'query', target, sufficient: [], controller: stage.caller('A'), before, after: before } as const;
    await judgeSufficient(stage.on, { ...round, answers: new Map() }, stage.caller('B'), undefined);
    expect([stage.told, stage.sent]).toEqual([[], []]);
    await judgeSufficient(stage.on, { ...round, answers: new Map() }, stage.caller('A'), undefined);
    expect(outlineOf(stage.told)).toEqual(['held']);
  }); // prettier-ignore

  test.each([
    ['once refused otherwise', { b: [[404]], only: [401, 403] }, [404], ['B']],
    ['refused beside one who is refused too', { a: [full, [403]], b: [[404]] }, [404], ['B']],
    ['refused everywhere', { b: [[403]], elsewhere: () => [403] }, [200, 403], ['A', 'B']],
    ['refused each time', { b: [[403]] }, [200, 403], ['A', 'B']],
  ] as readonly (readonly [string, Round, readonly number[], readonly string[]])[])('is shown, %s', async (_how, round, statuses, callers) => {
    expect((await judged(round)).told).toMatchObject([{ statuses, callers }]);
  }); // prettier-ignore

  test('is waited for if a lag may hide resources', async () => {
    let waits = 0;
    const outwaitLag = () => {
      waits += 1;
      return Promise.resolve();
    };
    await judged({ b: [[404], full], target: { outwaitLag } });
    expect(waits).toBe(1);
    await judged({ b: [full], target: { outwaitLag } });
    expect(waits).toBe(1);
  });

  test('is not reported if it is under the setting of another token', async () => {
    const swapped = [
      { label: 'A', scopes: ['view_products:demo', 'view_test:demo'] },
      { label: 'B', scopes: ['view_products:demo'] },
      { label: 'M', scopes: ['manage_products:demo'] },
    ];
    const script: Script = (name, { label }) => {
      const isGranted = name === 'images' ? label === 'B' : label === 'A' || label === 'M';
      return isGranted ? full : [label === 'B' ? 403 : 401];
    };
    const known = { tokens: swapped, learnt: { liveness: new Map([['B', 'live'] as const]) } };
    for (const [isMet, outline] of [[true, ['undecided: dead-token']], [false, ['violated']]] as const) {
      const stage = judgedStage(script, known);
      const ask: AccessTarget['ask'] = (on, as) => on.ask('projectionSearch', { as, method: 'GET' });
      const [controller, caller] = [stage.caller('A'), stage.caller('B')];
      if (isMet)
        for (const as of [caller, stage.caller('M'), stage.on.callers.random])
          for (const name of ['images', 'projectionSearch'] as const) await stage.on.ask(name, { as, method: 'GET' });
      const target = await querying({ ask }).prepare(stage.on);
      const [before, answer] = [await ask(stage.on, controller), await ask(stage.on, caller)];
      const round = { endpoint: 'projectionSearch', target, sufficient: [controller, caller], controller, before, after: before } as const;
      await judgeSufficient(stage.on, { ...round, answers: new Map([[caller, answer]]) }, caller, undefined);
      expect(outlineOf(stage.told)).toEqual(outline);
    }
  }); // prettier-ignore

  test('depends on another token if its scope is listed only there', async () => {
    const holders = [
      { label: 'A', scopes: ['view_products:demo'] },
      { label: 'B', scopes: ['view_published_products:demo'] },
    ];
    const live = { learnt: { liveness: new Map(['A', 'B'].map((label) => [label, 'live'] as const)) } };
    const stage = judgedStage(inTurn({ A: [full], B: [[403]] }, () => [401], 'projectionSearch'), { tokens: holders, ...live });
    const ask: AccessTarget['ask'] = (on, as) => on.ask('projectionSearch', { as, method: 'GET' });
    const target = await querying({ ask }).prepare(stage.on);
    const [controller, caller] = [stage.caller('A'), stage.caller('B')];
    const before = await ask(stage.on, controller);
    const answers = new Map([[caller, await ask(stage.on, caller)]]);
    const round = { endpoint: 'projectionSearch', target, sufficient: [controller, caller], controller, before, after: before } as const;
    await judgeSufficient(stage.on, { ...round, answers }, caller, undefined);
    expect(outlineOf(stage.told)).toEqual(['violated']);
  }); // prettier-ignore
});

describe('if the vendor declares that refusals show no content', () => {
  /** Lists elsewhere are empty for who may not see them. */
  const filtering: Script = (_name, { kind }) => (kind === 'supplied' ? full : empty);
  const known = { tokens, profile: { refusal: { style: 'filter' } } } as const;

  test.each([
    ['an empty list to one and a full one to the other is a doubt', { b: [empty] }, ['undecided: two-readings'], ['A', 'B']],
    ['that holds for the one who controls the round', { a: [empty], b: [full], about: 'A' }, ['undecided: two-readings'], ['B', 'B', 'A']],
    ['a full list is none', { b: [full] }, ['held'], []],
    ['nor an empty one for both', { a: [empty], b: [empty] }, ['held'], []],
    ['nor what is there by the end', { b: [empty, full] }, ['held'], ['A', 'B']],
    ['nor where writes are tried once', { b: [empty], target: { once: true } }, ['held'], []],
    ['nor where lists elsewhere refuse by status', { b: [empty], elsewhere: letIn }, ['held'], []],
    ['nor where nothing is declared', { b: [empty], known: { profile: {} } }, ['held'], []],
  ] as readonly (readonly [string, Round, readonly string[], readonly string[]])[])('%s', async (_what, round, outline, asked) => {
    const met = await judged({ elsewhere: filtering, ...round, known: { ...known, ...round.known } });
    expect([met.outline, met.asked]).toEqual([outline, asked]);
  }); // prettier-ignore

  test('the doubt is reported at the end, with both answers and two readings', async () => {
    const { told, phases } = await judged({ b: [empty], elsewhere: filtering, known });
    expect(told).toMatchObject([{ callers: ['B', 'A'], more: { readings: 2 } }]);
    expect(phases).toEqual(['late']);
  });

  test('a caller without a comparison is not doubted', async () => {
    const stage = judgedStage(inTurn({ A: [empty] }, filtering), { ...known, tokens: tokens.slice(0, 1) });
    await judgeSufficientCallers(stage.on, querying(), [stage.caller('A')]);
    expect(outlineOf(stage.told)).toEqual(['held']);
  });
});

describe('a single holder', () => {
  const alone = async (b: readonly Answer[], known: Known = {}) => {
    const stage = judgedStage(inTurn({ A: [full], B: b }, letIn), { tokens, ...known });
    await judgeSufficientCaller(stage.on, querying(), stage.caller('B'));
    return {
      outline: outlineOf(stage.told),
      asked: stage.sent.filter(({ name }) => name === 'query').length,
    };
  };

  test('sends one request if it is granted access', async () => {
    expect(await alone([full])).toEqual({ outline: ['held'], asked: 1 });
  });

  test('has a round of its own if it is refused', async () => {
    const { outline, asked } = await alone([[403]]);
    expect([outline, asked > 3]).toEqual([['violated'], true]);
  });

  test('has a round if a success may be a refusal', async () => {
    const { outline, asked } = await alone([full], { profile: { refusal: { style: 'envelope' } } });
    expect([outline, asked > 1]).toEqual([['held'], true]);
  });
});

describe('if every holder is refused', () => {
  const refused = async (
    answers: Readonly<Record<string, readonly Answer[]>>,
    elsewhere: Script,
    { endpoint = 'query', known = {} }: { readonly endpoint?: EndpointName; readonly known?: Known } = {},
  ) => {
    const stage = judgedStage(inTurn(answers, elsewhere, endpoint), { tokens, ...known });
    return stage;
  };
  const which: AccessCase = {
    endpoint: 'query',
    prepare: () =>
      Promise.resolve({ ask: (on, as) => on.ask('query', { as }), shows: () => true, grants: () => 'granted' }),
  }; // prettier-ignore

  test.each([
    ['each time, and let in elsewhere, the server is charged', { A: [[403]], B: [[401]] }, letIn, true, ['violated']],
    ['but one at times, nothing is sure', { A: [[403]], B: [[403], full] }, letIn, true, ['undecided: flaky']],
    ['and not for who it is, nothing is judged', { A: [[404]], B: [[404]] }, letIn, false, []],
    ['and let in nowhere else, nothing is judged', { A: [[403]], B: [[403]] }, () => [403], false, []],
    ['and one is let in there, and the other nowhere any more, nothing is judged', { A: [full], B: [[403]] }, 'B once', false, []],
    ['and one of them let in nowhere any more, nothing is sure', { A: [[403]], B: [[403]] }, 'B once', true, ['undecided: flaky']],
    ['and one cannot be heard, and the other finds nothing, nothing is judged', { A: [[503]], B: [[404]] }, letIn, false, []],
    ['and strangers are let in wherever they are, nothing is judged', { A: [[403]], B: [[403]] }, () => full, false, []],
    ['and one of them let in nowhere else, nothing is judged', { A: [[403]], B: [[403]] }, (name, { label }) => [label === 'A' || (label === 'B' && name === 'readById') ? 200 : 403], false, []],
  ] as readonly (readonly [string, Readonly<Record<string, readonly Answer[]>>, Script | 'B once', boolean, readonly string[]])[])('%s', async (_where, answers, elsewhere, isJudged, outline) => {
    const script = elsewhere === 'B once' ? inTurn({ A: [full], B: [full, [403]] }, (name, as, ask, at) => (as.label === 'B' && (name === 'sorted' || name === 'search') ? [403] : letIn(name, as, ask, at)), 'exists') : elsewhere;
    const stage = await refused(answers, script);
    for (const as of [stage.caller('A'), stage.caller('B'), stage.on.callers.random])
      await stage.on.ask('readById', { path: { id: 'r1' }, as });
    expect(await judgeAllRefused(stage.on, which)).toBe(isJudged);
    expect(outlineOf(stage.told)).toEqual(outline);
  }); // prettier-ignore

  test('the last holder is shown with the operations that grant it access, and how often', async () => {
    const stage = await refused({ A: [[403]], B: [[403]] }, letIn);
    await judgeAllRefused(stage.on, which);
    expect(stage.told).toMatchObject([
      { statuses: [200, 403], more: { deviation: 'status', reproduced: '3/3' } },
    ]);
    expect(new Set(stage.told[0]?.callers)).toHaveProperty('size', 1);
  });

  test('a single holder is shown in the same way, whatever other tokens there are', async () => {
    const alone = [
      { label: 'A', scopes: ['view_test:demo'] },
      { label: 'P', scopes: ['view_products:demo'] },
    ];
    const stage = await refused({ A: [[403]] }, letIn, { known: { tokens: alone } });
    expect(await judgeAllRefused(stage.on, which)).toBe(true);
    expect(stage.told).toMatchObject([{ kind: 'violated', statuses: [200, 403], callers: ['A', 'A'] }]);
  });

  test('earlier grants at that operation do not count', async () => {
    const stage = await refused({ A: [full, [403]], B: [full, [403]] }, letIn);
    for (const as of [stage.caller('A'), stage.caller('B')]) await stage.on.ask('query', { as });
    expect(await judgeAllRefused(stage.on, which)).toBe(true);
    expect(outlineOf(stage.told)).toEqual(['violated']);
  });

  test('reads that list other scopes prove nothing about a write', async () => {
    const known = { tokens: [{ label: 'M', scopes: ['manage_test:demo'] }] };
    const stage = await refused({ M: [[403]] }, letIn, { endpoint: 'create', known });
    for (const as of [stage.caller('M'), stage.on.callers.random])
      await stage.on.ask('remove', { path: { id: 'r1' }, as });
    const creating: AccessCase = {
      endpoint: 'create',
      prepare: async (on) => ({
        ...(await which.prepare(on)),
        ask: (_on, as) => on.ask('create', { as, json: { objectTypeProperty: {} } }),
      }),
    };
    expect(await judgeAllRefused(stage.on, creating)).toBe(false);
    expect(stage.told).toEqual([]);
  });

  test('no answer is judged without a holder', async () => {
    const stage = await refused({}, letIn, { known: { tokens: [] } });
    expect(await judgeAllRefused(stage.on, which)).toBe(false);
  });
});

describe('a token that holds the scope of a write', () => {
  const writers = [
    { label: 'A', scopes: ['manage_test:demo'] },
    { label: 'B', scopes: ['manage_test:demo'] },
  ];
  /** Both delete, which an unknown token may not. */
  const deletes: Script = (name, { kind }) => (name === 'remove' && kind === 'supplied' ? [200] : [401]);
  const { check } = sufficientTokenIsGranted('create', (on, as) =>
    on.ask('create', { as, json: { objectTypeProperty: {} } }),
  );

  /** What is told where B alone is refused, in the order of the holders. */
  const judgedWrite = async (
    answers: Readonly<Record<string, readonly Answer[]>>,
    { elsewhere = deletes, reads = [[401]], before = [], known = {} }: { readonly elsewhere?: Script; readonly reads?: readonly Answer[]; readonly before?: readonly (readonly ['create' | 'query', string])[]; readonly known?: Known } = {},
  ) => {
    const stage = judgedStage(inTurn(answers, inTurn({ B: reads }, elsewhere, 'query'), 'create'), { tokens: writers, ...known });
    for (const as of [...stage.on.callers.supplied, stage.on.callers.random])
      await stage.on.ask('remove', { path: { id: 'r1' }, as });
    for (const [name, label] of before) await stage.on.ask(name, { as: stage.caller(label), ...(name === 'create' ? { json: { objectTypeProperty: {} } } : {}) });
    stage.sent.splice(0);
    await check(stage.on);
    return { ...stage, outline: outlineOf(stage.told) };
  }; // prettier-ignore

  test.each([
    ['is let in', { A: [full], B: [full] }, {}, ['held', 'held']],
    ['is refused with 401 each time', { A: [full], B: [[401]] }, {}, ['held', 'violated']],
    ['is refused with 403 each time, between one who is let in', { A: [full], B: [[403]] }, {}, ['held', 'violated']],
    ['is refused with 403 each time, and so is everybody', { A: [[403]], B: [[403]] }, {}, ['violated', 'violated']],
    ['is refused with 401 and 403, after it was let in', { A: [full], B: [full, [403], [401]] }, { before: [['create', 'B']] }, ['held', 'undecided: flaky']],
    ['is refused with 401 each time, after it was let in', { A: [full], B: [full, [401]] }, { before: [['create', 'B']] }, ['held', 'violated']],
    ['is refused with 403 each time, after it was let in', { A: [full], B: [full, [403]] }, { before: [['create', 'B']] }, ['held', 'undecided: flaky']],
    ['is refused with 403, and then let in beside the other one', { A: [full], B: [[403], [403], [403], full] }, {}, ['held', 'undecided: flaky']],
    ['is refused with 403, and the other one is then refused too', { A: [full, full, [403]], B: [[403]] }, {}, ['held', 'undecided: flaky']],
    ['is refused for what it asks', { A: [full], B: [[422]] }, {}, ['held', 'undecided: premise-failed']],
    ['is refused once', { A: [full], B: [[401], full] }, {}, ['held', 'passed']],
    ['is refused at reads by then', { A: [full], B: [[401]] }, { before: [['query', 'B']], reads: [full, [401]] }, ['held', 'undecided: liveness-unproven']],
    ['is let in at reads as before', { A: [full], B: [[401]] }, { before: [['query', 'B']], reads: [full] }, ['held', 'violated']],
    ['is not heard at reads any more', { A: [full], B: [[401]] }, { before: [['query', 'B']], reads: [full, [503]] }, ['held', 'undecided: liveness-unproven']],
    ['is let in nowhere', { A: [full], B: [[401]] }, { elsewhere: () => [401] }, ['held', 'undecided: liveness-unproven']],
  ] as readonly (readonly [string, Readonly<Record<string, readonly Answer[]>>, NonNullable<Parameters<typeof judgedWrite>[1]>, readonly string[]])[])('%s', async (_what, answers, more, outline) => {
    expect((await judgedWrite(answers, more)).outline).toEqual(outline);
  }); // prettier-ignore

  test.each([
    ['for what it asks', { A: [full], B: [[422]] }, {}, [422]],
    ['at times', { A: [full], B: [full, [403]] }, { before: [['create', 'B']] }, [403]],
    ['everywhere', { A: [full], B: [[401]] }, { elsewhere: () => [401] }, [401]],
  ] as readonly (readonly [string, Readonly<Record<string, readonly Answer[]>>, NonNullable<Parameters<typeof judgedWrite>[1]>, readonly number[]])[])('is shown if it is refused %s', async (_how, answers, more, statuses) => {
    expect((await judgedWrite(answers, more)).told.at(-1)).toMatchObject({ statuses, callers: ['B'] });
  }); // prettier-ignore

  test('is not sent to other servers', async () => {
    const more = [...writers, { label: 'P', scopes: ['view_products:demo'] }];
    const { outline } = await judgedWrite({ A: [full], B: [full] }, { known: { tokens: more } });
    expect(outline).toEqual(['held', 'held']);
  });

  test('is required, and has not expired', async () => {
    const old = { label: 'A', scopes: ['manage_test:demo'], expired: true };
    const { told, sent } = await judgedWrite({}, { known: { tokens: [old] } });
    expect(told).toMatchObject([{ code: 'no-token', supply: 'CONFORMANCE_TOKEN_MANAGE_TEST=<token>' }]);
    expect(sent).toEqual([]);
  });
});

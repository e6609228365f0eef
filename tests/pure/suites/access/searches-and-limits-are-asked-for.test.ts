import { describe, expect, test } from 'vitest';
import {
  projectionSearch,
  askSearch,
  hasBody,
  searchers,
  searching,
  searchMethod,
  sufficientSearch,
} from '../../../../suites/4.14-projection-search.ts';
import { attemptAt, writesAtRisk } from '../../../../suites/general/attempts-at-risk.ts';
import { bodiesWithout } from '../../../../judging/answers/flawed-answers.ts';
import { conclude } from '../../../../judge/sentence.ts';
import { reportConclusion } from '../../../../run/concluded.ts';
import { general, observeLimits } from '../../../../suites/general.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { createBodies } from '../../../../implementation/create-body.ts';
import type { Ask } from '../../../../run/ask.ts';
import { writeJson } from '../../../../wire/json/json.ts';
import {
  exchangeOf,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../../support/stages/judged-stage.ts';
import { queryOf } from '../../../support/stages/reporting-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

const tokens = [
  { label: 'P', scopes: ['view_products:demo'] },
  { label: 'Q', scopes: ['view_published_products:demo', 'manage_products:demo'] },
  { label: 'V', scopes: ['view_test:demo'] },
  { label: 'G', scopes: ['manage_products:demo'] },
  { label: 'E', scopes: ['view_products:demo'], expired: true },
  { label: 'O', scopes: ['view_products:other'] },
];
const posting: Known = { tokens, profile: { search: { method: 'POST' } } };
const observedOn = ({ told }: Pick<ReturnType<typeof judgedStage>, 'told'>) =>
  told.map(({ kind, code, value }) => (kind === 'observed' ? value : (code ?? kind)));

describe('a search', () => {
  const sent = async (method: string, profile: Known['profile'] = {}, fields: readonly (readonly [string, string])[] = []) => {
    const stage = judgedStage(() => [200], { tokens, profile });
    await askSearch(stage.on, method, stage.caller('P'), fields);
    const ask: Ask = stage.sent[0]?.ask ?? {};
    return [new TextDecoder().decode(ask.body), queryOf(ask), ask.contentType, ask.authorizationName];
  }; // prettier-ignore
  const form = 'application/x-www-form-urlencoded';
  const inForm = { auth: { carrier: { '4.14': 'form' } } } as Known['profile'] & object;
  const sampled: Known['profile'] = {
    samples: { '4.14': { body: { a: 'x y', b: ['1', '2'] }, query: { q: 'z' } } },
  };

  test.each([
    ['POST', {}, [], ['', '', form, undefined]],
    ['PUT', {}, [['staged', 'true']], ['staged=true', '', form, undefined]],
    ['POST', sampled, [['staged', 'true']], ['a=x+y&b=1&b=2&staged=true', 'q=z', form, undefined]],
    ['GET', sampled, [['staged', 'true']], ['', 'q=z&a=x y&b=1&b=2&staged=true', undefined, undefined]],
    ['POST', inForm, [], ['access_token=secret-of-P', '', form, null]],
    ['GET', inForm, [], ['', 'access_token=secret-of-P', undefined, null]],
  ] as readonly (readonly [string, Known['profile'] & object, readonly (readonly [string, string])[], unknown])[])('has its fields in the body or in the query: %s %j', async (method, profile, fields, expected) => {
    expect(await sent(method, profile, fields)).toEqual(expected);
  }); // prettier-ignore

  test('carries a body but for reads', () => {
    expect(['POST', 'PUT', 'GET', 'HEAD'].map(hasBody)).toEqual([true, true, false, false]);
  });

  test('is required for valid holders of a listed scope', () => {
    expect(searchers(judgedStage(() => [200], { tokens }).on).map(({ label }) => label)).toEqual(['P', 'Q']);
  });

  const probing: Known = { tokens, profile: { probe: { undeclaredMethods: true } } };
  const by = (status: Readonly<Record<string, number>>): Script => (_name, _as, { method = '' }) => [status[method] ?? 405]; // prettier-ignore

  test.each([
    [posting, {}, 'POST', []],
    [probing, { POST: 200 }, 'POST', ['POST']],
    [probing, { GET: 200, PUT: 200 }, 'GET', ['POST', 'GET']],
    [probing, { PUT: 204 }, 'PUT', ['POST', 'GET', 'PUT']],
  ] as const)(
    'has the declared method, or the first that is granted access',
    async (known, status, method, tried) => {
      const stage = judgedStage(by(status), known);
      expect(await searchMethod(stage.on)).toBe(method);
      await searchMethod(stage.on);
      expect(stage.sent.map(({ ask }) => ask.method)).toEqual(tried);
    },
  );

  test.each([
    [{ tokens }, 0],
    [{ ...probing, tokens: tokens.slice(2) }, 0],
    [probing, 3],
  ])('has no method if none is declared or found', async (known, requests) => {
    const stage = judgedStage(by({}), known);
    await expect(searchMethod(stage.on)).rejects.toMatchObject({ reason: { code: 'method-undeclared' }, tested: false }); // prettier-ignore
    expect(stage.sent).toHaveLength(requests);
  });

  test.each([
    [[200], [200], ['P']],
    [[403], [200], ['P', 'Q']],
    [[403], [404], ['P', 'Q']],
    [[415], [200], ['P']],
  ])(
    'is sent as the first sufficient caller that is granted access: %j %j',
    async ([first = 0], [second = 0], callers) => {
      const stage = judgedStage((_name, { label }) => [label === 'P' ? first : second], posting);
      const answer = await sufficientSearch(stage.on);
      expect(stage.sent.map(({ as }) => as)).toEqual(callers);
      expect(answer.caller.label).toBe(callers.at(-1));
    },
  );

  test('is not tested without a caller', async () => {
    const { on } = judgedStage(() => [200], { ...posting, tokens: [] });
    await expect(sufficientSearch(on)).rejects.toMatchObject({ tested: false });
  });

  test('is undecided for a caller with different content, and exempts managers of products', async () => {
    const { on, caller } = judgedStage(() => [200], posting);
    const target = await searching.prepare(on);
    const [all, same, none] = ['{"a":[1,2]}', '{"a":[1,2]}', '{"a":[]}'].map((text) => exchangeOf([200, text], { caller: caller('V') })); // prettier-ignore
    if (all === undefined || same === undefined || none === undefined) throw new Error('there are three');
    expect([target.grants(same, all, all), target.grants(none, all, all)]).toEqual(['granted', 'open']);
    expect([target.exempts?.(caller('G')), target.exempts?.(caller('V'))]).toEqual([true, false]);
  });

  const clause = (id: string) => projectionSearch.clauses.find((one) => one.id === id);

  test.each([
    [[200], ['held']],
    [[400], ['held']],
    [[404], ['held']],
    [[409], ['held']],
    [[422], ['held']],
    [[415], ['violated']],
    [[415, 200], ['passed']],
    [[405], ['discarded: premise-failed']],
    [[403], ['discarded: premise-failed']],
    [[503], ['noise']],
  ])('decides whether it is accepted as a form: %j', async (statuses, outline) => {
    let turn = 0;
    const stage = judgedStage(() => {
      turn += 1;
      return [statuses[Math.min(turn, statuses.length) - 1] ?? 0];
    }, { ...posting, tokens: tokens.slice(0, 1) }); // prettier-ignore
    await clause('4.14/accepts-forms')?.check?.(stage.on);
    expect(outlineOf(stage.told)).toEqual(outline);
  });

  test('needs no form if its method has no body', async () => {
    const stage = judgedStage(() => [200], { tokens, profile: { search: { method: 'GET' } } });
    await clause('4.14/accepts-forms')?.check?.(stage.on);
    expect([outlineOf(stage.told), stage.sent]).toEqual([['discarded: declared-absent'], []]);
  });

  test.each([
    [200, { supported: true, accepted: true }],
    [404, { supported: true, accepted: false }],
    [405, { supported: false, accepted: false }],
    [501, { supported: false, accepted: false }],
  ])('has its method observed: %i', async (status, value) => {
    const stage = judgedStage(() => [status], posting);
    await clause('4.14/method')?.check?.(stage.on);
    expect(observedOn(stage)).toEqual([{ method: 'POST', answer: String(status), ...value }]);
  });

  test.each([
    [[200], [{ status: 200 }, 'suspected']],
    [[403], [{ status: 403 }]],
    [[503], []],
  ])('the search of a manager of products alone is observed: %j', async ([status = 0], told) => {
    const stage = judgedStage((_name, { label }) => [label === 'G' ? status : 500], posting);
    await clause('4.14/manage-products')?.check?.(stage.on);
    expect(observedOn(stage)).toEqual(told);
  });
});

describe('limits', () => {
  const [richest] = createBodies;
  const size = writeJson(richest?.('canary1') ?? null).length;
  /** Creates up to this size are accepted. */
  const observed = async (maxBody: number, limit: (bytes: number) => Answer, known: Known = {}) => {
    const stage = judgedStage((_name, _as, { body }) => limit(body?.length ?? 0), {
      tokens: [{ label: 'M', scopes: ['manage_test:demo'] }],
      profile: { limits: { maxBody } },
      ...known,
      stage: { noteCreated: () => undefined },
    });
    if (known.learnt === undefined) stage.learnt.writer = stage.caller('M');
    await observeLimits(stage.on);
    const { maxBodyKept } = (stage.told[0]?.value ?? {}) as { readonly maxBodyKept?: boolean };
    return { ...stage, maxBodyKept, sizes: stage.sent.map(({ ask }) => ask.body?.length) };
  };
  const upTo = (most: number, beyond: Answer = [413]) => (bytes: number): Answer => bytes <= most ? [201, '{}'] : beyond; // prettier-ignore

  test.each([
    ['is kept', 0, [413], true],
    ['is kept by whatever refusal', 0, [400], true],
    ['is lower', -1, [413], false],
    ['is higher', 1, [413], false],
  ] as const)('that are declared for bodies %s', async (_what, more, beyond, kept) => {
    const bytes = size + 50;
    const { maxBodyKept, sizes } = await observed(bytes, upTo(bytes + more, [...beyond]));
    expect([maxBodyKept, sizes]).toEqual([kept, [bytes, bytes + 1]]);
  });

  test.each([
    ['that is too small for a body', size - 2, {}],
    ['that is too great', 1_048_576, {}],
    ['where nothing is written', size + 50, { options: { readOnly: true } }],
    ['without a writer', size + 50, { learnt: { writer: undefined } }],
  ] as readonly (readonly [string, number, Known])[])('are not tried %s', async (_what, bytes, known) => {
    const { maxBodyKept, sizes } = await observed(bytes, upTo(bytes), known);
    expect([maxBodyKept, sizes]).toEqual([undefined, []]);
  }); // prettier-ignore

  test.each([
    [10, undefined, 0, true],
    [10, undefined, 2, undefined],
    [10, 10, 0, true],
    [10, 10, 2, false],
    [10, 9, 1, false],
    [10, 11, 2, undefined],
    [undefined, 10, 2, undefined],
  ])('a declared rate limit is kept if a run within it was not limited: %s, run at %s, %i refused', async (rps, maxRps, refused, kept) => {
    const stage = judgedStage(() => [429], {
      tokens,
      ...(rps === undefined ? {} : { profile: { limits: { rps } } }),
      options: { maxRps },
    } as Known);
    for (let count = 0; count < refused; count += 1) await stage.on.ask('query');
    await observeLimits(stage.on);
    const { rpsKept, statuses = {} } = (stage.told[0]?.value ?? {}) as { rpsKept?: boolean; statuses?: Record<string, number> };
    expect([rpsKept, Object.keys(statuses).toSorted()]).toEqual([kept, ['413', '414', '429', '431']]);
    expect(statuses['429']).toBe(refused);
  }); // prettier-ignore
});

describe('a recorded answer', () => {
  const judged = async (answers: readonly (readonly [EndpointName, Answer])[], concerns?: (type: string) => boolean) => {
    const stage = judgedStage((name, _as, _ask) => answers.find(([one]) => one === name)?.[1] ?? [404], { tokens: [{ label: 'V', scopes: ['view_test:demo'] }] });
    for (const [name] of answers) await stage.on.ask(name, name === 'readById' ? { path: { id: 'a' } } : {});
    const sentence = bodiesWithout({ of: ['query', 'search'], expected: 'e', ...(concerns === undefined ? {} : { concerns }) }, ({ notJson }) =>
      notJson.map(({ evidence }) => ({ got: 'g', deviation: { kind: 'not-json' }, evidence })),
    );
    reportConclusion(stage.on, conclude(sentence, stage.on.world));
    return outlineOf(stage.told);
  }; // prettier-ignore
  const html: Answer = [200, '<p>', [['content-type', 'application/json']]];
  const object: Answer = [200, '{"a":1}', [['content-type', 'application/json']]];

  test.each([
    ['nothing', [], ['discarded: premise-failed']],
    ['what is right', [['query', object]], ['held']],
    ['what is right of both', [['query', object], ['search', object]], ['held']],
    ['what is wrong', [['query', html]], ['violated']],
    ['what is wrong of both', [['query', html], ['search', html]], ['violated', 'violated']],
    ['what is wrong of others', [['query', object], ['sorted', html]], ['held']],
    ['others only', [['sorted', object]], ['discarded: premise-failed']],
    ['what has no body', [['query', [204, '']]], ['discarded: premise-failed']],
    ['refusals', [['query', [404, '<p>']]], ['discarded: premise-failed']],
  ] as readonly (readonly [string, readonly (readonly [EndpointName, Answer])[], readonly string[]])[])('is judged: %s', async (_what, answers, outline) => {
    expect(await judged(answers)).toEqual(outline);
  }); // prettier-ignore

  test('bodies that do not concern it prove nothing', async () => {
    expect(await judged([['query', object]], (type) => type === 'text/plain')).toEqual(['discarded: premise-failed']);
    expect(await judged([['query', object]], (type) => type === 'application/json')).toEqual(['held']);
  }); // prettier-ignore

  const types = general.clauses.find(({ id }) => id === 'General/media-types')?.declares[0];
  test.each([
    [['application/json'], ['application/json'], true],
    [['Application/JSON; charset=utf-8'], ['application/json'], true],
    [['application/json'], ['application/json', 'text/html'], false],
    [['application/json', 'text/html'], ['text/html'], true],
    [['application/json'], [], undefined],
    ['application/json', ['application/json'], undefined],
    [['application/json'], undefined, undefined],
  ])('is compared with declared media types: %j %j', (declared, seen, met) => {
    expect(types?.met(declared, { types: seen })).toBe(met);
  });
});

describe('an operation that may break a server', () => {
  const attempted = async (name: EndpointName, of: typeof attemptAt) => {
    const stage = storedStage();
    const attempt = of(stage.on, name);
    const answer = await attempt?.();
    return { answer, sent: stage.sent, last: stage.sent.at(-1) };
  };

  test.each([
    ['exists', attemptAt],
    ['create', attemptAt],
    ['update', attemptAt],
    ['remove', attemptAt],
    ['create', writesAtRisk],
    ['update', writesAtRisk],
    ['remove', writesAtRisk],
  ] as const)('is sent once, though silent: %s', async (name, of) => {
    const { last } = await attempted(name, of);
    expect([last?.name, last?.ask.once, last?.ask.whenSilent]).toEqual([name, true, 'send-anyway']);
  });

  test.each([
    ['query', attemptAt],
    ['patch', attemptAt],
    ['readById', attemptAt],
    ['readByKey', writesAtRisk],
    ['exists', writesAtRisk],
  ] as const)('is not sent that way: %s', async (name, of) => {
    expect((await attempted(name, of)).sent).toEqual([]);
  });

  test('uses a resource of its own', async () => {
    const { sent, last } = await attempted('update', writesAtRisk);
    expect([sent[0]?.name, last?.ask.path?.['id']]).toEqual(['create', 'r1']);
    const none = storedStage({ answer: (name) => (name === 'readById' ? [200, '{}'] : undefined), born: (id) => [201, JSON.stringify({ id })] }); // prettier-ignore
    expect(await writesAtRisk(none.on, 'update')?.()).toBeUndefined();
    expect(none.asked('update')).toEqual([]);
  });

  test('is a create with forty elements in each array if it is at risk', async () => {
    const { last } = await attempted('create', writesAtRisk);
    const { objectTypeProperty = {} } = (last?.ask.json ?? {}) as { objectTypeProperty?: Record<string, readonly unknown[]> };
    expect(new Set(Object.values(objectTypeProperty).map(({ length }) => length))).toEqual(new Set([40]));
    expect(new Set(objectTypeProperty['arrayOfUniqueIntExample']?.map(String)).size).toBe(40);
    expect(objectTypeProperty['arrayOfStringExample']?.every((one) => /[^ -~]/.test(String(one)))).toBe(true);
  }); // prettier-ignore
});

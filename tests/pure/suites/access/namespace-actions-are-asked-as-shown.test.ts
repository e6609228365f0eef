import { describe, expect, test } from 'vitest';
import {
  answersAreCarts,
  surveyCarts,
  itemsMeetSchemas,
  observePlaces,
} from '../../../../suites/namespace/surveyed-carts.ts';
import { conclude } from '../../../../judge/sentence.ts';
import { reportConclusion } from '../../../../run/concluded.ts';
import {
  nameOf,
  namespaceContents,
  namespaceWriter,
  provokeNamespace,
  takenContent,
  writeNamespace,
} from '../../../../suites/namespace/namespace-writes.ts';
import {
  judgeAcceptJson,
  judgeNamesInLowerCase,
  observeMissingHeaders,
} from '../../../../suites/namespace/required-headers.ts';
import { namespaceAction } from '../../../../suites/4.16-namespace-action.ts';
import type { Ask } from '../../../../run/ask.ts';
import { evidenceOf, historyOf, worldOf } from '../../../support/histories.ts';
import type { RunOptions } from '../../../../run/options.ts';
import {
  exchangeOf,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'V', scopes: ['view_test:demo'] }];
const json = [['content-type', 'application/json']] as const;
const cart = '{"cartId":"a","cartVersion":"1","lineItems":[]}';

const observedOn = ({ told }: Pick<ReturnType<typeof judgedStage>, 'told'>) =>
  told.map(({ kind, code, value }) => (kind === 'observed' ? value : (code ?? kind)));

describe('answers that should be carts', () => {
  /** What the run has recorded of an endpoint is judged, and how many carts have held. */
  const judged = (answers: readonly Answer[], name: 'cart' | 'cartWithHeaders' = 'cart') => {
    const history = historyOf([]);
    const world = worldOf(history, (exchange) => ({
      ...evidenceOf(exchange),
      ...(exchange.status === undefined ? {} : { answer: { status: exchange.status, headers: [] } }),
    }));
    const counts: number[] = [];
    const held = (times = 1) => void counts.push(times);
    const stage = judgedStage(() => [200], { tokens, stage: { world, held } });
    const exchanges = answers.map((answer, at) =>
      exchangeOf(answer, { number: at + 1, endpoint: name, caller: stage.caller('V') }),
    );
    for (const exchange of exchanges) history.append(exchange);
    reportConclusion(stage.on, conclude(answersAreCarts(name), world));
    return { outline: [...outlineOf(stage.told), ...counts.map((count) => `held ${count}`)] };
  };

  test.each([
    ['are', [[200, cart]], ['held 1']],
    ['are no object', [[200, '[]']], ['violated']],
    ['are no JSON', [[200, '<html>']], ['violated']],
    ['are one empty, one cart', [[200, ''], [200, cart]], ['violated']],
    ['have no content', [[204, '']], ['undecided: premise-failed']],
    ['have content to be reset', [[205, '']], ['undecided: premise-failed']],
    ['have none of the members', [[200, '{"a":1}']], ['undecided: vacuous-body']],
    ['have them inside', [[200, `{"body":${cart}}`]], ['undecided: vacuous-body']],
    ['have some, sometimes', [[200, '{"a":1}'], [200, cart]], ['held 1']],
    ['are several, but for those without content', [[200, cart], [204, ''], [200, '{"a":1}'], [200, cart]], ['held 2']],
    ['are empty with another status', [[200, '']], ['violated']],
    ['are refused', [[404]], ['discarded: premise-failed']],
    ['are lost', [[503]], ['undecided: noise']],
  ] as readonly (readonly [string, readonly Answer[], readonly string[]])[])('%s', (_what, answers, outline) => {
    expect(judged(answers).outline).toEqual(outline);
    expect(judged(answers, 'cartWithHeaders').outline).toEqual(outline);
  }); // prettier-ignore
});

describe('open places of carts', () => {
  const observed = async (text: string, profile: Known['profile'] = {}, without: readonly string[] = []) => {
    const stage = judgedStage((name) => [200, name === 'cart' ? text : '{"payments":[true]}'], {
      tokens,
      profile,
      options: { without: new Set(without) as RunOptions['without'] },
    });
    await observePlaces(stage.on);
    return { ...stage, values: observedOn(stage) };
  };
  const only = ['4.18'];

  test.each([
    ['{}', []],
    ['{"payments":[]}', []],
    ['{"payments":[1]}', [{ payments: { kinds: ['number'], members: [] } }]],
    ['{"payments":[1,2,{"b":1,"a":2},{"a":1}]}', [{ payments: { kinds: ['number', 'object'], members: ['a', 'b'] } }]],
    ['{"shippingAddress":{"city":"a"}}', [{ shippingAddress: { kinds: ['object'], members: ['city'] } }]],
    ['{"discountCodes":[null,[1]]}', [{ discountCodes: { kinds: ['null', 'array'], members: [] } }]],
    ['{"discounts":["a"],"lineItems":[{"discounts":[{"x":1}]},{}]}', [{ discounts: { kinds: ['object'], members: ['x'] } }]],
    ['{"lineItems":{"discounts":["a"]}}', []],
  ] as readonly (readonly [string, readonly unknown[]])[])('are described by their content: %s', async (text, values) => {
    expect((await observed(text, {}, only)).values).toEqual(values);
  }); // prettier-ignore

  test('come from both endpoints, unless one is left out', async () => {
    expect((await observed('{"payments":["a"]}')).values).toEqual([
      { payments: { kinds: ['string', 'boolean'], members: [] } },
    ]);
    const { sent } = await observed('{}', {}, only);
    expect(sent.filter(({ name }) => name === 'cartWithHeaders')).toEqual([]);
  });

  test.each([
    ['["a","b"]', true],
    ['["a",1]', false],
  ])('are each checked against a declared schema: %s', async (items, meetsSchema) => {
    const profile = { cart: { itemSchemas: { payments: { type: 'string' } } } };
    const { values } = await observed(`{"payments":${items},"discountCodes":[1]}`, profile, only);
    expect(values).toMatchObject([{ payments: { meetsSchema } }]);
    expect(JSON.stringify(values).match(/meetsSchema/g)).toHaveLength(1);
    const declaration = itemsMeetSchemas.find(({ key }) => key === 'cart.itemSchemas.payments');
    expect(declaration?.met({}, values[0])).toBe(meetsSchema);
    expect(declaration?.met({}, {})).toBeUndefined();
  });
});

describe('required headers', () => {
  /** Answers of 4.18, by the headers of the request. */
  const stageOf = (answer: (headers: ReadonlyMap<string, string>) => Answer) =>
    judgedStage((_name, _as, { headers = [] }) => answer(new Map(headers)), { tokens });
  const isLower = (name: string) => (headers: ReadonlyMap<string, string>) => headers.has(name);

  test.each([
    ['are understood in lower case', () => [200, cart], ['held', 'held']],
    ['one is not', (headers) => [isLower('accept')(headers) ? 406 : 200, cart], ['violated', 'held']],
    ['the other is not', (headers) => [isLower('service-locale')(headers) ? 400 : 200, cart], ['held', 'violated']],
    ['are not accepted as shown', () => [400], ['discarded: premise-failed']],
    ['are lost', () => [503], ['noise']],
  ] as readonly (readonly [string, (headers: ReadonlyMap<string, string>) => Answer, readonly string[]])[])('%s', async (_what, answer, outline) => {
    const stage = stageOf(answer);
    await judgeNamesInLowerCase(stage.on);
    expect(outlineOf(stage.told)).toEqual(outline);
  }); // prettier-ignore

  test('are spelled differently one at a time, with their values', async () => {
    const stage = stageOf(() => [200, cart]);
    await judgeNamesInLowerCase(stage.on);
    const odd = stage.sent.flatMap(({ ask: { headers = [] } }) =>
      headers.some(([name]) => name === name.toLowerCase()) ? [headers] : [],
    );
    expect(odd).toEqual([
      [
        ['accept', 'application/json'],
        ['Service-Locale', 'en-US'],
      ],
      [
        ['Accept', 'application/json'],
        ['service-locale', 'en-US'],
      ],
    ]);
  });

  const accept = (ofJson: number, ofAny: Answer, ofText: Answer) => (headers: ReadonlyMap<string, string>) =>
    new Map([['*/*', ofAny], ['text/plain', ofText]]).get(headers.get('Accept') ?? '') ?? ([ofJson, cart] as const); // prettier-ignore
  const refused: Answer = [406];
  const typed: Answer = [200, cart, [['content-type', 'application/vnd.cart+json']]];

  test.each([
    ['is served', 200, [200, cart, json], refused, ['held']],
    ['is not acceptable where a wildcard is answered with it', 406, [200, cart, json], refused, ['violated']],
    ['is not acceptable where another type is answered with it', 406, refused, [200, cart, json], ['violated']],
    ['is not where both are answered with other types', 406, typed, [200, cart, [['content-type', 'text/plain']]], ['discarded: premise-failed']],
    ['is not where a wildcard has no type', 406, [200, cart], refused, ['discarded: premise-failed']],
    ['is not where any other is refused', 406, [404, cart, json], [404, cart, json], ['discarded: premise-failed']],
    ['is refused for another reason', 404, [200, cart, json], [200, cart, json], ['discarded: premise-failed']],
    ['is lost', 503, [200, cart, json], refused, ['noise']],
  ] as readonly (readonly [string, number, Answer, Answer, readonly string[]])[])('application/json %s', async (_what, ofJson, ofAny, ofText, outline) => {
    const stage = stageOf(accept(ofJson, ofAny, ofText));
    await judgeAcceptJson(stage.on);
    expect(outlineOf(stage.told)).toEqual(outline);
  }); // prettier-ignore

  test.each([
    ['accepted', 200, 200, { Accept: 'accept', 'Service-Locale': 'accept' }],
    ['refused', 406, 400, { Accept: 'reject', 'Service-Locale': 'reject' }],
    ['one refused', 200, 400, { Accept: 'accept', 'Service-Locale': 'reject' }],
    ['failed at', 500, 503, {}],
  ] as const)('missing required headers are %s', async (_what, noAccept, noLocale, reactions) => {
    const stage = stageOf((headers) => {
      if (!headers.has('Accept') && !headers.has('Service-Locale')) return [418];
      return [headers.has('Accept') ? (headers.has('Service-Locale') ? 200 : noLocale) : noAccept];
    });
    await observeMissingHeaders(stage.on);
    expect(stage.told).toMatchObject([{ kind: 'observed', value: { ...reactions, statuses: { both: '418' } } }]);
    const { statuses, ...rest } = (stage.told[0]?.value ?? {}) as { readonly statuses?: unknown };
    expect([statuses !== undefined, rest]).toEqual([true, reactions]);
  }); // prettier-ignore
});

describe('carts are surveyed', () => {
  const surveyed = async (without: readonly string[], answer: Answer = [200, cart]) => {
    const stage = judgedStage(() => answer, {
      tokens,
      options: { without: new Set(without) as RunOptions['without'] },
    });
    await surveyCarts(stage.on);
    const before = stage.sent.length;
    await surveyCarts(stage.on);
    expect(stage.sent).toHaveLength(before);
    const count = (name: string) => stage.sent.filter((one) => one.name === name).length;
    const locales = stage.sent.flatMap(({ ask: { headers = [] } }) =>
      headers.flatMap(([name, value]) => (name === 'Service-Locale' ? [value] : [])),
    );
    return { counts: [count('cart'), count('cartWithHeaders')], locales: new Set(locales).size };
  };

  test.each([
    [[], [8, 9], 8],
    [['4.17'], [0, 9], 8],
    [['4.18'], [8, 0], 0],
    [['4.17', '4.18'], [0, 0], 0],
  ])('once per run, if they are not left out: %j', async (without, counts, locales) => {
    expect(await surveyed(without)).toEqual({ counts, locales });
  });

  test('carts are not surveyed again if no cart is shown', async () => {
    const { counts } = await surveyed(['4.18'], [404]);
    expect(counts).toEqual([1, 0]);
  });
});

describe('writes to the namespace', () => {
  const stageOf = (script: Script, options: Partial<RunOptions> = {}, more: Known = {}) =>
    judgedStage(script, {
      tokens,
      ...more,
      options: { consent: new Set(['namespace' as const]), ...options },
    });
  const writes = ({ sent }: ReturnType<typeof judgedStage>) =>
    sent.filter(({ name }) => name === 'namespaceWrite');
  const kindOf = ({ json: body }: Ask) => (Array.isArray(body) ? 'array' : typeof body);

  test.each([[{ consent: new Set() }], [{ readOnly: true }]] as readonly (readonly [Partial<RunOptions>])[])(
    'are not sent without consent: %j',
    async (options) => {
      const stage = stageOf(() => [200], options);
      await expect(writeNamespace(stage.on, stage.on.writer)).rejects.toMatchObject({ tested: false });
      await expect(namespaceWriter(stage.on)).rejects.toMatchObject({ tested: false });
      await provokeNamespace(stage.on);
      expect(writes(stage)).toEqual([]);
      expect(new Set(stage.sent.map(({ name, as }) => `${name} ${as}`))).toEqual(
        new Set(['namespaceRead V', 'namespaceRead unknown token']),
      );
    },
  );

  test('are known by the first accepted content', async () => {
    const stage = stageOf((_name, _as, ask) => [kindOf(ask) === 'object' ? 422 : 200]);
    expect(await takenContent(stage.on)).toBeUndefined();
    await writeNamespace(stage.on, stage.on.writer);
    expect(await takenContent(stage.on)).toBeUndefined();
    const [, , text, list] = namespaceContents;
    await writeNamespace(stage.on, stage.on.writer, list);
    await writeNamespace(stage.on, stage.on.writer, text);
    expect(await takenContent(stage.on)).toBe(list);
  });

  test('are followed by a read if one was accepted', async () => {
    for (const [status, reads] of [[200, 2], [422, 0]] as const) {
      const stage = stageOf((name) => [name === 'namespaceWrite' ? status : 200]);
      await namespaceWriter(stage.on);
      expect(stage.sent.filter(({ name }) => name === 'namespaceRead')).toHaveLength(reads);
      expect(stage.phases).toEqual(['overwrites']);
    }
  }); // prettier-ignore

  test('have the sample for their content, if one is declared', async () => {
    for (const [key, body] of [['4.16.POST', { a: 1 }], ['4.16', { b: 2 }]] as const) {
      const stage = stageOf(() => [200], {}, { profile: { samples: { [key]: { body } } } });
      await writeNamespace(stage.on, stage.on.writer);
      expect(writes(stage).map(({ ask }) => ask.json)).toEqual([body]);
    }
  }); // prettier-ignore

  test('have contents of several kinds, each with a stable name', () => {
    expect(namespaceContents.map((content) => kindOf({ json: content('a') }))).toEqual(['object', 'object', 'string', 'array']); // prettier-ignore
    expect(new Set(namespaceContents.map(nameOf)).size).toBe(4);
    for (const content of namespaceContents) expect(nameOf(content)).toBe(nameOf(content));
  });

  const clause = (id: string) => namespaceAction.clauses.find((one) => one.id === id);

  test.each([
    [[200, '{}'], {}, { answer: '200', accepted: true, status: 200 }],
    [[404], {}, { answer: '404', accepted: false }],
    [[200, '{"a":1}'], { type: 'object' }, { answer: '200', accepted: true, status: 200, conforms: true }],
    [[200, '[]'], { type: 'object' }, { answer: '200', accepted: true, status: 200, conforms: false }],
    [[200, 'words'], { type: 'object' }, { answer: '200', accepted: true, status: 200, conforms: false }],
    [[404, '{}'], { type: 'object' }, { answer: '404', accepted: false }],
    [[503], {}, 'noise'],
  ] as readonly (readonly [Answer, { type?: string }, unknown])[])('reads after a write show an answer: %j %j', async (answer, schema, value) => {
    const profile = (schema.type === undefined ? {} : { namespace: { schema: { GET: schema, POST: schema } } }) as Known['profile'] & object;
    for (const id of ['4.16/read-response', '4.16/write-response']) {
      const stage = stageOf(() => answer, {}, { profile });
      await clause(id)?.check?.(stage.on);
      expect(observedOn(stage)).toEqual([value]);
    }
  }); // prettier-ignore

  test.each([
    [true, { accepted: true, status: 202 }, true],
    [true, { accepted: true, status: 200 }, true],
    [false, { accepted: true, status: 202 }, false],
    [false, { accepted: true, status: 200 }, true],
    [false, { accepted: false }, undefined],
    [true, { accepted: false }, undefined],
  ])('a declared time of effect %s is kept by writes: %j', (declared, observed, met) => {
    for (const key of ['async.4.16', 'async.4.16.POST'])
      expect(
        clause('4.16/write-response')
          ?.declares.find((one) => one.key === key)
          ?.met(declared, observed),
      ).toBe(met);
  });

  test.each([
    ['is taken', [200], ['held']],
    ['is not taken as JSON', [415], ['violated']],
    ['is not for once', [415, 200], ['passed']],
    ['is refused otherwise', [400], ['held']],
    ['is lost', [503], ['noise']],
  ] as const)('with a body %s', async (_what, answers, outline) => {
    let turn = -1;
    const stage = stageOf((name) => {
      if (name === 'namespaceWrite') turn += 1;
      // The first is for anyone who looks for a writer.
      return [name === 'namespaceWrite' ? (answers[Math.min(Math.max(turn - 1, 0), answers.length - 1)] ?? 0) : 200];
    });
    await clause('4.16/write-takes-json')?.check?.(stage.on);
    expect(outlineOf(stage.told)).toEqual(outline);
  }); // prettier-ignore

  test('writes of each content are observed by their statuses', async () => {
    const stage = stageOf((_name, _as, ask) => [kindOf(ask) === 'string' ? 422 : 200]);
    await clause('4.16/write-content')?.check?.(stage.on);
    expect(stage.told.map(({ value }) => Object.values(value ?? {}) as unknown)).toEqual([[200, 200, 422, 200]]);
  }); // prettier-ignore
});

import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { sameShape, type AccessCase } from '../../../judging/access/access-case.ts';
import { judgeCallers } from '../../../judging/access/access-judgements.ts';
import { isDeniedInStyle, refusesInStyle } from '../../../judging/access/declared-style.ts';
import { refuses } from '../../../judging/access/refusal.ts';
import { answeredList, hopeless, keptIfAny, tellingList } from '../../../judging/access/telling-list.ts';
import {
  exchangeOf,
  inTurn,
  judgedStage,
  outlineOf,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const { on: nowhere } = judgedStage(() => [404]);
const said = (answer: Answer, endpoint: EndpointName = 'query') =>
  exchangeOf(answer, { caller: nowhere.callers.none, endpoint });

describe('two answers have one shape', () => {
  test.each([
    ['{"a":1,"b":"x"}', '{"b":"y","a":2}'],
    ['{"a":[1]}', '{"a":[]}'],
    ['{"a":null}', '{"a":null}'],
    ['{"a":{"b":1}}', '{"a":{"c":2}}'],
    ['[1]', '["a"]'],
    ['', ''],
    ['"a"', '"b"'],
    ['{}', '{}'],
  ])('%j and %j', (one, other) => {
    expect(sameShape(said([200, one]), said([200, other]))).toBe(true);
  });

  test.each([
    [200, '{"a":1}', 200, '{"b":1}'],
    [200, '{"a":1}', 200, '{"a":1,"b":1}'],
    [200, '{"a":1}', 200, '{"a":"1"}'],
    [200, '{"a":1}', 200, '{"a":{}}'],
    [200, '1', 200, 'null'],
    [200, '{"a":null}', 200, '{"a":{}}'],
    [200, '{"a":[]}', 200, '{"a":{}}'],
    [200, '{"a":[]}', 200, '{"a":null}'],
    [200, '[]', 200, '{}'],
    [200, '[]', 200, '"a"'],
    [200, '"a"', 200, 'true'],
    [200, '', 200, '{}'],
    [200, '', 200, '"a"'],
    [200, '{"a":1}', 203, '{"a":1}'],
    [200, '', 204, ''],
  ])('%i %j and %i %j have not', (status, one, otherStatus, other) => {
    expect(sameShape(said([status, one]), said([otherStatus, other]))).toBe(false);
  });
});

describe('a request is refused', () => {
  test.each([
    [undefined, [403], true],
    [undefined, [500], true],
    [undefined, [503], false],
    [undefined, [200, '{"error":"no"}'], false],
    ['status', [200, '{"error":"no"}'], false],
    ['envelope', [403, '[]'], true],
    ['envelope', [503, '{"error":"no"}'], false],
    ['envelope', [200, '{"error":"no"}'], true],
    ['envelope', [200, '{"version":1}'], false],
    ['envelope', [200, '[]'], false],
    ['envelope', [200, ''], false],
  ] as const)('a request is refused if %s is declared, by %j: %s', (style, answer, isRefused) => {
    const { on } = judgedStage(
      () => [404],
      style === undefined ? {} : { profile: { refusal: { style } as const } as object },
    );
    expect(refuses(on, said(answer))).toBe(isRefused);
  });
});

const tokens = [
  { label: 'A', scopes: ['view_test:demo'] },
  { label: 'P', scopes: ['view_products:demo'] },
] as const;
const full: Answer = [200, '{"total":3}'];
const empty: Answer = [200, '{"total":0}'];
const envelope: Answer = [200, '{"error":"no"}'];

/** How everybody but A is answered at a list: all alike, or each kind of caller in a way of its own. */
type Shown = Answer | { readonly by: Readonly<Record<string, Answer>> };

/** A script of such answers, of which A is shown all; who is not named is refused. */
const others =
  (answers: Readonly<Partial<Record<EndpointName, Shown>>>, a: Answer = full): Script =>
  (name, { label, kind }) => {
    if (label === 'A') return a;
    const shown = answers[name] ?? [403];
    return 'by' in shown ? (shown.by[kind] ?? [403]) : shown;
  };

const page: Answer = [200, '<h1>Log in</h1>', [['content-type', 'text/html']]];

const declaring = (style: 'filter' | 'envelope' | 'page' | 'status', script: Script) =>
  judgedStage(script, { tokens, profile: { refusal: { style } } as object }).on;

describe('a success is a refusal in the declared style', () => {
  test.each([
    ['an empty list, where another list is seen to filter', 'filter', 'query', empty, full, others({ search: empty })],
    ['nothing of a resource, where lists are seen to filter', 'filter', 'readById', [200, '{}'], full, others({ query: empty })],
    ['where one of them is to one of several', 'filter', 'query', empty, full, others({ search: { by: { none: empty } } })],
    ['where it is to a token of another scope', 'filter', 'query', empty, full, others({ search: { by: { supplied: empty } } })],
    ['an envelope, where another list is seen to answer so', 'envelope', 'query', envelope, full, others({ search: envelope })],
    ['an envelope at writes as well', 'envelope', 'create', envelope, full, others({ search: { by: { random: envelope } } })],
  ] as const)('%s', async (_what, style, name, probe, control, script) => {
    expect(await refusesInStyle(declaring(style, script), name, said(probe), said(control))).toBe(true);
  }); // prettier-ignore

  test.each([
    ['a page, where another list is seen to answer so', 'page', said(page), { search: page }, true],
    ['a page at writes as well', 'page', said(page), { search: { by: { random: page } } }, true],
    ['no page that is not declared', 'status', said(page), { search: page }, false],
    ['no page that is seen nowhere else', 'page', said(page), {}, false],
    ['no page of another form', 'page', said(page), { search: [200, '<h1>r7</h1>', page[2]] }, false],
  ] as readonly (readonly [string, 'page' | 'status', Exchange, Parameters<typeof others>[0], boolean])[])('%s', async (_what, style, probe, script, isRefusal) => {
    expect(await refusesInStyle(declaring(style, others(script)), 'query', probe, said(full))).toBe(isRefusal);
  }); // prettier-ignore

  test.each([
    ['nor what shows something', 'filter', 'query', full, full, others({ search: empty })],
    ['nor where only the same list does', 'filter', 'query', empty, full, others({ query: empty })],
    ['nor where others refuse by status', 'filter', 'query', empty, full, others({})],
    ['nor where others show what there is', 'filter', 'query', empty, full, others({ search: full, sorted: full })],
    ['nor where there is nothing to show', 'filter', 'query', empty, full, others({ search: empty }, empty)],
    ['nor where the list is lost', 'filter', 'query', empty, full, others({ search: [503, ''] })],
    ['nor at a check, where no list is shown', 'filter', 'exists', [200, ''], [200, ''], others({ search: empty })],
    ['nor at a write', 'filter', 'create', [200, '{}'], full, others({ search: empty })],
    ['nor at a read that shows nothing of resources', 'filter', 'namespaceRead', [200, '{}'], full, others({ search: empty })],
    ['nor where the other style is declared', 'envelope', 'query', empty, full, others({ search: empty })],
    ['nor where none is', 'status', 'query', empty, full, others({ search: empty })],
    ['nor an envelope where lists filter', 'filter', 'create', envelope, full, others({ search: envelope })],
    ['nor an envelope like what there is', 'envelope', 'query', [200, '{"total":9}'], full, others({ search: full })],
    ['nor an envelope that is seen nowhere else', 'envelope', 'query', envelope, full, others({})],
    ['nor an envelope of another form', 'envelope', 'query', envelope, full, others({ search: [200, '{"why":"no"}'] })],
    ['nor an envelope that others are shown everything in', 'envelope', 'query', envelope, full, others({ search: envelope }, envelope)],
    ['nor a body that is no object', 'envelope', 'query', [200, '[]'], full, others({ search: [200, '[]'] })],
  ] as readonly (readonly [string, 'filter' | 'envelope' | 'status', EndpointName, Answer, Answer, Script])[])('%s', async (_what, style, name, probe, control, script) => {
    expect(await refusesInStyle(declaring(style, script), name, said(probe), said(control))).toBe(false);
  }); // prettier-ignore

  test.each([
    ['empty beside a full list', 'filter', empty, full, true],
    ['empty beside an empty list', 'filter', empty, empty, false],
    ['refused', 'filter', [403], full, false],
    ['beside a refusal', 'filter', empty, [403, '{"total":3}'], false],
    ['in another form', 'envelope', envelope, full, true],
    ['in another form than what tells nothing', 'envelope', envelope, empty, true],
    ['where nothing is declared', 'status', empty, full, false],
  ] as const)(
    'a success may refuse a caller who must be granted access: %s',
    async (_how, style, answer, control, isDenied) => {
      const on = declaring(style, others({ search: style === 'envelope' ? envelope : empty }));
      expect(await isDeniedInStyle(on, 'query', said(answer), said(control))).toBe(isDenied);
    },
  );

  test('a success is no refusal if only one sufficient caller gets an empty list', async () => {
    const script: Script = (_name, { label }) => (label === 'A' ? full : label === 'B' ? empty : [403]);
    const more = [...tokens, { label: 'B', scopes: ['view_test:demo'] }];
    const { on } = judgedStage(script, { tokens: more, profile: { refusal: { style: 'filter' } } });
    expect(await refusesInStyle(on, 'query', said(empty), said(full))).toBe(false);
  });

  test('a success is no refusal without a declaration', async () => {
    const { on } = judgedStage(others({ search: empty }), { tokens });
    expect(await isDeniedInStyle(on, 'query', said(empty), said(full))).toBe(false);
    expect(await refusesInStyle(on, 'query', said(empty), said(full))).toBe(false);
  });

  test.each([
    ['filter', 'held'],
    ['status', 'undecided: two-readings'],
  ] as const)('a success satisfies the clause if the style is %s', async (style, outline) => {
    const which: AccessCase = {
      endpoint: 'query',
      prepare: () =>
        Promise.resolve({ ask: (stage, as) => stage.ask('query', { as }), shows: () => true, grants: () => 'open' }),
    }; // prettier-ignore
    const { on, told, caller } = judgedStage(others({ query: empty, search: empty }), {
      tokens,
      profile: { refusal: { style } } as object,
    });
    await judgeCallers(on, which, [caller('P')]);
    expect(outlineOf(told)).toEqual([outline]);
  });
});

describe('the run waits for a list', () => {
  const made: Answer = [201, '{"id":"r1","version":1,"objectTypeProperty":{}}'];
  /** Lists as they come; what is made can be read. */
  const lists = (...answers: readonly Answer[]): Script =>
    inTurn({ A: answers }, (name) => (name === 'create' ? made : [200, made[1] ?? '']));

  test.each([
    ['not where it tells something', tellingList, [full], 1],
    ['until it tells something', tellingList, [empty, empty, full], 3],
    ['not where it is answered', answeredList, [empty], 1],
    ['until it is answered', answeredList, [[404], [404], empty], 3],
    ['until it tells something, where it is not found at first', tellingList, [[404], full], 2],
    ['not where it is refused for who asks', tellingList, [[403]], 1],
    ['not where it is refused for what is asked', answeredList, [[400]], 1],
  ] as readonly (readonly [string, typeof tellingList, readonly Answer[], number])[])('%s', async (_how, list, answers, times) => {
    const { on, sent } = judgedStage(lists(...answers), { tokens, learnt: { idSource: { kind: 'body', at: '/id', declared: false } } });
    await keptIfAny(on);
    const before = sent.filter(({ name }) => name === 'query').length;
    const refusedFirst = answers[0] !== undefined && answers[0][0] >= 300;
    const last = await list(on, 'query');
    // Who was refused is asked again before anything is waited for.
    expect(sent.filter(({ name }) => name === 'query').length - before).toBe(refusedFirst && times === 1 ? 2 : times);
    expect(last.status).toBe(answers.at(-1)?.[0]);
  }); // prettier-ignore

  test('the run waits for a list no longer than a lag may last', async () => {
    const { on, sent } = judgedStage(lists(empty), {
      tokens,
      learnt: { idSource: { kind: 'body', at: '/id', declared: false } },
    });
    await tellingList(on, 'query');
    const asked = sent.filter(({ name }) => name === 'query');
    const [first = 0, last = 0] = [asked[0]?.at, asked.at(-1)?.at];
    expect(asked.length).toBeGreaterThan(2);
    expect(last - first).toBeLessThan(1_500);
  });

  test('the run does not wait for a list that cannot show a resource', async () => {
    const noResource = { code: 'no-id-source', text: '' } as const;
    const { on, sent } = judgedStage(lists(empty), { tokens, learnt: { noResource } });
    expect(await keptIfAny(on)).toBeUndefined();
    await tellingList(on, 'query');
    expect(sent.map(({ name }) => name)).toEqual(['query']);
  });

  test.each([
    ['query', [401], true],
    ['query', [403], true],
    ['query', [400], true],
    ['query', [422], true],
    ['query', [405], true],
    ['query', [501], true],
    ['query', [500], true],
    ['query', [404], false],
    ['query', [409], false],
    ['query', [503], false],
    ['query', [200, '{}'], false],
    ['query', [200, ''], false],
    ['query', [200, 'no list'], true],
    ['search', [200, '{}'], false],
    ['search', [200, ''], true],
    ['search', [200, 'no list'], true],
    ['sorted', [404, ''], false],
  ] as const)('the run waits for a list in vain at %s after %j: %s', (name, answer, isHopeless) => {
    expect(hopeless(said(answer, name))).toBe(isHopeless);
  });
});

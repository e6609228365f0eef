import { describe, expect, test } from 'vitest';
import { answerText } from '../../../judging/answers/answer-text.ts';
import { emptyOf, mislabelledIn, misshapenIn, notJsonIn } from '../../../judging/answers/flawed-bodies.ts';
import { judgeMisdirected } from '../../../judging/answers/misdirected.ts';
import {
  observeAnswers,
  observeIllTyped,
  observeStatuses,
  observeUnknown,
  statusesSeen,
} from '../../../judging/answers/open-answers.ts';
import {
  isStandardStatus,
  labelledAsJson,
  standardStatuses,
} from '../../../judging/answers/recommendations.ts';
import { refusalText } from '../../../judging/answers/refusal-text.ts';
import { answersAreResources } from '../../../judging/answers/flawed-answers.ts';
import { conclude } from '../../../judge/sentence.ts';
import { reportConclusion } from '../../../run/concluded.ts';
import type { ExchangeEvidence } from '../../../clause/sample.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { RunOptions } from '../../../run/options.ts';
import {
  exchangeOf,
  inTurn,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts'; // prettier-ignore

const tokens = [{ label: 'A', scopes: ['view_test:demo', 'manage_test:demo'] }] as const;
const json = [['content-type', 'application/json']] as const;
const { on: nowhere } = judgedStage(() => [404]);
const said = (answer: Answer) => exchangeOf(answer, { caller: nowhere.callers.none, endpoint: 'query' });

describe('an answer in a report', () => {
  const text = (answer: Answer, evidence: RunOptions['evidence'] = 'full'): string =>
    answerText({ options: { evidence } as RunOptions }, said(answer));

  test('is only its status if it is no success', () => {
    expect(text([403, '{"total":3}'])).toBe('403');
  });

  test('has no body if the exchange had none', () => {
    expect(text([200, ''])).not.toContain('undefined');
    expect(text([200, ''])).not.toBe(text([200, '{}']));
    expect(text([200, ''])).not.toContain('(0');
  });

  test.each([
    ['what is short', '{"total":3,"results":[]}'],
    ['what is just short enough', JSON.stringify({ a: 'x'.repeat(112) })],
    ['what is written longer than it is', JSON.stringify({ a: '\u00ad'.repeat(100) })],
  ])('shows %s as a whole', (_what, body) => {
    const written = body.replaceAll('\u00ad', '\\u00ad');
    expect(text([200, body])).toBe(`200 ${written}`);
  });

  test.each([
    ['before a member that is too long', `{"a":1,"b":"${'token'.repeat(40)}"}`, '{"a":1,'],
    ['before the first one', `{"b":"${'token'.repeat(40)}"}`, '{'],
    ['before what closes in more', `{"a":1,"b":"${'token'.repeat(40)}","c":[1]}`, '{"a":1,'],
    ['within a member', `{"a":1,"b":{"c":"${'token'.repeat(40)}"}}`, '{"a":1,"b":{'],
    ['within an array', `["a",["${'token'.repeat(40)}"]]`, '["a",['],
    ['between two elements', `[${'123456,'.repeat(40)}1]`, `[${'123456,'.repeat(17)}`],
  ])('cuts a long %s', (_where, body, shown) => {
    expect(text([200, body]).replace(/ …$/, '')).toBe(`200 ${shown}`);
  });

  test('shows neither withheld text nor text that is not JSON', () => {
    expect(text([200, '{"total":3}'], 'shape')).not.toContain('total');
    expect(text([200, 'some words', [['content-type', 'text/plain']]])).toContain('text/plain');
    expect(text([200, 'some words'])).not.toContain('words');
    expect(text([200, 'some words'])).toContain('10');
  });

  test.each([
    ['{"message":"  ","detail":"why"}', '"why"'],
    ['{"message":" why "}', '"why"'],
  ])('shows the informative part of a refusal: %s', (body, why) => {
    expect(refusalText({ options: { evidence: 'full' } as RunOptions }, said([400, body]))).toContain(`(${why})`);
  }); // prettier-ignore
});

describe('flawed bodies are reported with their evidence', () => {
  const evidence = (number: number): ExchangeEvidence => ({
    request: { method: 'GET', target: '/', headers: [] },
    milliseconds: 1,
    curl: '',
    number,
  });
  const notJson = [
    { labelled: true, why: 'not-json', evidence: evidence(1) },
    { labelled: false, why: 'not-utf8', evidence: evidence(2) },
  ] as const;
  const misshapen = [{ got: 'null', evidence: evidence(3) }];
  const mislabelled = [
    { what: 'type', got: 'text/plain', evidence: evidence(4) },
    { what: 'charset', got: 'latin1', evidence: evidence(5) },
  ] as const;

  test.each([
    ['no JSON', () => notJsonIn({ notJson }), [{ deviation: { kind: 'not-json' }, evidence: evidence(1) }, { deviation: { kind: 'not-utf8' }, evidence: evidence(2) }]],
    ['of another shape', () => misshapenIn({ notJson: notJson.slice(1), misshapen }), [{ deviation: { kind: 'not-utf8' }, evidence: evidence(2) }, { got: 'null', deviation: { kind: 'value', pointer: '' }, evidence: evidence(3) }]],
    ['empty', () => emptyOf([evidence(6)]), [{ deviation: { kind: 'no-body' }, evidence: evidence(6) }]],
    ['under another type', () => mislabelledIn({ mislabelled }, 'type'), [{ got: 'text/plain', deviation: { kind: 'media-type' }, evidence: evidence(4) }]],
    ['in another charset', () => mislabelledIn({ mislabelled }, 'charset'), [{ got: 'latin1', deviation: { kind: 'media-type' }, evidence: evidence(5) }]],
  ] as const)('%s', (_what, flawed, told) => {
    expect(flawed()).toHaveLength(told.length);
    expect(flawed()).toMatchObject(told);
  }); // prettier-ignore
});

describe('a read by id', () => {
  const resource = '{"id":"r1","version":1,"objectTypeProperty":{}}';
  const judged = async (answers: readonly Answer[], created: Answer = [404]) => {
    const { on, told } = judgedStage((name, _as, ask) => (name === 'create' ? created : (answers[Number(ask.path?.['id'])] ?? [404])), { tokens });
    await on.ask('create', { json: { objectTypeProperty: {} } });
    for (const at of answers.keys()) await on.ask('readById', { path: { id: String(at) } });
    reportConclusion(on, conclude(answersAreResources('readById'), on.world));
    return told.map(({ kind, code, more }) => [kind, code ?? (more as { deviation?: unknown } | undefined)?.deviation]);
  }; // prettier-ignore

  test.each([
    ['shows a resource', [[200, resource, json]], [404], [['held', undefined]]],
    ['is refused', [[404]], [404], [['discarded', 'premise-failed']]],
    ['shows nothing', [[200, '', json]], [404], [['violated', { kind: 'no-body' }]]],
    ['shows no JSON', [[200, 'words', json]], [404], [['violated', { kind: 'not-json' }]]],
    ['shows a list', [[200, '[]', json]], [404], [['violated', { kind: 'value', pointer: '' }]]],
    ['shows no version', [[200, '{"objectTypeProperty":{}}', json]], [404], [['violated', { kind: 'missing', pointer: '/version' }]]],
    ['shows a version of another type', [[200, '{"version":"1","objectTypeProperty":{}}', json]], [404], [['held', undefined]]],
    ['shows a resource, although a create shows no version', [[200, resource, json]], [201, '{"objectTypeProperty":{}}', json], [['held', undefined]]],
    ['shows two flaws', [[200, '', json], [200, '[]', json], [200, resource, json]], [404], [['violated', { kind: 'no-body' }], ['violated', { kind: 'value', pointer: '' }]]],
  ] as readonly (readonly [string, readonly Answer[], Answer, readonly unknown[]])[])('%s', async (_what, answers, created, told) => {
    expect(await judged(answers, created)).toEqual(told);
  }); // prettier-ignore
});

describe('a read with the content of another resource', () => {
  /** Resources r1 and r2, of which r2 is read so often as r1. */
  const judged = async (times: number, known: Known = {}, id = 'r2') => {
    let made = 0;
    const of = (one: string, text: string): string => JSON.stringify({ id: one, version: 1, objectTypeProperty: { arrayOfStringExample: [text] } });
    const { on, told, phases } = judgedStage((name) => {
      if (name === 'create') return [201, of(`r${(made += 1)}`, `canary${made}`), json];
      return [200, of('r1', 'canary1'), json];
    }, { tokens, ...known });
    await on.create('canary1');
    await on.create('canary2');
    await on.ask('readById', { path: { id: 'r1' } });
    for (let time = 0; time < times; time += 1) await on.ask('readById', { path: { id } });
    await judgeMisdirected(on, 'readById');
    return [outlineOf(told), phases, told[0]?.more, told[0]?.statuses];
  }; // prettier-ignore

  test.each([
    ['never', 0, {}, 'r2', []],
    ['once', 1, {}, 'r2', ['undecided: flaky']],
    ['twice', 2, {}, 'r2', ['undecided: flaky']],
    ['three times', 3, {}, 'r2', ['violated']],
    ['where all creates are one resource', 3, { learnt: { upserts: true } }, 'r2', []],
    ['by an id that the run has not made', 3, {}, 'r9', []],
  ] as const)('%s', async (_how, times, known, id, outline) => {
    expect((await judged(times, known, id)).slice(0, 2)).toEqual([outline, ['end']]);
  });

  test.each([1, 4])('is shown by the last of %i', async (times) => {
    expect((await judged(times))[3]).toEqual([200]);
  });

  test('is reported with its number of occurrences', async () => {
    expect((await judged(4))[2]).toEqual({ deviation: 'another-resource', reproduced: '4/4' });
  });
});

describe('recommendations', () => {
  const nothing = () => Promise.resolve();
  const cart = async (answers: readonly Answer[], statement: ReturnType<typeof standardStatuses>) => {
    const { on, told, phases } = judgedStage(inTurn({ A: answers }, () => [404], 'cart'), { tokens });
    for (const _one of answers) await on.ask('cart');
    await statement.check(on);
    return { told: told.map(({ kind, code, more }) => [kind, code ?? (more as { deviation?: unknown } | undefined)?.deviation]), phases };
  }; // prettier-ignore

  test.each([
    ['standard statuses', [[200], [404], [500]], [['held', undefined]]],
    ['no answer', [], [['discarded', 'premise-failed']]],
    ['a success with another status', [[299], [200]], [['violated', { kind: 'status', exact: true }]]],
    ['refusals with others', [[420], [499], [404]], [['violated', { kind: 'status', exact: true }], ['violated', { kind: 'status', exact: true }]]],
  ] as readonly (readonly [string, readonly Answer[], readonly unknown[]])[])('judge statuses: %s', async (_what, answers, told) => {
    expect(await cart(answers, standardStatuses(['cart'], nothing))).toEqual({ told, phases: ['end'] });
  }); // prettier-ignore

  test.each([
    ['successes', [[200, '{}', json]], [['held', undefined]]],
    ['successes', [[200, '{}', [['content-type', 'Application/JSON; charset=utf-8']]]], [['held', undefined]]],
    ['successes', [[200, '']], [['discarded', 'premise-failed']]],
    ['successes', [[200, '{}']], [['violated', { kind: 'media-type' }]]],
    ['successes', [[200, '{}', [['content-type', 'text/plain']]], [200, '{}', json]], [['violated', { kind: 'media-type' }]]],
    ['successes', [[200, '{}', json], [404, '{}', [['content-type', 'text/plain']]]], [['held', undefined]]],
    ['refusals', [[200, '{}', [['content-type', 'text/plain']]], [404, '{}', json]], [['held', undefined]]],
    ['refusals', [[404, '{}', [['content-type', 'text/plain']]]], [['violated', { kind: 'media-type' }]]],
    ['refusals', [[200, '{}', json]], [['discarded', 'premise-failed']]],
  ] as readonly (readonly ['successes' | 'refusals', readonly Answer[], readonly unknown[]])[])('judge labels of %s: %j', async (which, answers, told) => {
    expect(await cart(answers, labelledAsJson(['cart'], which, nothing))).toEqual({ told, phases: ['end'] });
  }); // prettier-ignore

  test.each([[100, true], [104, true], [105, false], [200, true], [208, true], [209, false], [303, true], [305, true], [510, true], [512, false]])('accept %i as a standard status: %s', (status, isOne) => {
    expect(isStandardStatus(status)).toBe(isOne);
  }); // prettier-ignore

  test.each([
    ['the media type that was seen', [['content-type', 'text/plain']], 'text/plain'],
    ['that there is none', [], 'no media type'],
  ] as const)('name %s', async (_, headers, got) => {
    const { on, told } = judgedStage(() => [200, '{}', headers], { tokens });
    await labelledAsJson(['cart'], 'successes', async (stage) => void (await stage.ask('cart'))).check(on);
    expect(told).toMatchObject([{ more: { got } }]);
  }); // prettier-ignore

  test('judge provoked answers first', async () => {
    const { on, told } = judgedStage(() => [200, '{}', json], { tokens });
    await standardStatuses(['cart'], async (stage) => void (await stage.ask('cart'))).check(on);
    await labelledAsJson(['namespaceRead'], 'successes', async (stage) => void (await stage.ask('namespaceRead'))).check(on);
    expect(outlineOf(told)).toEqual(['held', 'held']);
  }); // prettier-ignore
});

describe('an open point about answers', () => {
  const observed = async (statement: { readonly check: (on: typeof nowhere) => Promise<void> }, script: Script, known: Known = {}) => {
    const { on, told, phases } = judgedStage(script, { tokens, ...known });
    await statement.check(on);
    return { outline: outlineOf(told), value: told[0]?.value, phases };
  }; // prettier-ignore

  test.each([
    ['by what it asks in return', (pairs: number) => (pairs > 0 ? [400] : [200]), { outline: ['observed'], value: { statuses: [400, 400], reaction: 'reject' } }],
    ['by nothing', () => [200], { outline: ['observed'], value: { statuses: [200, 200], reaction: 'ignore' } }],
    ['by one of both', (_pairs: number, first: string) => (first === 'one' ? [400] : [200]), { outline: ['observed'], value: { statuses: [400, 200], reaction: 'mixed' } }],
    ['by a server error', (pairs: number) => (pairs > 0 ? [500] : [200]), { outline: ['observed'], value: { statuses: [500, 500], reaction: 'mixed' } }],
    ['where one is lost', (_pairs: number, first: string) => (first === 'one' ? [503] : [200]), { outline: ['observed'], value: { statuses: [200], reaction: 'ignore' } }],
    ['where all are lost', (pairs: number) => (pairs > 0 ? [503] : [200]), { outline: ['noise'] }],
    ['where the plain request is refused', () => [404], { outline: ['discarded: premise-failed'] }],
  ] as readonly (readonly [string, (pairs: number, first: string) => Answer, object])[])('a value of another type is answered %s', async (_how, answer, told) => {
    const pairs = [['one', 'a'], ['other', 'b']] as const;
    expect(await observed(observeIllTyped('query', pairs), (_name, _as, { query = [] }) => answer(query.length, query[0]?.[0] ?? ''))).toMatchObject(told);
  }); // prettier-ignore

  test('an unknown parameter also gets a reaction', async () => {
    const script: Script = (_name, _as, { query = [] }) => (query.length > 0 ? [400] : [200]);
    expect((await observed(observeUnknown('query'), script)).value).toEqual({ statuses: [400], reaction: 'reject' });
  }); // prettier-ignore

  test.each([
    ['reject', { reaction: 'reject' }, true],
    ['reject', { reaction: 'ignore' }, false],
    ['ignore', { reaction: 'ignore' }, true],
    ['ignore', { reaction: 'mixed' }, undefined],
    ['ignore', {}, undefined],
  ])('a declared reaction %s is compared with %j', (declared, value, met) => {
    for (const { declares } of [observeIllTyped('query', []), observeUnknown('query')])
      expect(declares?.map((one) => one.met(declared, value))).toEqual([met]);
  });

  test.each([
    [{ reaction: 'reject' }, 'reject'],
    [{ reaction: 'ignore' }, 'ignore'],
    [{ reaction: 'mixed' }, undefined],
  ])('%j suggests to declare %s', (value, drafted) => {
    expect(observeIllTyped('query', []).declares?.map((one) => one.draft?.(value))).toEqual([drafted]);
    expect(observeIllTyped('query', []).declares?.map(({ key }) => key)).toEqual(['query.invalidType']);
    expect(observeUnknown('query').declares?.map(({ key }) => key)).toEqual(['query.unknownParameter']);
  });

  const form = observeAnswers('search', 'search.schema');
  const declaring = (type: string): Profile => ({ search: { schema: { type } } }) as unknown as Profile;
  test.each([
    ['JSON', () => [200, '{}', json], {}, { statuses: [200, 200] }, 1],
    ['two forms', (pairs: number) => (pairs > 0 ? [200, '[]', json] : [200, '']), {}, { statuses: [200, 200] }, 2],
    ['another type', (pairs: number) => (pairs > 0 ? [200, 'a', json] : [200, '{}', json]), {}, { statuses: [200, 200] }, 2],
    ['nothing beside what is no JSON', (pairs: number) => (pairs > 0 ? [200, 'words'] : [200, '']), {}, { statuses: [200, 200] }, 2],
    ['two media types', (pairs: number) => (pairs > 0 ? [200, '{}', [['content-type', 'application/vnd.list+json']]] : [200, '{}', json]), {}, { statuses: [200, 200] }, 2],
    ['nothing, where anything is declared', () => [200, ''], { search: { schema: {} } } as unknown as Profile, { conforms: false }, 1],
    ['null beside an object', (pairs: number) => (pairs > 0 ? [200, 'null', json] : [200, '{}', json]), {}, { statuses: [200, 200] }, 2],
    ['one of two', (pairs: number) => (pairs > 0 ? [400] : [200, '{}', json]), {}, { statuses: [200] }, 1],
    ['what is declared', () => [200, '{}', json], declaring('object'), { conforms: true }, 1],
    ['what is not declared', () => [200, '[]', json], declaring('object'), { conforms: false }, 1],
    ['what is declared at times', (pairs: number) => (pairs > 0 ? [200, '[]', json] : [200, '{}', json]), declaring('object'), { conforms: false }, 2],
    ['nothing, where something is declared', () => [200, ''], declaring('object'), { conforms: false }, 1],
  ] as readonly (readonly [string, (pairs: number) => Answer, Profile, object, number])[])('is their form: %s', async (_what, answer, profile, value, forms) => {
    const found = await observed(form, (_name, _as, { query = [] }) => answer(query.length), { profile });
    expect(found.outline).toEqual(['observed']);
    expect(found.value).toMatchObject(value);
    expect((found.value as { readonly forms: readonly string[] }).forms).toHaveLength(forms);
    expect('conforms' in (found.value as object)).toBe('conforms' in value);
  }); // prettier-ignore

  test.each([
    [[404], ['observed', 'suspected'], 404],
    [[400], ['observed'], 400],
    [[500], ['observed'], 500],
  ] as const)('is the status if no answer succeeds: %j', async (answer, outline, status) => {
    expect(await observed(form, () => answer)).toMatchObject({ outline, value: { status } });
  });

  test.each([
    [{ conforms: true }, true],
    [{ conforms: false }, false],
    [{}, undefined],
    [{ conforms: 'yes' }, undefined],
  ])('is compared with the declared schema: %j', (value, met) => {
    expect(form.declares?.map((one) => [one.key, one.met({}, value)])).toEqual([['search.schema', met]]);
  });

  test.each([
    ['200', [[200]], [200]],
    ['two', [[200], [203]], [200, 203]],
    ['none', [[404]], undefined],
  ] as readonly (readonly [string, readonly Answer[], readonly number[] | undefined])[])('are the statuses of successes: %s', async (_what, answers, statuses) => {
    for (const statement of [observeStatuses('search'), statusesSeen('search', { statement: '', rationale: '' })]) {
      const stage = judgedStage(inTurn({ A: answers }, () => [404], 'search'), { tokens });
      for (const _one of answers) await stage.on.ask('search');
      await statement.check(stage.on);
      expect([stage.told.map(({ value }) => value), stage.phases]).toEqual([statuses === undefined ? [] : [{ statuses }], ['end']]);
      expect(statement.declares?.map(({ key }) => key)).toEqual(['success.4.4']);
    }
  }); // prettier-ignore
});

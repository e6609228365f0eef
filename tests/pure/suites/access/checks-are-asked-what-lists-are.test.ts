import { describe, expect, test } from 'vitest';
import {
  askedTogether,
  judgeEqualQueries,
  judgeSharedParameters,
  observeAgreement,
} from '../../../../suites/4.05/queries.ts';
import { checkExistence } from '../../../../suites/4.05-check-existence.ts';
import type { Profile } from '../../../../clause/profile.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import { queryOf } from '../../../support/stages/reporting-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { checkedStage, type Checked } from '../../../support/stages/stored-stage.ts';

const noMatch = (status?: number, query?: Record<string, string | string[]>): Profile =>
  ({ head: { noMatch: { status, query } } }) as Profile;

async function judged(check: (on: Stage) => Promise<void>, server: Checked) {
  const stage = checkedStage(server);
  await check(stage.on);
  return stage;
}

describe('parameters that GET takes', () => {
  const refusing = (part: string, status: number) => (query: string): Answer => [query.includes(part) ? status : 200, ''];

  test.each([
    ['are taken', {}, ['held']],
    ['are refused as a method', { head: refusing('floatParameter', 405) }, 'violated'],
    ['are refused as content, where no match is something else', { head: refusing('floatParameter', 400), known: { profile: noMatch(404) } }, 'violated'],
    ['may be refused, where that may be no match', { head: refusing('floatParameter', 400) }, 'none'],
    ['may be refused, where that is no match', { head: refusing('floatParameter', 400), known: { profile: noMatch(400) } }, 'none'],
    ['may match nothing', { head: refusing('floatParameter', 404) }, 'none'],
    ['are not taken by GET either', { head: refusing('floatParameter', 405), get: refusing('floatParameter', 400) }, 'none'],
    ['are refused where they are repeated', { head: refusing('arrayOfString=b', 405) }, 'none'],
  ] as readonly (readonly [string, Checked, readonly string[] | 'violated' | 'none'])[])('%s', async (_what, server, expected) => {
    const outline = outlineOf((await judged(judgeSharedParameters, server)).told);
    if (expected === 'violated') expect(outline).toContain('violated');
    else if (expected === 'none') expect(outline).not.toContain('violated');
    else expect(outline).toEqual(expected);
  }); // prettier-ignore

  test('are suspect if the check refuses with a status that may mean "no match"', async () => {
    const { told } = await judged(judgeSharedParameters, { head: refusing('floatParameter', 400) });
    expect(told.map(({ kind }) => kind)).toContain('suspected');
    const known: Known = { profile: noMatch(400) };
    const declared = await judged(judgeSharedParameters, { head: refusing('floatParameter', 400), known });
    expect(declared.told.map(({ kind }) => kind)).not.toContain('suspected');
  });

  test('are sent without unionParameter', async () => {
    const { asked } = await judged(judgeSharedParameters, { head: refusing('floatParameter', 405) });
    expect(asked('exists').filter(({ ask }) => queryOf(ask).includes('unionParameter'))).toEqual([]);
  });
}); // prettier-ignore

describe('two spellings of one query', () => {
  const telling = (): Answer => [200, '{"arrayOfStringExample":["a"]}'];
  const decimals = (query: string): Answer => [query.includes('floatParameter=1.0') ? 400 : 200, ''];

  test.each([
    ['are answered alike', { get: telling }, ['held']],
    ['are told apart', { get: telling, head: decimals }, ['violated', 'held', 'held', 'held']],
    ['are told apart by a repetition', { get: telling, head: (query) => [/arrayOfString=.*arrayOfString=/.test(query) ? 422 : 200, ''] }, ['held', 'held', 'violated', 'held']],
    ['may be answered with two other statuses', { get: telling, head: (query) => [query.includes('1.0') ? 404 : 200, ''] }, ['held']],
    ['are not judged where GET refuses them', { get: () => [400], head: decimals }, Array.from({ length: 4 }, () => 'discarded: premise-failed')],
    ['are told apart where GET tells nothing', { get: () => [200, '{}'], head: decimals }, ['violated', 'held', 'discarded: premise-failed', 'discarded: premise-failed']],
  ] as readonly (readonly [string, Checked, readonly string[]])[])('%s', async (_what, server, outline) => {
    expect(outlineOf((await judged(judgeEqualQueries, server)).told)).toEqual(outline);
  }); // prettier-ignore

  test('count as four samples if both are answered alike together', async () => {
    const samples: number[] = [];
    const stage = { held: (times = 1) => void samples.push(times) };
    await judged(judgeEqualQueries, { get: telling, known: { stage } });
    expect(samples).toEqual([4]);
  });

  test('are sent together, each spelling in one query, once per run', async () => {
    const { on, asked } = checkedStage({ get: telling });
    const { controls, heads } = await askedTogether(on);
    await askedTogether(on);
    expect([controls.length, heads?.length, asked('query').length, asked('exists').length]).toEqual([
      4, 2, 2, 2,
    ]);
    expect(queryOf(asked('query')[0]?.ask ?? {})).toBe(
      'floatParameter=1&withMarkdownDescription=1&arrayOfString=a&arrayOfStringWithDescription=a',
    );
  });

  test.each([
    [
      'two answers differ',
      (query: string): Answer => [200, JSON.stringify({ arrayOfStringExample: [query] })],
    ],
    ['lists are empty', (): Answer => [200, '{"arrayOfStringExample":[]}']],
    ['there is no object', (): Answer => [200, '["a"]']],
    ['GET refuses', (): Answer => [400, '{"arrayOfStringExample":["a"]}']],
  ])('are not sent together if %s', async (_what, get) => {
    const { on, asked } = checkedStage({ get });
    expect((await askedTogether(on)).heads).toBeUndefined();
    expect(asked('exists')).toEqual([]);
  });

  test('are undecided if they differed together but not alone', async () => {
    const { told } = await judged(judgeEqualQueries, {
      get: telling,
      head: (_query, before) => [before === 0 ? 400 : 200, ''],
    });
    expect(outlineOf(told).at(-1)).toBe('undecided: flaky');
  });
});

describe('the check of a query that GET answers', () => {
  const observed = async (head: Checked['head'], get: (text: string) => Answer = (text) => [200, text]) => {
    const stage = checkedStage({
      ...(head === undefined ? {} : { head }),
      get: () => get(JSON.stringify({ all: stage.on.made.map(({ canary }) => canary) })),
    });
    await stage.on.create();
    await observeAgreement(stage.on);
    return stage.told.map(({ kind, code, value }) => (kind === 'observed' ? value : (code ?? kind)));
  };

  test.each([
    ['the same', () => [200], [{ status: 200, agrees: true }]],
    ['something else, and of a bare check as well', () => [404], [{ status: 404, agrees: false }]],
    ['something else of the query alone', (query) => [query === '' ? 200 : 404], [{ status: 404, agrees: false }, 'suspected']],
    ['something else for once', (query, before) => [query !== '' && before < 2 ? 404 : 200], [{ status: 404, agrees: false }]],
    ['nothing', () => [503], ['noise']],
  ] as readonly (readonly [string, NonNullable<Checked['head']>, readonly unknown[]])[])('is observed: %s', async (_what, head, told) => {
    expect(await observed(head)).toEqual(told);
  }); // prettier-ignore

  test('is not observable if GET shows no resource of the run', async () => {
    expect(await observed(() => [404], () => [200, '{}'])).toEqual(['not-observable']);
  }); // prettier-ignore
});

describe('a parameter that the check does not list', () => {
  const clause = checkExistence.clauses.find(({ id }) => id === '4.5/union-parameter');
  test.each([
    [400, { status: 400, reaction: 'reject' }],
    [422, { status: 422, reaction: 'reject' }],
    [200, { status: 200, reaction: 'ignore' }],
    [404, { status: 404 }],
    [503, undefined],
  ])('is refused or ignored: %i', async (status, value) => {
    const stage = checkedStage({ head: (query) => [query.includes('unionParameter=a') ? status : 200] });
    await clause?.check?.(stage.on);
    expect(stage.told.map((one) => one.value)).toEqual(value === undefined ? [] : [value]);
  });

  test('proves nothing if a plain check is not answered 200', async () => {
    const stage = checkedStage({ head: (query) => [query === '' ? 404 : 400] });
    await clause?.check?.(stage.on);
    expect(stage.told).toEqual([]);
  });

  test('is observed with the declared query, if there is one, as is the lack of a match', async () => {
    const none = checkExistence.clauses.find(({ id }) => id === '4.5/no-match');
    const head = (query: string): Answer => [query.startsWith('stringParameter') ? 404 : 410];
    const guessed = checkedStage({ head });
    await none?.check?.(guessed.on);
    expect(guessed.told.map(({ value }) => value)).toEqual([{ stringParameter: 404 }]);
    const declared = checkedStage({ head, known: { profile: noMatch(undefined, { a: 'x' }) } });
    await none?.check?.(declared.on);
    expect(declared.told.map(({ value }) => value)).toEqual([{ stringParameter: 404, declaredQuery: 410 }]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Statement } from '../../../clause/section.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import {
  checkingCase,
  nearMisses,
  readingCase,
  withFurtherScopes,
  otherHolder,
} from '../../../judging/access/token-cases.ts';
import { bareRequestAccepted } from '../../../judging/answers/bare-request.ts';
import { acceptsJson, routeExists } from '../../../judging/answers/routes.ts';
import type { Stage } from '../../../implementation/stage.ts';
import {
  exchangeOf,
  inTurn,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'A', scopes: ['manage_test:demo'] }] as const;
const ok: Answer = [200, '{}'];
const json = { objectTypeProperty: {} };

/** What is reported of a clause after so many requests were answered before. */
async function judged(
  { check }: Pick<Statement<Stage>, 'check'>,
  answers: readonly Answer[],
  { before = 0, name = 'search', known = {} }: { readonly before?: number; readonly name?: EndpointName; readonly known?: Known } = {},
) {
  const stage = judgedStage(inTurn({ A: answers }, () => [404], name), { tokens, ...known });
  for (let time = 0; time < before; time += 1) await stage.on.ask(name, name === 'create' ? { json } : {});
  stage.sent.splice(0);
  await check(stage.on);
  return { ...stage, outline: outlineOf(stage.told) };
} // prettier-ignore

describe('an operation', () => {
  const search = (more: Parameters<typeof routeExists>[2] = {}) =>
    routeExists('search', (on) => on.ask('search'), more);

  test.each([
    ['is there where it answers', [ok], ['held'], 1],
    ['is there where it refuses what is asked', [[400]], ['held'], 1],
    ['is there where it refuses who asks', [[403]], ['held'], 1],
    ['is there where it crashes', [[500]], ['held'], 1],
    ['is not there where it is not supported, three times', [[405]], ['violated'], 3],
    ['is not there where it is not implemented, three times', [[501]], ['violated'], 3],
    ['is not there where it leads back to itself', [[302, '', [['location', 'loop']]]], ['violated'], 3],
    ['is there where it is not supported once', [[405], ok], ['held'], 4],
    ['is not told of where it is lost', [[503]], ['undecided: noise'], 3],
    ['may not be there where it finds nothing', [[404]], ['suspected', 'undecided: two-readings'], 3],
    ['may not be there where it knows nobody', [[401]], ['suspected', 'undecided: two-readings'], 3],
    ['is there where it finds something', [[404], ok], ['held'], 2],
    ['is there where it finds something late', [[404], [404], ok], ['held'], 3],
    ['is there where it refuses something else late', [[404], [404], [400]], ['held'], 3],
    ['may not be there where it refuses who is known nowhere', [[404], [404], [403]], ['suspected', 'undecided: two-readings'], 3],
    ['may not be there where it is lost late', [[404], [404], [502]], ['suspected', 'undecided: two-readings'], 3],
    ['may not be there where it is not supported late', [[404], [404], [405]], ['suspected', 'undecided: two-readings'], 3],
  ] as readonly (readonly [string, readonly Answer[], readonly string[], number])[])('%s', async (_what, answers, outline, times) => {
    const { outline: told, sent } = await judged(search(), answers);
    expect([told, sent.length]).toEqual([outline, times]);
  }); // prettier-ignore

  test('exists if it refuses a caller who is granted access elsewhere', async () => {
    const answers = inTurn({ A: [[404], [403]] }, () => [404], 'search');
    const script: Script = (name, ...rest) => (name === 'query' ? ok : answers(name, ...rest));
    const stage = judgedStage(script, { tokens });
    await stage.on.ask('query');
    await search().check(stage.on);
    expect(outlineOf(stage.told)).toEqual(['held']);
  });

  test('is shown with its last answer, and with the means to settle it', async () => {
    const { told, phases } = await judged(search({ supply: 'A=1' }), [[404], [404], [401]]);
    expect(told.at(-1)).toMatchObject({ supply: 'A=1', statuses: [401] });
    expect(phases).toEqual(['late', 'end']);
  });

  test('is to be left out if it does not exist, without a request for a sample', async () => {
    const stage = judgedStage((name) => (name === 'query' ? ok : [404]), { tokens });
    await stage.on.ask('query');
    await search({ supply: 'A=1' }).check(stage.on);
    expect(stage.told.at(-1)?.supply).toBe('CONFORMANCE_WITHOUT=4.4');
  });

  test.each([
    ['that is declared to reach nothing', { isAbsent: () => true }, [[404]], ['discarded: declared-absent']],
    ['that is declared to reach nothing, and does', { isAbsent: () => true }, [[403]], ['held']],
    ['that is declared to reach something', { isAbsent: () => false }, [[404]], ['suspected', 'undecided: two-readings']],
    ['that has to succeed, and is refused', { needs2xx: true }, [[403]], ['undecided: premise-failed']],
    ['that has to succeed, and does', { needs2xx: true }, [ok], ['held']],
    ['that has to succeed, and is not supported', { needs2xx: true }, [[405]], ['violated']],
  ] as readonly (readonly [string, NonNullable<Parameters<typeof routeExists>[2]>, readonly Answer[], readonly string[]])[])('%s', async (_what, more, answers, outline) => {
    expect((await judged(search(more), answers)).outline).toEqual(outline);
  }); // prettier-ignore

  test('a refused operation is shown', async () => {
    expect((await judged(search({ needs2xx: true }), [[403]])).told).toMatchObject([{ statuses: [403] }]);
  });

  test.each([
    ['only where nothing is known', [[404]], true, ['held']],
    ['where who asks alone was refused', [[404], [404], [403]], true, ['held']],
    ['not where something else was refused', [[404], [404], [400]], false, ['held']],
    ['not where it was answered', [[404], [404], ok], false, ['held']],
  ] as readonly (readonly [string, readonly Answer[], boolean, readonly string[]])[])('is examined %s', async (_where, answers, isLookedAt, outline) => {
    let looks = 0;
    const looksCloser = () => {
      looks += 1;
      return Promise.resolve({ met: 1, broken: [], doubts: [] });
    };
    expect((await judged(search({ looksCloser }), answers)).outline).toEqual(outline);
    expect(looks > 0).toBe(isLookedAt);
    const vain = () => Promise.resolve(undefined);
    expect((await judged(search({ looksCloser: vain }), answers)).outline).toEqual(
      isLookedAt ? ['suspected', 'undecided: two-readings'] : ['held'],
    );
  }); // prettier-ignore

  test.each([
    ['is still there', [ok], 1, {}, ['held'], 0],
    ['is gone since', [ok, [405]], 2, {}, ['violated'], 2],
    ['was gone once', [ok, [405], ok], 2, {}, ['held'], 3],
    ['is there again', [ok, [405], ok], 3, {}, ['held'], 0],
    ['refuses JSON since, which is another matter', [ok, [415]], 2, {}, ['held'], 0],
    ['may be gone, where it is not asked again', [ok, [405]], 2, { phase: 'overwrites' }, ['undecided: flaky'], 0],
  ] as readonly (readonly [string, readonly Answer[], number, Known, readonly string[], number])[])('an operation that was answered before %s', async (_what, answers, before, known, outline, times) => {
    const { outline: told, sent, phases } = await judged(search(), answers, { before, known });
    expect([told, sent.length, phases]).toEqual([outline, times, ['late', 'end']]);
  }); // prettier-ignore

  test('does not count as existing because of an earlier answer, if it is requested again', async () => {
    const attempts: number[] = [];
    const search = routeExists('search', (on, attempt) => {
      attempts.push(attempt);
      return on.ask('search');
    });
    await judged(search, [ok, [405]], { before: 2 });
    expect(attempts).toHaveLength(2);
    expect(attempts).not.toContain(0);
  });

  test('an operation that may have been removed is shown', async () => {
    const { told } = await judged(search(), [ok, [501]], { before: 2, known: { phase: 'overwrites' } });
    expect(told.at(0)).toMatchObject({ statuses: [501], more: { deviated: true } });
  });
});

describe('a body of JSON', () => {
  const creates = acceptsJson('create', (on) => on.ask('create', { json }));

  test.each([
    ['is accepted', [ok], 0, ['held'], 1],
    ['is accepted where it is refused otherwise', [[400]], 0, ['held'], 1],
    ['is not accepted, three times', [[415]], 0, ['violated'], 3],
    ['is accepted again', [[415], ok], 0, ['held'], 4],
    ['was accepted before', [ok], 1, ['held'], 0],
    ['was accepted before, and is not any more', [ok, [415]], 2, ['violated'], 2],
    ['was accepted before, and the method is not any more', [ok, [405]], 2, ['held'], 0],
  ] as readonly (readonly [string, readonly Answer[], number, readonly string[], number])[])('%s', async (_what, answers, before, outline, times) => {
    const { outline: told, sent } = await judged(creates, answers, { before, name: 'create' });
    expect([told, sent.length]).toEqual([outline, times]);
  }); // prettier-ignore
});

const bare = bareRequestAccepted('search', (on) => on.ask('search'));

describe('a request without parameters', () => {
  test.each([
    ['is accepted', [ok], ['held']],
    ['is refused as a bad one, three times', [[400]], ['violated']],
    ['is refused for its content, three times', [[422]], ['violated']],
    ['is refused once', [[400], ok], ['passed']],
    ['is refused for something else', [[404]], ['undecided: premise-failed']],
    ['is lost', [[503]], ['noise']],
  ] as readonly (readonly [string, readonly Answer[], readonly string[]])[])('%s', async (_what, answers, outline) => {
    expect((await judged(bare, answers)).outline).toEqual(outline);
  }); // prettier-ignore

  test.each([
    ['is refused as a bad one late in the run, with a parameter as well', [ok, [400]], ['held']],
    ['is refused for its content once, late in the run', [ok, [422], ok], ['held', 'passed']],
    ['crashes late in the run, with a parameter as well', [ok, [500]], ['held']],
    ['is refused for something else late in the run', [ok, [404]], ['held']],
  ] as readonly (readonly [string, readonly Answer[], readonly string[]])[])('%s', async (_what, answers, outline) => {
    expect((await judged(bare, answers)).outline).toEqual(outline);
  }); // prettier-ignore

  test('is shown if it is refused for another reason', async () => {
    expect((await judged(bare, [[404]])).told).toMatchObject([{ statuses: [404] }]);
  });
});

test('a request without parameters that is refused late fails beside the last query that is still accepted', async () => {
  const last = [['fuzzy', 'true'], ['text.en', 'a b&ü']] as const; // prettier-ignore
  const queries = [[['staged', 'true'], ['text.en', 'b']], last, [['fuzzyLevel', '2'], ['text.en', 'c']]] as const; // prettier-ignore
  let late = false;
  const isLast = (query: unknown): boolean => JSON.stringify(query) === JSON.stringify(last);
  const reply: Script = (_name, _as, { query }) => (late && !isLast(query) ? [400] : ok);
  const stage = judgedStage(reply, { tokens });
  for (const query of queries) await stage.on.ask('search', { query });
  stage.sent.splice(0);
  const check = bareRequestAccepted('search', async (on, attempt) => {
    late = attempt > 0;
    return await on.ask('search');
  });
  await check.check(stage.on);
  expect(outlineOf(stage.told)).toEqual(['held', 'violated']);
  expect(stage.told.at(-1)).toMatchObject({ statuses: [200, 400] });
});

describe('a request without parameters that crashes', () => {
  /** Requests without a query are answered with the first list in turn, and others with the second. */
  async function judgedBeside(alone: readonly Answer[], beside: readonly Answer[]) {
    const turns = { alone: [...alone], beside: [...beside] };
    const next = (list: Answer[]): Answer => (list.length > 1 ? list.shift() : list[0]) ?? [404];
    const reply: Script = (_name, _as, { query }) => next(query === undefined ? turns.alone : turns.beside);
    const stage = judgedStage(reply, { tokens });
    await bare.check(stage.on);
    return outlineOf(stage.told);
  }

  test.each([
    ['fails where it succeeds with a parameter', [[500]], [ok], ['violated']],
    ['is undecided where it crashes with each', [[500]], [[500]], ['undecided: premise-failed']],
    ['is undecided where it is refused with each', [[500]], [[400]], ['undecided: premise-failed']],
    ['fails where only some parameter is accepted', [[500]], [[400], [400], ok], ['violated']],
    ['passes where it comes to itself', [[500], ok], [ok], ['passed']],
    ['fails where it crashes late in the run', [ok, [500]], [ok], ['held', 'violated']],
    ['fails where it is refused late in the run', [ok, [400]], [ok], ['held', 'violated']],
  ] as readonly (readonly [string, readonly Answer[], readonly Answer[], readonly string[]])[])(
    '%s',
    async (_what, alone, beside, outline) => {
      expect(await judgedBeside(alone, beside)).toEqual(outline);
    },
  );
});

describe('tokens', () => {
  const all = [
    { label: 'view', scopes: ['view_test:demo'] },
    { label: 'manage', scopes: ['manage_test:demo'] },
    { label: 'both', scopes: ['view_test:demo', 'manage_test:demo'] },
    { label: 'more', scopes: ['view_test:demo', 'openid'] },
    { label: 'products', scopes: ['view_products:demo'] },
    { label: 'like', scopes: ['view_test:demo2'] },
    { label: 'case', scopes: ['VIEW_TEST:demo'] },
    { label: 'cut', scopes: ['view_tes:demo'] },
    { label: 'stem', scopes: ['view:demo'] },
    { label: 'star', scopes: ['view_test*:demo'] },
    { label: 'half', scopes: ['view_test:demo2', 'openid'] },
    { label: 'old', scopes: ['view_test:demo2'], expired: true },
    { label: 'foreign', scopes: ['view_test:other'], otherProject: true },
  ];
  const { on, caller } = judgedStage(() => ok, { tokens: all });
  const labels = (callers: readonly { readonly label: string }[]) => callers.map(({ label }) => label);

  test('tokens whose scopes resemble those of the project differ from them', () => {
    expect(labels(nearMisses(on))).toEqual(['like', 'case', 'cut']);
  });

  test('tokens with further scopes include a sufficient scope', () => {
    expect(labels(withFurtherScopes(on, 'query'))).toEqual(['both', 'more']);
    expect(labels(withFurtherScopes(on, 'create'))).toEqual(['both']);
  });

  test.each([
    ['query', 'view', 'manage'],
    ['query', 'manage', 'view'],
    ['query', 'both', undefined],
    ['create', 'manage', undefined],
    ['create', 'view', 'manage'],
    ['projectionSearch', 'view', 'products'],
  ] as const)('the token of the other scope at %s compared with %s: %s', (name, usual, other) => {
    expect(otherHolder(on, name, caller(usual))?.label).toBe(other);
  });

  test.each([
    ['finds something', undefined, 200, 'granted'],
    ['finds nothing', undefined, 404, 'refused'],
    ['finds something with no content', undefined, 204, 'refused'],
    ['finds something, as it does where nothing is', 200, 200, 'open'],
    ['finds something, and says 404 of nothing', 404, 200, 'granted'],
  ] as const)('tokens whose check %s', async (_what, noMatch, status, grant) => {
    const profile = noMatch === undefined ? {} : { head: { noMatch: { status: noMatch } } };
    const stage = judgedStage(() => ok, { profile });
    const target = await checkingCase.prepare(stage.on);
    const probe = exchangeOf([status, ''], { caller: stage.on.callers.none });
    expect(target.grants(probe, probe, probe)).toBe(grant);
    expect(target.shows(probe)).toBe(status === 200);
  });

  test.each([
    ['the string that it was made with', '{"any":"canary1"}', 'granted', false],
    ['a version', '{"version":7}', 'granted', true],
    ['neither', '{"error":"no"}', 'open', false],
    ['nothing', '', 'open', false],
  ] as const)('tokens whose read shows %s', async (_what, body, grant, isShown) => {
    const made: Answer = [201, '{"id":"r1","version":1,"objectTypeProperty":{}}'];
    const stage = judgedStage(() => made, {
      tokens: tokens.slice(),
      learnt: { idSource: { kind: 'body', at: '/id', declared: false } },
    });
    const target = await readingCase.prepare(stage.on);
    const probe = exchangeOf([200, body], { caller: stage.on.callers.none });
    expect(target.grants(probe, probe, probe)).toBe(grant);
    expect(target.shows(probe)).toBe(isShown);
  });
});

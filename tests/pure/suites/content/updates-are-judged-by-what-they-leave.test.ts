import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../clause/profile.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import {
  judgeBodySpellings,
  judgeFloatForms,
  judgeGreatVersions,
} from '../../../../suites/4.10/spellings.ts';
import {
  judgeMatching,
  judgeWithoutFields,
  judgePlainActions,
} from '../../../../suites/4.10/plain-updates.ts';
import {
  observeAtomicity,
  observeUpdate,
  observeVersionAsString,
  observeWithoutVersion,
  visibleChange,
} from '../../../../suites/4.10/update-reactions.ts';
import { updateById } from '../../../../suites/4.10-update-by-id.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { checkOf, servedStage, type Held, type Requested } from '../../../support/stages/suite-stage.ts';

/** How updates are answered otherwise than by a plain server. */
type Rule = (update: Requested, held: Map<string, Held>) => Answer | undefined;
type Versions = Parameters<typeof servedStage>[2];

async function judged(check: (on: Stage) => Promise<void>, rule: Rule, known: Known = {}, versions: Versions = {}) {
  const stage = servedStage((request, held) => (request.name === 'update' ? rule(request, held) : undefined), known, versions);
  await check(stage.on);
  return { ...stage, updates: stage.requests.filter(({ name }) => name === 'update') };
} // prettier-ignore

const plainly: Rule = () => undefined;
const names = ({ actions }: Requested): string => actions.map(({ action }) => action).join();
const texts = ({ actions }: Requested): string => actions.map(({ someProperty = '' }) => someProperty).join();
const times = (count: number, kind: string): readonly string[] => Array.from({ length: count }, () => kind);

describe('an update with the actual version', () => {
  const check = (on: Stage) => judgeMatching(on, { action: 'doSomeThing' });

  test.each([
    ['is accepted', plainly, {}, ['held']],
    ['is refused', () => [400], {}, ['undecided: refused-by-unknown-validation']],
    ['crashes', () => [500], {}, ['undecided: server-error']],
    ['crashes, as all updates do', () => [500], { learnt: { updates: 'crash' } }, ['violated']],
    ['is refused where others crash', () => [400], { learnt: { updates: 'crash' } }, ['undecided: refused-by-unknown-validation']],
    ['is lost', () => [503], {}, ['noise']],
    ['is answered 409 each time', () => [409], {}, ['violated']],
    ['is answered 409 while others are under way', ({ before }) => (before < 1 ? [409] : undefined), {}, ['held']],
    ['is answered 409 until it is alone', ({ before }) => (before < 5 ? [409] : undefined), {}, ['undecided: flaky']],
    ['is answered 409, and then refused', ({ before }) => [before < 5 ? 409 : 400], {}, ['undecided: refused-by-unknown-validation']],
  ] as readonly (readonly [string, Rule, Known, readonly string[]])[])('%s', async (_, rule, known, outline) => {
    expect((await judged(check, rule, known)).outline()).toEqual(outline);
  }); // prettier-ignore

  test.each([false, true])('cannot be sent if reads show no version', async (unversioned) => {
    const stage = servedStage(({ name }) => (name === 'readById' ? [unversioned ? 200 : 404] : undefined), {
      learnt: { unversioned },
    });
    await check(stage.on);
    expect(stage.outline()).toEqual(['discarded: blocked-by']);
    expect(stage.requests.filter(({ name }) => name === 'update')).toEqual([]);
  });

  test('is sent alone in the phase of races once it was answered 409', async () => {
    const { phases, told, sent } = await judged(check, () => [409]);
    expect(phases).toEqual(['races']);
    expect(told[0]).toMatchObject({ statuses: [409] });
    expect(sent.findLast(({ name }) => name === 'update')?.ask.alone).toBe(true);
  });
});

describe('doSomeThing without fields', () => {
  const isBare = (update: Requested): boolean => texts(update) === '';

  test.each([
    ['is accepted', plainly, ['held']],
    ['is refused, and accepted with one', (update) => (isBare(update) ? [400] : undefined), ['violated']],
    ['is refused for who asks, and accepted with one', (update) => (isBare(update) ? [403] : undefined), ['violated']],
    ['is refused with one as well', () => [400], ['discarded: premise-failed']],
    ['is refused, and then with one as well', (update) => (isBare(update) || update.before > 2 ? [400] : undefined), ['undecided: refused-by-unknown-validation']],
    ['is refused once', ({ before }) => (before < 1 ? [400] : undefined), ['undecided: flaky']],
    ['crashes', () => [500], ['discarded: premise-failed']],
    ['is lost', () => [503], ['discarded: premise-failed']],
    ['is answered 409', () => [409], ['discarded: premise-failed']],
    ['crashes once it was refused', ({ before }) => (before < 1 ? [400] : before < 3 ? undefined : [500]), ['undecided: flaky']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    const stage = await judged(judgeWithoutFields, rule);
    expect(stage.outline().slice(0, 1)).toEqual(outline);
  }); // prettier-ignore

  test('is refused three times between updates with a field', async () => {
    const { updates, told, phases } = await judged(judgeWithoutFields, (update) => (isBare(update) ? [400] : undefined));
    expect([told[0]?.more, phases]).toMatchObject([{ reproduced: '3/3' }, ['races']]);
    expect(updates.map((one) => (isBare(one) ? 'p' : 't')).join('')).toMatch(/^ptp[tp]*t$/);
    expect(updates.filter(isBare)).toHaveLength(5);
    expect(new Set(updates.map(names))).toEqual(new Set(['doSomeThing']));
  }); // prettier-ignore
});

describe('a body in another spelling of JSON', () => {
  const check = (on: Stage) => on.own((own) => judgeBodySpellings(on, own));
  const where = (test: (text: string) => boolean, status = 400): Rule => ({ text }) =>
    text !== '' && test(text) ? [status] : undefined; // prettier-ignore
  const isEscaped = (text: string): boolean => text.includes('\\u');
  const isSpaced = (text: string): boolean => text.includes('\n');
  const isReversed = (text: string): boolean => /^\s*\{\s*"action/.test(text);

  test('is the same JSON, and one update if it is accepted', async () => {
    const { outline, updates } = await judged(check, plainly);
    expect(outline()).toEqual(['held']);
    expect(updates).toHaveLength(2);
    for (const { text, version, actions } of updates.slice(1)) {
      expect([isEscaped, isSpaced, isReversed].map((is) => is(text))).toEqual([true, true, true]);
      expect(JSON.parse(text)).toEqual({ version: Number(version), actions });
    }
  });

  test.each([
    ['for its escapes', where(isEscaped), ['violated'], isEscaped],
    ['for its white space', where(isSpaced), ['violated'], isSpaced],
    ['for the order of its members', where(isReversed), ['violated'], isReversed],
    ['by a conflict', where(isEscaped, 409), ['violated'], isEscaped],
    ['by a server error', where(isSpaced, 500), ['violated'], isSpaced],
    ['for its type', where(isSpaced, 415), ['violated'], isSpaced],
    ['for who asks', where(isSpaced, 403), ['violated'], isSpaced],
    ['with a status of its own', where(isEscaped, 428), ['violated'], isEscaped],
    ['as locked', where(isEscaped, 423), ['held'], isReversed],
    ['for two of them together', where((text) => isEscaped(text) && isSpaced(text)), ['violated'], isReversed],
    ['for two of them, each by itself', where((text) => isEscaped(text) || isSpaced(text)), ['violated', 'violated'], isSpaced],
  ] as readonly (readonly [string, Rule, readonly string[], (text: string) => boolean])[])('is refused %s', async (_, rule, outline, isLast) => {
    const stage = await judged(check, rule);
    expect(stage.outline()).toEqual(outline);
    expect(isLast(stage.updates.findLast(({ text }) => text !== '')?.text ?? '')).toBe(true);
  }); // prettier-ignore

  test.each([
    ['once, and then taken', 1, ['passed']],
    ['twice, and then taken', 2, ['passed']],
    ['in turn, and taken', Infinity, ['undecided: flaky']],
  ])('is refused %s', async (_, times, outline) => {
    let sent = 0;
    const rule: Rule = ({ text }) => (text !== '' && sent < 2 * times && sent++ % 2 === 0 ? [400] : undefined);
    expect((await judged(check, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  describe('is refused with a page', () => {
    const page: Answer = [403, '<h1>blocked</h1>', [['Content-Type', 'text/html']]];
    const filtered = async (own: Profile, isMet: boolean) => {
      const rule: Rule = ({ text }) => (isEscaped(text) ? page : undefined);
      const stage = servedStage((request, held) => {
        if (request.name === 'update') return rule(request, held);
        return isMet && request.name === 'query' ? page : undefined;
      });
      const on: Stage = { ...stage.on, profile: own };
      if (isMet) await on.ask('query');
      await check(on);
      return stage;
    };

    test('that met nothing else: by the server', async () => {
      expect((await filtered({}, false)).outline()).toEqual(['violated']);
    });

    test('that met other requests too: by the server or by a filter', async () => {
      const { outline, told } = await filtered({}, true);
      expect(outline()).toEqual(['undecided: two-readings']);
      expect(told[0]?.supply).toBe('"refusal": {"page": {"status":403,"type":"text/html"}}');
    });

    test('that is declared: by a filter', async () => {
      const declared = { refusal: { page: { status: 403, type: 'text/html' } } };
      expect((await filtered(declared, false)).outline()).toEqual(['suspected', 'held']);
      const another = { refusal: { page: { status: 403, type: 'text/plain' } } };
      expect((await filtered(another, false)).outline()).toEqual(['violated']);
    });
  });

  test('is refused like every update', async () => {
    expect((await judged(check, () => [400])).outline()).toEqual(['discarded: blocked-by']);
  });
});

describe('a version in another spelling', () => {
  const must = (on: Stage) => on.own((own) => judgeFloatForms(on, own, 'must'));
  const should = (on: Stage) => on.own((own) => judgeFloatForms(on, own, 'should'));
  const great = (on: Stage) => on.own((own) => judgeGreatVersions(on, own));
  const spelled = (end: string, status: number): Rule => ({ version = '' }) => (version.endsWith(end) ? [status] : undefined); // prettier-ignore

  test.each([
    ['.0', 409, 'violated'],
    ['.0', 400, 'violated'],
    ['.0', 422, 'violated'],
    ['.0', 404, 'held'],
    ['.0', 403, 'held'],
    ['.0', 500, 'held'],
    ['e0', 409, 'violated'],
    ['e0', 400, 'held'],
    ['e0', 422, 'held'],
    ['0e-1', 409, 'violated'],
    ['0e-1', 400, 'held'],
  ])('must be accepted: %s is answered %i, and %s', async (end, status, kind) => {
    const outline = (await judged(must, spelled(end, status))).outline();
    const others = times(2, 'passed');
    expect(outline.toSorted()).toEqual([...others, kind].toSorted());
  });

  test.each([
    [409, 'held'],
    [400, 'violated'],
    [422, 'violated'],
    [500, 'held'],
  ])('should be accepted with an exponent: answered %i, it is %s', async (status, kind) => {
    expect((await judged(should, spelled('e0', status))).outline()).toEqual([kind]);
  });

  test('is accepted', async () => {
    const { outline, updates } = await judged(must, plainly);
    expect(outline()).toEqual(times(3, 'passed'));
    const odd = updates.map(({ version = '' }) => version).filter((version) => !/^\d+$/.test(version));
    expect(odd).toHaveLength(3);
    expect((await judged(should, plainly)).outline()).toEqual(['passed']);
  });

  test.each([
    ['once', 1, 'passed'],
    ['twice', 2, 'undecided: flaky'],
    ['three times', 3, 'undecided: flaky'],
  ])('is refused %s, and then accepted', async (_, count, kind) => {
    let refused = 0;
    const rule: Rule = ({ version = '' }) =>
      version.endsWith('e0') && refused++ < count ? [422] : undefined;
    expect((await judged(should, rule)).outline()).toEqual([kind]);
  });

  test('is refused three times alone, between updates with the plain version', async () => {
    const { told, sent, updates } = await judged(should, spelled('e0', 400));
    expect(told[0]).toMatchObject({ statuses: [200, 400], more: { reproduced: '3/3' } });
    const odd = updates.flatMap(({ version = '' }, at) => (version.endsWith('e0') ? [at] : []));
    expect(odd).toHaveLength(4);
    const alone = sent.filter(({ name }) => name === 'update').map(({ ask }) => ask.alone === true);
    expect(odd.map((at) => alone[at])).toEqual([false, true, true, true]);
    expect(updates.at(-1)?.version).toMatch(/^\d+$/);
  });

  test.each([must, should])('is not stated if the plain version is refused', async (check) => {
    const { outline } = await judged(check, () => [400]);
    expect(new Set(outline())).toEqual(new Set(['discarded: blocked-by']));
  });

  test('may be the plain version, if another version is shown', async () => {
    const versions = { first: '1.0', next: (version: string) => `${Number(version) + 1}.0` };
    const rule: Rule = ({ version = '' }) => (/^\d+$/.test(version) ? [400] : undefined);
    expect((await judged(must, rule, {}, versions)).outline()).toEqual([...times(3, 'passed'), 'violated']);
  });

  test.each([
    ['can be held by every Float', '9007199254740991', plainly, ['discarded: not-observable']],
    ['is taken beyond that', '9007199254740993', plainly, ['passed']],
    ['is refused beyond that', '9007199254740993', spelled('.0', 400), ['violated']],
    ['is answered otherwise beyond that', '9007199254740993', spelled('.0', 500), ['held']],
  ] as readonly (readonly [string, string, Rule, readonly string[]])[])('%s', async (_, first, rule, outline) => {
    expect((await judged(great, rule, {}, { first })).outline()).toEqual(outline);
    if (first.endsWith('3')) expect((await judged(must, rule, {}, { first })).outline()).toEqual(times(3, 'discarded: not-observable'));
  }); // prettier-ignore
});

describe('known actions with plain texts', () => {
  const check = (on: Stage) => on.own((own) => judgePlainActions(on, own));
  const isAll = ({ actions }: Requested): boolean => actions.length > 2;
  const changes = (update: Requested): boolean => names(update).includes('changeSomeProperty');

  test.each([
    ['are accepted', plainly, ['held']],
    ['are refused all at once', (update) => (isAll(update) ? [400] : undefined), times(5, 'held')],
    ['fail all at once alone', (update) => (isAll(update) ? [500] : undefined), [...times(5, 'held'), 'undecided: server-error']],
    ['fail for one text', (update) => (texts(update).includes('é') ? [500] : undefined), [...times(4, 'held'), 'violated']],
    ['fail for one action', (update) => (names(update).includes('doSomeThing') ? [501] : undefined), [...times(4, 'held'), 'violated']],
    ['are lost', (update) => (isAll(update) ? [503] : undefined), ['noise']],
    ['are answered 409', (update) => (isAll(update) ? [409] : undefined), ['noise']],
    ['are refused for any change', (update) => (changes(update) ? [400] : undefined), ['held']],
    ['fail for any change', (update) => (changes(update) ? [500] : undefined), ['violated']],
    ['are refused for any change, and fail for one text', (update) => (texts(update).includes('é') ? [500] : changes(update) ? [400] : undefined), ['held', 'violated']],
    ['are denied any change', (update) => (changes(update) ? [403] : undefined), ['discarded: blocked-by']],
    ['are never accepted', () => [400], ['discarded: blocked-by']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(check, rule)).outline().toSorted()).toEqual(outline.toSorted());
  }); // prettier-ignore

  test('fail three times between successful updates', async () => {
    const { told } = await judged(check, (update) => (texts(update).includes('é') ? [500] : undefined));
    expect(told.find(({ kind }) => kind === 'violated')).toMatchObject({
      statuses: [200, 500],
      more: { reproduced: '3/3' },
    });
  });
});

describe('an open point about updates', () => {
  const reactions = { accepted: 'yes', refused: 'no' };
  const anUpdate = (on: Stage) => observeUpdate(on, [], reactions);
  const own = (check: typeof observeWithoutVersion) => (on: Stage) => on.own((one) => check(on, one));

  test.each([
    ['accepted', plainly, { status: 200, reaction: 'yes' }, 1],
    ['refused', () => [400], { status: 400, reaction: 'no' }, 1],
    ['a conflict twice', ({ before }) => (before < 2 ? [409] : [400]), { status: 400, reaction: 'no' }, 3],
    ['a conflict each time', () => [409], { status: 409, reaction: 'no' }, 3],
    ['lost, and then accepted', ({ before }) => (before < 1 ? [503] : undefined), { status: 200, reaction: 'yes' }, 2],
    ['lost each time', () => [503], undefined, 3],
    ['locked, and then accepted', ({ before }) => (before < 1 ? [423] : undefined), { status: 200, reaction: 'yes' }, 2],
    ['locked each time', () => [423], undefined, 3],
    ['answered that its resource is not there', () => [404], undefined, 1],
    ['answered that its resource is gone', () => [410], undefined, 1],
  ] as readonly (readonly [string, Rule, unknown, number])[])('is an update that is %s', async (_, rule, value, count) => {
    const stage = await judged(anUpdate, rule);
    expect([stage.observed(), stage.updates.length]).toEqual([value, count]);
  }); // prettier-ignore

  test.each([
    ['accepted', () => [200], { status: 200, reaction: 'unconditional' }],
    ['refused', () => [400], { status: 400, reaction: 'reject' }],
    ['lost', () => [503], undefined],
  ] as readonly (readonly [string, Rule, unknown])[])('is an update without a version: %s', async (_, rule, value) => {
    const stage = await judged(own(observeWithoutVersion), rule);
    expect([stage.observed(), stage.updates.map(({ version }) => version)]).toEqual([value, [undefined]]);
  }); // prettier-ignore

  test.each([
    ['taken as a number', plainly, ['observed'], { status: 200, mismatch: 409, reaction: 'coerce' }],
    ['refused', () => [400], ['observed'], { status: 400, mismatch: 400, reaction: 'reject' }],
    ['not looked at', () => [200], ['observed', 'suspected'], { status: 200, mismatch: 200, reaction: 'coerce' }],
    ['lost', () => [503], [], undefined],
  ] as readonly (readonly [string, Rule, readonly string[], unknown])[])('is a version that is a text: %s', async (_, rule, outline, value) => {
    const stage = await judged(own(observeVersionAsString), rule);
    expect([stage.outline(), stage.observed()]).toEqual([outline, value]);
    expect(stage.updates.every(({ isText }) => isText)).toBe(true);
    // What was lost is requested again.
    expect(stage.updates).toHaveLength(value === undefined ? 4 : 2);
  }); // prettier-ignore

  test('is not reported for a missing resource, however the version is spelled', async () => {
    const stage = await judged(own(observeVersionAsString), () => [404]);
    expect([stage.outline(), stage.updates.length]).toEqual([[], 2]);
  });

  test('is no refusal of an empty list if the version conflicts while a replica lags', async () => {
    let asks = 0;
    const rule: Rule = () => ((asks += 1) < 3 ? [409] : [200]);
    const check = checkOf(updateById, '4.10/empty-actions');
    expect((await judged(check, rule)).observed()).toEqual({ status: 200, reaction: 'accept' });
    expect((await judged(check, () => [409])).observed()).toEqual({ status: 409, reaction: 'reject' });
  });

  const learnt = { pointer: '/someProperty' };
  const isUnknown = (update: Requested): boolean => names(update).includes('unknownAction');
  test.each([
    ['kept', (update, held) => { held.set(update.id, { version: '1', value: texts(update).split(',')[0] ?? '' }); return [400]; }, { atomic: false }, ['observed']],
    ['not kept', (update) => (isUnknown(update) ? [400] : undefined), { atomic: true }, ['observed']],
    ['not kept after a failure', (update) => (isUnknown(update) ? [500] : undefined), { atomic: true }, ['observed']],
    ['followed by one that is accepted', plainly, undefined, ['discarded: premise-failed']],
    ['followed by one that is lost', () => [503], undefined, ['discarded: premise-failed']],
  ] as readonly (readonly [string, Rule, unknown, readonly string[]])[])('is whether an action is %s', async (_, rule, value, outline) => {
    const stage = await judged(own(observeAtomicity), rule, { learnt });
    expect([stage.observed(), stage.outline()]).toEqual([value, outline]);
    expect((await judged(own(observeAtomicity), rule)).outline()).toEqual(['discarded: not-observable']);
  }); // prettier-ignore

  test.each([
    ['empty', [204, '']],
    ['ExampleResource', [200, '{"version":2}']],
    ['other', [200, '{"version":"2"}']],
    ['other', [200, '{}']],
  ] as readonly (readonly [string, Answer])[])('is the answer to them: %s', async (response, answer) => {
    const check = checkOf(updateById, '4.10/response');
    expect((await judged(check, () => answer)).observed()).toEqual({ response });
    expect((await judged(check, () => [400])).outline()).toEqual(['discarded: premise-failed']);
  });

  test.each([
    [404, ['observed']],
    [409, ['observed']],
    [200, ['observed', 'suspected']],
    [500, ['observed', 'suspected']],
    [503, []],
  ])('is the update of an unused id, answered %i', async (status, outline) => {
    const stage = await judged(checkOf(updateById, '4.10/unknown-id'), () => [status]);
    expect(stage.outline()).toEqual(outline);
    expect(stage.sent.at(-1)?.ask.mayNotExist).toBe(true);
  });
});

describe('a change', () => {
  const { check, declares } = visibleChange;
  const at = (
    pointer: NonNullable<Profile['update']>['observable'],
    pointers: readonly string[] | undefined,
  ): Known => {
    const profile: Profile = pointer === undefined ? {} : { update: { observable: pointer } };
    return { profile, learnt: { pointers } };
  };

  test.each([
    ['was never accepted', plainly, at(undefined, undefined), undefined],
    ['shows where it was seen', plainly, at(undefined, ['/a']), { pointers: ['/a'] }],
    ['is declared to show nowhere', plainly, at('none', ['/a']), { pointers: ['/a'] }],
    ['shows where it is declared', plainly, at('/a', ['/a', '/b']), { pointers: ['/a', '/b'], asDeclared: true }],
    ['shows later where it is declared', plainly, at('/someProperty', []), { pointers: [], asDeclared: true }],
    ['shows nothing where it is declared', plainly, at('/other', []), { pointers: [], asDeclared: false }],
    ['is accepted for later', () => [202], at('/someProperty', []), { pointers: [] }],
    ['is refused', () => [400], at('/someProperty', []), { pointers: [] }],
    ['shows the same whatever it is', () => [200], at('/someProperty', []), { pointers: [], asDeclared: false }],
    ['shows as another text each time', (update, held) => { held.set(update.id, { version: '1', value: texts(update).toUpperCase() }); return [200]; }, at('/someProperty', []), { pointers: [] }],
  ] as readonly (readonly [string, Rule, Known, unknown])[])('%s', async (_, rule, known, value) => {
    const stage = await judged(check, rule, known);
    expect(stage.observed()).toEqual(value);
    if (value === undefined) expect(stage.outline()).toEqual(['discarded: blocked-by']);
  }); // prettier-ignore

  test.each([
    ['none', { pointers: [] }, true],
    ['none', { pointers: ['/a'] }, false],
    ['none', {}, undefined],
    ['/a', { pointers: [], asDeclared: true }, true],
    ['/a', { pointers: ['/a'], asDeclared: false }, false],
    ['/a', { pointers: ['/a'] }, undefined],
  ])('is declared to show at %s, observed as %j, and kept: %s', (declared, value, isKept) => {
    expect(declares?.[0]?.met(declared, value)).toBe(isKept);
  });
});

import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../clause/profile.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import { exchangeOf, type Known } from '../../../support/stages/judged-stage.ts';
import {
  membersAreTaken,
  judgeRefusedCreates,
  judgeTypedBody,
  observeAdditionalMembers,
  observeMalformedBody,
  observeWrongContentType,
} from '../../../../suites/4.06/posted-bodies.ts';
import { plainCreatesProvokeNoError, judgeSameOctets } from '../../../../suites/4.06/plain-content.ts';
import { create } from '../../../../suites/4.06-create.ts';
import type { JsonInput } from '../../../../wire/json/json.ts';
import { nobody, type Answer } from '../../../support/stages/scripted-stage.ts';
import { checkOf, oneByOne, queryIn, suiteStage } from '../../../support/stages/suite-stage.ts';

type Content = Readonly<Record<string, readonly unknown[]>>;

/** Answers to creates by their content, and by how many there were before. */
type Rule = (content: Content, before: number) => Answer;

function stageOf(rule: Rule, known: Known = {}, elsewhere: () => Answer = () => [200]) {
  let before = 0;
  const contents: Content[] = [];
  const stage = suiteStage((name, _as, ask) => {
    if (name !== 'create') return elsewhere();
    const { objectTypeProperty = {} } = (ask.json ?? {}) as { readonly objectTypeProperty?: Content };
    contents.push(objectTypeProperty);
    return rule(objectTypeProperty, before++);
  }, known);
  return { ...stage, contents };
}

async function judged(check: (on: Stage) => Promise<void>, rule: Rule, known: Known = {}, elsewhere?: () => Answer) {
  const stage = stageOf(rule, known, elsewhere);
  await check(stage.on);
  return stage;
} // prettier-ignore

const readOnly: Known = { options: { readOnly: true } };
const sample: Profile = { samples: { '4.6': { body: { objectTypeProperty: {} } } } };
const created: Answer = [201, '{"id":"r1","version":1}'];

test.each([
  judgeTypedBody,
  observeWrongContentType,
  observeMalformedBody,
  observeAdditionalMembers,
  (on: Stage) => plainCreatesProvokeNoError.check(on),
  (on: Stage) => membersAreTaken.check(on),
])('nothing is sent if the run may not write', async (check) => {
  const { on, sent } = stageOf(() => created, readOnly);
  await expect(check(on)).rejects.toMatchObject({ reason: { code: 'read-only' } });
  expect(sent).toEqual([]);
});

describe('a well-typed body', () => {
  const known: Known = { learnt: { createBody: {} } };
  const declared: Known = { profile: sample };

  test.each([
    ['is accepted', [[201]], [200], {}, ['held'], undefined],
    ['is accepted last', [[400], [400], [400], [201]], [200], {}, ['held'], 4],
    ['was accepted before', [[400]], [200], known, ['held'], 0],
    ['crashes whatever it holds, and reads do not', [[500]], [200], {}, ['violated'], 4],
    ['crashes whatever it holds, and reads are refused', [[501]], [403], {}, ['violated'], 4],
    ['crashes whatever it holds, and so do reads', [[500]], [500], {}, ['undecided: refused-by-unknown-validation'], 4],
    ['crashes whatever it holds, and reads are lost', [[500]], [503], {}, ['undecided: refused-by-unknown-validation'], 4],
    ['is refused whatever it holds', [[400]], [200], {}, ['undecided: refused-by-unknown-validation'], 4],
    ['crashes, and is refused', [[500], [400]], [200], {}, ['undecided: refused-by-unknown-validation'], 4],
    ['is refused, and lost', [[400], [503]], [200], {}, ['noise'], 4],
    ['is declared and accepted', [[201], [400]], [200], declared, ['held'], 1],
    ['is declared and refused', [[400]], [200], declared, ['violated'], 1],
    ['is declared and crashes', [[500]], [200], declared, ['violated'], 1],
    ['is declared and lost', [[503]], [200], declared, ['noise'], 1],
    ['is declared and refused, though another was accepted', [[400]], [200], { ...known, ...declared }, ['violated'], 1],
  ] as readonly (readonly [string, readonly Answer[], Answer, Known, readonly string[], number | undefined])[])('%s', async (_, answers, read, more, outline, count) => {
    const stage = await judged(judgeTypedBody, oneByOne(...answers), more, () => read);
    expect(stage.outline()).toEqual(outline);
    if (count !== undefined) expect(stage.contents).toHaveLength(count);
  }); // prettier-ignore

  test('counts as many failures as attempts', async () => {
    const { told } = await judged(judgeTypedBody, () => [500]);
    expect(told[0]).toMatchObject({ more: { reproduced: '4/4' }, statuses: [500] });
  });
});

describe('odd creates', () => {
  test.each([
    [201, { status: 201, reaction: 'accept' }],
    [415, { status: 415, reaction: 'reject' }],
    [500, { status: 500, reaction: 'reject' }],
    [503, undefined],
  ])('under another label are answered %i', async (status, value) => {
    const stage = await judged(observeWrongContentType, () => [status, '{"id":"r1"}']);
    expect([stage.observed(), stage.noted.length]).toEqual([value, status === 201 ? 1 : 0]);
    expect(stage.sent[0]?.ask.contentType).toBe('text/plain');
  });

  test.each([
    ['are refused', [[400], [422]], { notJson: '400', illTyped: '422', statuses: [400, 422] }, false, 0],
    ['are refused alike', [[400]], { notJson: '400', illTyped: '400', statuses: [400] }, false, 0],
    ['crash, which is no refusal', [[500], [400]], { notJson: '500', illTyped: '400', statuses: [400] }, true, 0],
    ['are accepted', [[201]], { notJson: '201', illTyped: '201', statuses: [] }, true, 2],
    ['are accepted where they are JSON', [[400], [201]], { notJson: '400', illTyped: '201', statuses: [400] }, false, 1],
    ['are lost', [[503]], { notJson: '503', illTyped: '503', statuses: [] }, false, 0],
  ] as readonly (readonly [string, readonly Answer[], object, boolean, number])[])('that are malformed %s', async (_, answers, value, isSuspect, noted) => {
    const stage = await judged(observeMalformedBody, oneByOne(...answers));
    expect([stage.observed(), stage.outline().includes('suspected')]).toEqual([value, isSuspect]);
    expect(stage.noted).toHaveLength(noted);
  }); // prettier-ignore

  test('malformed creates are first not JSON, and then of other types', async () => {
    const { sent } = await judged(observeMalformedBody, () => [400]);
    expect(() => JSON.parse(new TextDecoder().decode(sent[0]?.ask.body)) as unknown).toThrow();
    expect(sent.map(({ ask }) => ask.bodyIs)).toEqual(['ill-typed', 'ill-typed']);
    expect(sent[1]?.ask.json).toMatchObject({ objectTypeProperty: { arrayOfIntExample: expect.any(String) as string } });
  }); // prettier-ignore

  test.each([
    [201, { status: 201 }, 1],
    [400, { status: 400 }, 0],
    [429, undefined, 0],
  ])('creates with further members are answered %i', async (status, value, noted) => {
    const stage = await judged(observeAdditionalMembers, () => [status, '{"id":"r1"}']);
    expect([stage.observed(), stage.noted.length]).toEqual([value, noted]);
    expect(Object.keys(stage.sent[0]?.ask.json ?? {})).toHaveLength(2);
  });
});

describe('plain content', () => {
  const { check } = plainCreatesProvokeNoError;
  const has = (content: Content, name: string, value: unknown): boolean =>
    (content[name] ?? []).includes(value);
  const size = (content: Content): number => Object.keys(content).length;
  const times = (count: number, kind: string): readonly string[] => Array.from({ length: count }, () => kind);
  const isWordless = (content: Content): boolean => !('arrayOfStringExample' in content);

  test.each([
    ['is accepted', () => created, ['held']],
    ['is refused all together', (content) => (size(content) > 2 ? [400] : created), times(7, 'held')],
    ['is refused beside texts', (content) => (size(content) > 1 ? [400] : created), times(7, 'held')],
    ['fails for zero', (content) => (has(content, 'arrayOfIntExample', 0) ? [500] : created), [...times(6, 'held'), 'violated']],
    ['fails for one element, and is refused for many', (content) => ((content['arrayOfIntExample'] ?? []).length > 1 ? [400] : has(content, 'arrayOfIntExample', -1) ? [501] : created), [...times(6, 'held'), 'violated']],
    ['fails once', (content, before) => (before < 2 && size(content) > 1 ? [500] : created), [...times(7, 'held'), 'undecided: server-error']],
    ['fails only all together', (content) => (size(content) > 2 ? [500] : created), [...times(7, 'held'), 'undecided: server-error']],
    ['is lost for one of them', (content) => (size(content) > 2 ? [400] : 'arrayOfFloatExample' in content ? [503] : created), [...times(6, 'held'), 'noise']],
    ['is refused with any text, and accepted without', (content) => (isWordless(content) ? created : [400]), times(7, 'held')],
    ['is refused with any text, and fails for one member', (content) => (!isWordless(content) ? [400] : 'arrayOfFloatExample' in content ? [500] : created), [...times(6, 'held'), 'violated']],
    ['is refused with any text, and lost for one member', (content) => (!isWordless(content) ? [400] : 'arrayOfFloatExample' in content ? [503] : created), times(6, 'held')],
    ['is never accepted', () => [400], ['discarded: premise-failed']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    const stage = await judged(check, rule);
    expect(stage.outline().toSorted()).toEqual([...outline].toSorted());
    const accepted = stage.world.bodies.successes('create').statuses.get(201) ?? 0;
    // What the stage itself has made goes by other ways.
    expect(stage.noted.length + stage.on.made.length).toBe(accepted);
  }); // prettier-ignore

  test('fails three times between creates without it, each with a text of its own', async () => {
    const { told, contents } = await judged(check, (content) => (has(content, 'arrayOfIntExample', 0) ? [500] : created)); // prettier-ignore
    expect(told.find(({ kind }) => kind === 'violated')).toMatchObject({ more: { reproduced: '3/3' } });
    const texts = contents.flatMap((content) => (content['arrayOfStringExample'] ?? []).slice(0, 1));
    expect(new Set(texts).size).toBe(texts.length);
    // The element that fails is alone in the end.
    expect(contents.filter((content) => content['arrayOfIntExample']?.join() === '0').length).toBe(5);
  });

  const told4 = ['a', 'b', 'c', 'd'].map((text) => ({
    content: { arrayOfStringExample: [text] },
    exchange: exchangeOf(text < 'c' ? [500] : [201], { caller: nobody }),
  }));
  const bySameOctets = async (on: Stage): Promise<void> => {
    await judgeSameOctets(on, told4, (objectTypeProperty) =>
      on.ask('create', { as: on.writer, json: { objectTypeProperty } }),
    );
  };
  const fails = (content: Content): boolean => String(content['arrayOfStringExample']?.[0]) < 'c';

  test('fails if the error depends on the whole content, by the same octets, six times among six accepted creates', async () => {
    const { told, contents } = await judged(bySameOctets, (content) => (fails(content) ? [500] : created));
    expect(told).toMatchObject([{ kind: 'violated', statuses: [201, 500], more: { reproduced: '6/6' } }]);
    const texts = contents.map((content) => String(content['arrayOfStringExample']?.[0]));
    expect(texts.toSorted().join('')).toBe('aaabbbcccddd');
    expect(texts.join('')).not.toBe('aaabbbcccddd');
  });

  test.each([
    ['each of them is accepted in the end', (_content, before) => (before > 5 ? created : [500])],
    ['all are accepted', () => created],
    ['all fail', () => [500]],
  ] as readonly (readonly [string, Rule])[])('proves nothing with the same octets if %s', async (_, rule) => {
    expect((await judged(bySameOctets, rule)).outline()).toEqual([]);
  });

  test('does not fail if the same octets are accepted another time', async () => {
    const { outline } = await judged(check, (_content, before) => (before % 2 === 1 ? [500] : created));
    expect(outline()).not.toContain('violated');
  });

  test('is compared with earlier accepted content, if only texts are refused', async () => {
    const createBody = { objectTypeProperty: { arrayOfIntExample: [] } };
    const needs: Rule = (content) => ('arrayOfIntExample' in content ? created : [400]);
    const stage = await judged(check, needs, { learnt: { createBody } });
    expect(stage.outline()).toEqual(['held']);
    expect(stage.sent.map(({ ask }) => ask.bodyIs).slice(0, 3)).toEqual(['well-typed', 'either', 'either']);
  });
});

describe('the members of creates', () => {
  const learnt = { writer: nobody };
  const all = 9;
  const { check, declares } = membersAreTaken;
  const observed = async (rule: Rule, profile: Profile = {}) => {
    const stage = await judged(check, rule, { learnt, profile });
    const { taken, refused } = (stage.observed() ?? { taken: [], refused: [] }) as Readonly<Record<'taken' | 'refused', readonly string[]>>;
    return { ...stage, taken, refused };
  }; // prettier-ignore
  const without = (name: string, status = 400): Rule => (content) => (name in content ? [status] : created); // prettier-ignore

  test.each([
    ['are all taken', () => created, all, [], false],
    ['are refused', without('arrayOfFloatExample'), all - 1, ['arrayOfFloatExample'], true],
    ['fail', without('arrayOfFloatExample', 500), all - 1, ['arrayOfFloatExample'], true],
    ['are refused for who asks', without('arrayOfFloatExample', 403), all - 1, [], false],
    ['are lost', without('arrayOfFloatExample', 503), all - 1, [], false],
    ['are taken with the last value', (content) => (JSON.stringify(content['arrayOfIntExample'] ?? [100, 200, 300]) === '[100,200,300]' ? created : [400]), all, [], false],
    ['are refused with their items', without('arrayOfObjectType'), all - 3, ['arrayOfObjectType', 'integerExample', 'integerExampleInt32'], true],
  ] as readonly (readonly [string, Rule, number, readonly string[], boolean])[])('%s', async (_, rule, taken, refused, isSuspect) => {
    const seen = await observed(rule);
    expect([seen.taken.length, seen.refused]).toEqual([taken, refused]);
    expect(seen.outline().includes('suspected')).toBe(isSuspect);
    expect(seen.phases).toEqual(['end']);
  }); // prettier-ignore

  test('are no longer suspect if they are declared', async () => {
    const profile: Profile = { fields: { refused: ['arrayOfFloatExample'] } };
    expect((await observed(without('arrayOfFloatExample'), profile)).outline()).toEqual(['observed']);
    const other: Profile = { fields: { refused: ['arrayOfIntExample'] } };
    expect((await observed(without('arrayOfFloatExample'), other)).outline()).toEqual([
      'observed',
      'suspected',
    ]);
  });

  test('prove nothing if no create is accepted', async () => {
    expect((await observed(() => [400])).outline()).toEqual(['discarded: premise-failed']);
  });

  test.each([
    [['a'], { taken: ['b'], refused: ['a'] }, true],
    [['a'], { taken: ['a'], refused: [] }, false],
    [['a', 'b'], { taken: ['b'], refused: ['a'] }, false],
    [['a', 'b'], { taken: [], refused: ['a'] }, undefined],
    [['a'], { taken: [], refused: ['a', 'b'] }, true],
  ])('are declared to be refused: %j with observed %j is kept: %s', (declared, value, isKept) => {
    expect(declares?.[0]?.met(declared, value)).toBe(isKept);
  });
});

describe('creates that were refused', () => {
  interface Lists {
    readonly wide?: (last: string) => JsonInput;
    readonly filtered?: (text: string, last: string) => JsonInput;
    readonly page?: (offset: string) => JsonInput;
    readonly status?: number;
    readonly secrets?: readonly string[];
    readonly endpoint?: 'create' | 'update';
    readonly made?: readonly { readonly id: string; readonly canary: string }[];
  }

  /** What lists show after creates with the secrets were refused. */
  async function sought({ wide = (last) => [last], filtered = (_, last) => [last], page = () => [], status = 200, secrets = ['secret'], endpoint = 'create', made = [] }: Lists) {
    let last = '';
    const stage = suiteStage(
      (name, _as, ask) => {
        if (name === 'create') {
          last = (ask.json as { readonly objectTypeProperty: { readonly arrayOfStringExample: readonly string[] } }).objectTypeProperty.arrayOfStringExample[0] ?? '';
          return created;
        }
        const query = new Map(ask.query);
        const text = query.get('stringParameter');
        if (text !== undefined) return [status, JSON.stringify(filtered(text, last))];
        const offset = query.get('offset');
        return [status, JSON.stringify(offset === undefined ? wide(last) : page(offset))];
      },
      { stage: { shared: <T>() => Promise.resolve(undefined as T), made: made.map((one) => ({ ...one, at: 0 })) } },
    );
    for (const canary of secrets) {
      const caller = { ...nobody, label: canary };
      stage.refusedWrites.push({ endpoint, canary, exchange: exchangeOf([403], { caller }) });
    }
    await judgeRefusedCreates(stage.on);
    return stage;
  } // prettier-ignore

  test.each([
    ['show in no list', {}, ['held']],
    ['show in a list', { wide: (last) => [last, 'secret'] }, undefined],
    ['show in a list, whatever else it shows', { wide: () => ['secret'] }, undefined],
    ['show in the answer of a refusal alone', { wide: () => ['secret'], status: 403 }, ['held']],
    ['show behind a filter, where lists show a part', { wide: () => [], filtered: (text) => [text === 'secret' || text === 'canary1' ? text : ''] }, ['violated']],
    ['show behind a filter that repeats the question', { wide: () => [], filtered: (text) => [text] }, ['held']],
    ['are looked for behind no filter where lists show what was made', { filtered: (text) => [text] }, ['held']],
    ['were none', { secrets: [] }, ['discarded: premise-failed']],
    ['were updates', { endpoint: 'update', wide: (last) => [last, 'secret'] }, ['discarded: premise-failed']],
    ['show on a later page', { made: [{ id: 'r0', canary: 'old' }], page: (offset) => (offset === '1' ? ['secret'] : [offset === '0' ? 'first' : '']) }, undefined],
    ['are looked for on no later page where a list shows all', { made: [{ id: 'r0', canary: 'old' }], wide: (last) => [last, 'old'], page: () => ['secret'] }, ['held']],
  ] as readonly (readonly [string, Lists, readonly string[] | undefined])[])('%s', async (_, lists, outline) => {
    const stage = await sought(lists);
    // Each list that shows it is told.
    if (outline === undefined) expect(new Set(stage.outline())).toEqual(new Set(['violated']));
    else expect(stage.outline()).toEqual(outline);
    expect([stage.phases, stage.kept]).toEqual([['late'], ['r1']]);
  }); // prettier-ignore

  test('are searched for one by one, at most a dozen', async () => {
    const secrets = Array.from({ length: 14 }, (_, at) => `secret${at}-`);
    const partial: Lists = { wide: () => [], filtered: (text, last) => [text === last ? text : ''], secrets };
    const asked = (await sought(partial)).sent.map(({ ask }) => queryIn(ask));
    expect(asked.filter((query) => query.includes('secret'))).toHaveLength(12);
  });
});

describe('an open point about creates', () => {
  const declared = (id: string, at = 0) => create.clauses.find((one) => one.id === id)?.declares[at];

  test.each([
    ['makes another one', ['r1', 'r2', 'r3', 'r4'], 'alwaysNew'],
    ['lands on the same one each time', ['r1', 'r1', 'r1', 'r1'], 'upsert'],
    ['lands on the same one with the same content alone', ['r1', 'r2', 'r3', 'r3'], 'mixed'],
    ['lands on another one than before', ['r1', 'r1', 'r2', 'r3'], 'mixed'],
  ])('is whether a second create %s', async (_, ids, mode) => {
    const stage = stageOf((__, before) => [201, JSON.stringify({ id: ids[before], version: 1 })]);
    await stage.on.create();
    await stage.on.create();
    await checkOf(create, '4.6/create-or-update')(stage.on);
    expect([stage.observed(), stage.phases]).toEqual([{ mode }, ['late']]);
    expect(stage.contents[2]).toEqual(stage.contents[3]);
  });

  test.each([
    ['alwaysNew', 'alwaysNew', true],
    ['alwaysNew', 'mixed', false],
    ['mixed', 'upsert', true],
    ['mixed', 'mixed', true],
    ['upsert', 'alwaysNew', false],
    ['upsert', undefined, undefined],
  ])('is declared as %s, observed as %s, and kept: %s', (value, mode, isKept) => {
    expect(declared('4.6/create-or-update')?.met(value, mode === undefined ? {} : { mode })).toBe(isKept);
  });

  test.each([
    ['exact', ['exact']],
    ['none', ['none']],
    ['normalised', ['exact', 'normalised']],
  ])('is declared to come back %s, which %j keep', (value, keeping) => {
    const all = ['exact', 'none', 'normalised', 'changing'];
    expect(all.filter((seen) => declared('4.6/echo')?.met(value, seen) === true)).toEqual(
      all.filter((seen) => keeping.includes(seen)),
    );
  });

  test.each([
    ['as it was', '{"id":"r1","objectTypeProperty":{"arrayOfStringExample":["canary1"]}}', 'exact'],
    ['otherwise', '{"id":"r1","objectTypeProperty":{}}', 'normalised'],
    ['not at all', '{"id":"r1"}', 'none'],
  ])('is whether answers show the content: %s', async (_, json, value) => {
    const stage = await judged(checkOf(create, '4.6/echo'), () => [201, json]);
    expect([stage.observed(), stage.phases]).toEqual([value, ['end']]);
    const refused = await judged(checkOf(create, '4.6/echo'), () => [400, json]);
    expect(refused.outline()).toEqual(['discarded: premise-failed']);
  });
});

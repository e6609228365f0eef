import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../../../clause/clause.ts';
import type { Profile } from '../../../../clause/profile.ts';
import { answersHaveTheirShape } from '../../../../suites/records/answers.ts';
import {
  orderIsFree,
  takesDocumentedTimestamps,
  millisecondsKeepTheirDigits,
} from '../../../../suites/records/forms.ts';
import {
  contentVariants,
  recordRequirements,
  recordStatuses,
  shapesSeen,
} from '../../../../suites/records/habits.ts';
import { recordMembers } from '../../../../suites/records/ordered-record.ts';
import { surveyedRecords } from '../../../../suites/records/survey-posts.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { own, recordStage, type Posted, type Rule } from '../../../support/stages/record-stage.ts';

type Checked = { readonly check: (on: Stage) => Promise<void> }; // prettier-ignore

async function judged({ check }: Checked, rule: Rule, known: Known = {}) {
  const stage = recordStage(rule, known);
  await check(stage.on);
  return stage;
}

const isReversed = ({ record }: Posted): boolean => Object.keys(record)[0] === recordMembers.at(-1);

describe('the order of members', () => {
  test.each([
    ['is free', () => [200], {}, ['held']],
    ['is not free', (post) => [isReversed(post) ? 400 : 200], {}, ['violated']],
    ['fails', (post) => [isReversed(post) ? 500 : 200], {}, ['violated']],
    ['is lost', (post) => [isReversed(post) ? 503 : 200], {}, ['noise']],
    ['is refused once', (post) => [isReversed(post) && post.before < 2 ? 400 : 200], {}, ['passed']],
    ['is refused, and then so is the other', ({ before }) => [before < 1 ? 200 : 400], {}, ['undecided: flaky']],
    ['is the vendor’s own', () => [200], { profile: own }, ['discarded: premise-failed']],
    ['lacks members', ({ record }) => ['custom' in record ? 400 : 200], {}, ['discarded: premise-failed']],
    ['lacks what is declared', ({ record }) => ['custom' in record ? 400 : 200], { profile: { records: { omits: ['custom'] } } }, ['held']],
  ] as readonly (readonly [string, Rule, Known, readonly string[]])[])('%s', async (_, rule, known, outline) => {
    expect((await judged(orderIsFree('urnLinks'), rule, known)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('is reversed for all members, between records in the order of the table', async () => {
    const { posts, told } = await judged(orderIsFree('complexPath'), (post) => [isReversed(post) ? 400 : 200]);
    const reversed = posts.filter(isReversed);
    expect(Object.keys(reversed[0]?.record ?? {})).toEqual(recordMembers.toReversed());
    // One that calls for it, and four between five.
    expect([reversed.length, posts.length - reversed.length]).toEqual([5, 6]);
    expect(told[0]?.more).toMatchObject({ reproduced: '3/3' });
  }); // prettier-ignore
});

describe('documented timestamps', () => {
  const usual = '2015-07-04T21:09:08.123Z';
  const madeAt = ({ record }: Posted): string =>
    typeof record['createdAt'] === 'string' ? record['createdAt'] : '';
  const isDocumented = (post: Posted): boolean => /\.\d{3}Z$/.test(madeAt(post));
  const isAnother = (post: Posted): boolean => isDocumented(post) && post.record['createdAt'] !== usual;
  const offset = (post: Posted): boolean => madeAt(post).endsWith('+00:00');

  test.each([
    ['are taken', () => [200], {}, ['held']],
    ['are refused for another instant', (post) => [isAnother(post) ? 400 : 200], {}, ['violated']],
    ['are lost for another instant', (post) => [isAnother(post) ? 503 : 200], {}, ['noise']],
    ['are refused, and those without milliseconds are not', (post) => [isDocumented(post) ? 400 : 200], {}, ['violated']],
    ['are refused, and those with an offset are not', (post) => ['createdAt' in post.record && !offset(post) ? 400 : 200], {}, ['violated']],
    ['are refused in every form', ({ record }) => ['createdAt' in record ? 400 : 200], {}, ['discarded: refused-by-unknown-validation']],
    ['are refused at first', (post) => [isDocumented(post) && post.before < 1 ? 400 : 200], {}, ['held']],
    ['are the vendor’s own', () => [200], { profile: own }, ['discarded: premise-failed']],
  ] as readonly (readonly [string, Rule, Known, readonly string[]])[])('%s', async (_, rule, known, outline) => {
    expect((await judged(takesDocumentedTimestamps('urnLinks'), rule, known)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('are sent for both instants of a record', async () => {
    const { posts } = await judged(takesDocumentedTimestamps('urnLinks'), () => [200]);
    expect(posts).toHaveLength(2);
    const { createdAt, lastModifiedAt } = posts[1]?.record ?? {};
    expect(posts[1]).toSatisfy(isAnother);
    expect(lastModifiedAt).toBe(createdAt);
  });
});

describe('milliseconds', () => {
  const shows = (text: string): Answer => [200, JSON.stringify({ dateTimeExample: text })];
  /** What the record said, written again. */
  const echo =
    (write: (text: string) => string): Rule =>
    ({ record }) =>
      // prettier-ignore
      typeof record['createdAt'] === 'string' ? shows(write(record['createdAt'])) : [200, '{}'];

  test.each([
    ['keep their digits', echo((text) => text), ['held']],
    ['lose zeros at the end', echo((text) => text.replace(/0+Z$/, 'Z')), ['violated']],
    ['lose a fraction of nothing', echo((text) => text.replace('.000Z', 'Z')), ['violated']],
    ['are hundredths', echo((text) => text.replace(/\d\dZ$/, '5Z')), ['violated']],
    ['are not shown', () => [200, '{"dateOnlyExample":"2020-01-01"}'], ['discarded: variant-unshown']],
    ['are no text', () => [200, '{"dateTimeExample":1}'], ['discarded: variant-unshown']],
    ['are always the same', () => shows('2020-01-01T00:00:00.123Z'), ['observed', 'held']],
    ['are always the same, and too short', () => shows('2020-01-01T00:00:00Z'), ['violated']],
    ['never end in zeros', echo((text) => text.replace(/\d\d\dZ$/, '123Z')), ['discarded: reach-too-low']],
    ['end in zeros, but never in nothing else', echo((text) => text.replace('.000Z', '.123Z')), ['discarded: reach-too-low']],
    ['end in nothing but zeros alone', echo((text) => text.replace(/[1-9]\d?0Z$/, '123Z')), ['discarded: reach-too-low']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(millisecondsKeepTheirDigits, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  test.each(['dateTimeExample', 'dateTimeExampleDefaultFormat'])('are judged in each member: %s', async (flawed) => {
    const rule: Rule = ({ record }) => {
      const made = record['createdAt'];
      const text = typeof made === 'string' ? made : '2020-01-01T00:00:00.123Z';
      const both = { dateTimeExample: text, dateTimeExampleDefaultFormat: text };
      return [200, JSON.stringify({ ...both, [flawed]: text.replace(/0+Z$/, 'Z') })];
    };
    expect((await judged(millisecondsKeepTheirDigits, rule)).outline()).toEqual(['violated']);
  }); // prettier-ignore

  test('are searched for in every shown member', async () => {
    const rule: Rule = ({ record }) => [
      200,
      JSON.stringify({
        dateTimeExample: record['createdAt'] ?? '2020-01-01T00:00:00.123Z',
        dateTimeExampleDefaultFormat: '2020-01-01T00:00:00.123Z',
      }),
    ];
    const { outline } = await judged(millisecondsKeepTheirDigits, rule);
    expect(outline()).toEqual(['discarded: reach-too-low']);
  });

  test('are tried a dozen times within a moment, if the survey shows too few', async () => {
    const clock: Rule = ({ at }) => shows(new Date(1_600_000_000_001 + at * 10).toISOString());
    const surveyed = recordStage(clock);
    await surveyedRecords(surveyed.on, 'urnLinks');
    const { posts } = await judged(millisecondsKeepTheirDigits, clock);
    const around = posts.slice(surveyed.posts.length + 1).map(({ at }) => at);
    expect(around).toHaveLength(12);
    expect(new Set(around).size).toBe(12);
    expect(Math.max(...around) - Math.min(...around)).toBeLessThan(20);
  });
});

describe('answers to records', () => {
  const shaped = answersHaveTheirShape('complexPath', {
    statement: 's',
    violation: 'v',
    rationale: 'r',
    shape: 'x',
  });
  const content = '{"arrayOfIntExample":[1]}';

  test.each([
    ['show a documented member', () => [200, content], ['held']],
    ['show none', () => [200, '{}'], ['undecided: vacuous-body']],
    ['show one once', ({ before }) => [200, before === 3 ? content : '{}'], ['held']],
    ['are never there', () => [200, ''], ['violated']],
    ['are no objects', () => [200, '[]'], ['violated']],
    ['are no JSON', () => [200, '{'], ['violated']],
    ['show a value of another type', () => [200, '{"arrayOfIntExample":["a"]}'], ['violated']],
    ['are refused without a body', ({ before }) => (before === 3 ? [400, ''] : [200, content]), ['held']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    const stage = await judged(shaped, rule);
    // Deviations of several answers are told one by one.
    expect(new Set(stage.outline())).toEqual(new Set(outline));
    expect(stage.phases.at(-1)).toBe('end');
  }); // prettier-ignore

  test('are missing for a record that does not recur, which is reported once', async () => {
    const rule: Rule = ({ before }) => [200, before === 3 ? '' : content];
    expect((await judged(shaped, rule)).outline()).toEqual(['undecided: flaky', 'held']);
  });

  test('are missing for the same request later, three times', async () => {
    const { posts, told } = await judged(shaped, ({ one }) => [200, one === '2' ? '' : content]);
    expect(told[0]).toMatchObject({ kind: 'violated', more: { deviation: 'no-body', reproduced: '3/3' } });
    expect(posts.filter(({ one }) => one === '2').length).toBeGreaterThanOrEqual(3);
  });

  test('are identified by their statuses', async () => {
    const stage = recordStage(({ before }) => [before % 2 === 0 ? 200 : 202]);
    await recordStatuses('urnLinks', 'success.4.13').check(stage.on);
    expect(stage.told).toEqual([]);
    await surveyedRecords(stage.on, 'urnLinks');
    await recordStatuses('urnLinks', 'success.4.13').check(stage.on);
    expect(stage.observed()).toEqual({ statuses: [200, 202] });
  });
});

describe('the fields of answers', () => {
  test.each([
    ['are one set', () => '{"arrayOfIntExample":[]}', [['arrayOfIntExample']]],
    ['are one set in any order', (turn: number) => (turn % 2 === 0 ? '{"arrayOfIntExample":[],"arrayOfFloatExample":[]}' : '{"arrayOfFloatExample":[],"arrayOfIntExample":[]}'), [['arrayOfIntExample', 'arrayOfFloatExample']]],
    ['are two sets', (turn: number) => (turn === 2 ? '{}' : '{"arrayOfIntExample":[]}'), [['arrayOfIntExample'], []]],
    ['are documented ones alone', () => '{"arrayOfIntExample":[],"other":1}', [['arrayOfIntExample']]],
    ['are those of objects alone', (turn: number) => (turn === 2 ? '[]' : '{"arrayOfIntExample":[]}'), [['arrayOfIntExample']]],
  ] as readonly (readonly [string, (turn: number) => string, readonly (readonly string[])[]])[])('%s', async (_, body, variants) => {
    const stage = await judged(contentVariants('complexPath'), ({ before }) => [200, body(before)]);
    const sorted = (sets: unknown) => (sets as readonly (readonly string[])[]).map((set) => set.toSorted().join()).toSorted();
    const { variants: seen } = stage.observed() as { readonly variants: unknown };
    expect(sorted(seen)).toEqual(sorted(variants));
  }); // prettier-ignore

  test.each([
    [[['a', 'b']], [['b', 'a']], true],
    [[['a'], ['b']], [['a']], true],
    [[['a']], [['a'], ['b']], false],
    [[['a', 'b']], [['a']], false],
    [[['a']], [], undefined],
  ])('fields that are declared as %j are kept by %j: %s', (declared, variants, isKept) => {
    expect(contentVariants('complexPath').declares?.[0]?.met(declared, { variants })).toBe(isKept);
  });

  test.each([
    ['content', '{"arrayOfIntExample":[]}', false],
    ['dates', '{"dateOnlyExample":"2020-01-01"}', false],
    ['both', '{"arrayOfIntExample":[],"dateOnlyExample":"2020-01-01"}', false],
    ['neither', '{"other":1}', true],
  ])('are counted as %s', async (kind, body, isSuspect) => {
    const stage = await judged(shapesSeen, ({ before }) => (before % 2 === 0 ? [200, body] : [400]));
    const count = stage.posts.filter((_, at) => at % 2 === 0).length;
    const none = { content: 0, dates: 0, both: 0, neither: 0 };
    expect(stage.observed()).toEqual({ ...none, [kind]: count });
    expect(stage.outline().includes('suspected')).toBe(isSuspect);
  });
});

describe('the members that a record needs', () => {
  const needs =
    (...names: readonly string[]): Rule =>
    ({ record }) => [
      // prettier-ignore
      names.every((name) => name in record) ? 200 : 400,
    ];
  const declared = (key: string): Declaration => {
    const found = recordRequirements('urnLinks').declares?.find((one) => one.key === key);
    if (found === undefined) throw new Error(`${key} is not declared`);
    return found;
  };
  const observed = async (rule: Rule, profile: Profile = {}) =>
    (await judged(recordRequirements('urnLinks'), rule, { profile })).observed();

  test.each([
    ['is nothing', () => [200], { empty: '200', required: [] }],
    ['are some members', needs('id', 'custom'), { empty: '400', required: ['id', 'custom'] }],
    ['are all members', needs(...recordMembers), { empty: '400', required: recordMembers }],
    ['are some of several members', ({ record }) => [Object.keys(record).length > 0 ? 200 : 400], { empty: '400', required: [] }],
    ['is not known where a member is lost', ({ record }) => ['id' in record ? 200 : 503], { empty: '503', required: [] }],
  ] as readonly (readonly [string, Rule, object])[])('%s', async (_, rule, value) => {
    expect(await observed(rule)).toMatchObject(value);
  }); // prettier-ignore

  test('are searched for neither in records that lack members nor in the record of the vendor', async () => {
    const lacking: Rule = ({ record }) => ['custom' in record || !('id' in record) ? 400 : 200];
    const profile: Profile = { records: { omits: ['custom'] } };
    expect(await observed(lacking, profile)).not.toHaveProperty('required');
    expect(await observed(lacking, profile)).toMatchObject({ omitted: ['custom'] });
    expect(await observed(({ record }) => ['own' in record ? 200 : 400], own)).not.toHaveProperty('required');
  });

  test('may have any type, or the declared types', async () => {
    const texts: Rule = ({ record }) => [typeof (record['custom'] ?? '') === 'string' ? 200 : 400];
    expect(await observed(texts)).toMatchObject({ illTyped: '400' });
    expect(await observed(texts)).not.toHaveProperty('declaredTypes');
    expect(await observed(() => [200])).toMatchObject({ illTyped: '200' });
    expect(await observed(texts, { records: { types: { custom: 'string' } } })).toMatchObject({ declaredTypes: true });
    expect(await observed(texts, { records: { types: { custom: 'boolean' } } })).toMatchObject({ declaredTypes: false });
  }); // prettier-ignore

  test.each([
    ['records.required', ['a', 'b'], { required: ['b', 'a'] }, true],
    ['records.required', ['a'], { required: ['a', 'b'] }, false],
    ['records.required', ['a'], {}, undefined],
    ['records.omits', ['a', 'b'], { omitted: ['a'] }, true],
    ['records.omits', ['a'], { omitted: ['a', 'b'] }, undefined],
    ['records.omits', ['a'], {}, undefined],
    ['records.types', {}, { declaredTypes: true }, true],
    ['records.types', {}, { declaredTypes: false }, false],
    ['records.types', {}, {}, undefined],
  ])(
    'the members that a record needs are declared by %s %j, which is kept by %j: %s',
    (key, value, seen, isKept) => {
      expect(declared(key).met(value, seen)).toBe(isKept);
    },
  );
});

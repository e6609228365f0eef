import { describe, expect, test } from 'vitest';
import type { DeclaredRequest, Profile } from '../../../../clause/profile.ts';
import { Inconclusive } from '../../../../clause/thrown.ts';
import { acceptsRecord, postSomething } from '../../../../suites/records/answers.ts';
import { recordMembers } from '../../../../suites/records/ordered-record.ts';
import { acceptedPost, firstPosts, omittedUndeclared } from '../../../../suites/records/posts.ts';
import { surveyRecords } from '../../../../suites/records/survey-posts.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import { recordStage, type Rule } from '../../../support/stages/record-stage.ts';

const lacks =
  (...names: readonly string[]): Rule =>
  ({ record }) =>
    // prettier-ignore
    names.some((name) => name in record) ? [400] : [200];
const isDocumented = (text: unknown): boolean => /\.\d{3}Z$/.test(String(text));

describe('a request with a record', () => {
  test('is full, and the only request if it is accepted', async () => {
    const { on, posts } = recordStage(() => [200]);
    const { accepted, omitted, lost } = await firstPosts(on, 'complexPath');
    await firstPosts(on, 'complexPath');
    expect(posts).toMatchObject([{ one: '1', two: 'a', path: { uriParameterOne: 'a', uriParameterTwo: 'b' } }]);
    expect(Object.keys(posts[0]?.record ?? {})).toEqual(recordMembers);
    expect([accepted?.exchange.status, omitted, lost]).toEqual([200, [], undefined]);
  }); // prettier-ignore

  test('is sent once per run to each of both operations, and with a path to one of them', async () => {
    const { on, posts } = recordStage(() => [200]);
    await firstPosts(on, 'complexPath');
    await firstPosts(on, 'urnLinks');
    expect(posts.map(({ path }) => path === undefined)).toEqual([false, true]);
  });

  test.each([
    ['without consent', { options: { consent: new Set([]) } }, 'consent-missing'],
    ['where nothing may be written', { options: { readOnly: true } }, 'read-only'],
  ] as readonly (readonly [string, Known, string])[])('is not sent %s', async (_, known, code) => {
    const { on, posts } = recordStage(() => [200], known);
    const error: unknown = await Promise.resolve()
      .then(() => firstPosts(on, 'urnLinks'))
      .catch((one: unknown) => one);
    expect([error instanceof Inconclusive && error.reason.code, posts]).toEqual([code, []]);
  });

  test.each([401, 403, 405, 501, 415])('is the only request if no other record would change the answer %i', async (status) => {
    const { on, posts, sent } = recordStage(() => [status]);
    expect((await firstPosts(on, 'complexPath')).accepted).toBeUndefined();
    expect([posts.length, sent.length]).toEqual([1, 1]);
  }); // prettier-ignore

  test.each([400, 404, 422, 500])('is followed by plainer records, and by existing records, if it is answered %i', async (status) => {
    const { on, posts, sent } = recordStage(() => [status]);
    const { tried, accepted } = await firstPosts(on, 'complexPath');
    expect([posts.length, tried.length, accepted]).toEqual([10, 10, undefined]);
    expect(sent.filter(({ name }) => name === 'create')).toHaveLength(1);
  }); // prettier-ignore

  test('is followed by smaller records, down to an empty record', async () => {
    const { on, posts } = recordStage(() => [400]);
    await firstPosts(on, 'urnLinks');
    const missing = posts.map(({ record }) => recordMembers.filter((name) => !(name in record)));
    expect(missing.slice(0, 7)).toEqual([
      [],
      [],
      expect.arrayContaining(['createdAt', 'lastModifiedAt']),
      [],
      [],
      expect.arrayContaining(['id', 'version', 'key']),
      recordMembers,
    ]);
    expect([missing[2]?.length, missing[5]?.length]).toEqual([2, 3]);
    expect(posts.map(({ record }) => isDocumented(record['createdAt'])).slice(0, 2)).toEqual([true, false]);
    expect(posts.map(({ one }) => one).slice(0, 6)).toEqual(['1', '1', '1', '0', undefined, '1']);
    expect(posts.map(({ two }) => two).slice(3, 5)).toEqual(['a', undefined]);
  });

  test('finally names a resource, first in its record and then in its path as well', async () => {
    const { on, posts, kept } = recordStage(() => [400]);
    await firstPosts(on, 'complexPath');
    const [numbers, named, inPath] = posts.slice(7);
    expect(numbers).toMatchObject({ one: '10', two: '1', path: { uriParameterOne: '1', uriParameterTwo: '1' } });
    expect(named).toMatchObject({ record: { id: 'r1', key: 'r1' }, path: { uriParameterOne: 'a' } });
    expect(inPath).toMatchObject({ record: { id: 'r1' }, path: { uriParameterOne: 'r1', uriParameterTwo: 'r1' } });
    expect(kept).toEqual(['r1']);
  }); // prettier-ignore

  test('lacks second the members that the vendor declares as omitted', async () => {
    const profile: Profile = { records: { omits: ['custom'] } };
    const { on, posts } = recordStage(lacks('custom'), { profile });
    const { accepted } = await firstPosts(on, 'urnLinks');
    expect(accepted?.exchange.number).toBe(2);
    expect(posts[1]?.record).not.toHaveProperty('custom');
    // Filling up asks for the member by itself once more.
    expect(posts.slice(2).every(({ record }) => 'custom' in record)).toBe(true);
    expect(await omittedUndeclared(on, 'urnLinks')).toEqual([]);
  });

  test.each([
    ['none', [], []],
    ['one', ['id'], ['id']],
    ['several', ['id', 'key'], ['id', 'key']],
    ['those that are not declared', ['createdAt', 'lastModifiedAt'], ['createdAt', 'lastModifiedAt']],
  ])('lacks the members that are refused alone: %s', async (_, refused, omitted) => {
    const { on } = recordStage(lacks(...refused));
    const { accepted } = await firstPosts(on, 'urnLinks');
    expect(new Set(await omittedUndeclared(on, 'urnLinks'))).toEqual(new Set(omitted));
    expect(Object.keys(accepted?.post.body ?? {})).toEqual(
      recordMembers.filter((name) => !refused.includes(name)),
    );
  });

  test('is accepted from the first caller who is not denied for his scopes', async () => {
    const tokens = [
      { label: 'A', scopes: ['view_test:demo', 'view_products:demo'] },
      { label: 'B', scopes: ['view_test:demo'] },
    ];
    const { on, posts } = recordStage(({ as }) => [as === 'B' ? 200 : 403], { tokens });
    expect((await acceptedPost(on, 'complexPath')).caller.label).toBe('B');
    expect(posts.map(({ as }) => as)).toEqual(['A', 'B']);
  });

  test('waits for an accepted request if none is accepted', async () => {
    const { on } = recordStage(() => [400]);
    await expect(acceptedPost(on, 'urnLinks')).rejects.toMatchObject({ reason: { code: 'blocked-by' } });
  });
});

describe('a declared sample', () => {
  const sampleOf = (sample: DeclaredRequest): Profile => ({ samples: { '4.9': sample } });
  const bodied = sampleOf({ body: { id: 'i', own: true } });

  test('is sent unchanged, and nothing else', async () => {
    const { on, posts } = recordStage(() => [400], { profile: bodied });
    const { tried } = await firstPosts(on, 'complexPath');
    expect([posts.length, tried[0]?.post.variation]).toEqual([1, undefined]);
    expect(posts[0]).toMatchObject({ record: { id: 'i', own: true }, one: '1', two: 'a' });
  });

  test('stays unchanged, even if it could hold more', async () => {
    const { on } = recordStage(() => [200], { profile: bodied });
    expect((await acceptedPost(on, 'complexPath')).post.body).toEqual({ id: 'i', own: true });
  });

  test('keeps only its own parameters if it has any, and others beside them', async () => {
    const profile = sampleOf({ query: { queryParameterTwo: 't', other: 'o' }, path: { uriParameterTwo: 'p' } });
    const { on, posts, sent } = recordStage(() => [200], { profile });
    await firstPosts(on, 'complexPath');
    expect(posts[0]).toMatchObject({ one: undefined, two: 't', path: { uriParameterOne: 'a', uriParameterTwo: 'p' } });
    expect(new Map(sent[0]?.ask.query).get('other')).toBe('o');
    expect(Object.keys(posts[0]?.record ?? {})).toEqual(recordMembers);
  }); // prettier-ignore

  test('a sample of the other operation changes nothing', async () => {
    const { on, posts } = recordStage(() => [400], { profile: bodied });
    await firstPosts(on, 'urnLinks');
    expect(posts).toHaveLength(10);
  });
}); // prettier-ignore

describe('the acceptance of a record', () => {
  const profile: Profile = { samples: { '4.13': { body: { own: true } } } };

  test.each([
    ['holds where it is accepted', () => [200], {}, ['held']],
    ['holds where a plainer one is', ({ one }) => [one === '0' ? 200 : 400], {}, ['held']],
    ['is undecided where all are refused', () => [400], {}, ['undecided: refused-by-unknown-validation']],
    ['is undecided where nobody is let in', () => [403], {}, ['undecided: refused-by-unknown-validation']],
    ['is lost where the last one is', () => [503], {}, ['noise']],
    ['is undecided where members have to be left out', lacks('custom'), {}, ['undecided: refused-by-unknown-validation']],
    ['holds where these are declared', lacks('custom'), { records: { omits: ['custom'] } }, ['held']],
    ['is undecided where others than these are', lacks('custom', 'key'), { records: { omits: ['custom'] } }, ['undecided: refused-by-unknown-validation']],
    ['holds where the sample is accepted', ({ record }) => [Object.keys(record).length === 1 ? 200 : 400], { ...profile, records: { omits: recordMembers } }, ['held']],
    ['is violated where the sample is refused each time', () => [400], profile, ['violated']],
    ['is violated where the sample crashes each time', () => [500], profile, ['violated']],
    ['has passed where the sample is refused once', ({ before }) => [before < 1 ? 400 : 200], profile, ['passed']],
    ['is undecided where the sample is refused at times', ({ before }) => [before % 2 === 0 ? 400 : 200], profile, ['undecided: flaky']],
    ['is undecided where the caller is turned away with the sample', () => [403], profile, ['undecided: refused-by-unknown-validation']],
    ['is lost where the sample is', () => [503], profile, ['noise']],
  ] as readonly (readonly [string, Rule, Profile, readonly string[]])[])('%s', async (_, rule, known, outline) => {
    const stage = recordStage(rule, { profile: known });
    await acceptsRecord('urnLinks').check(stage.on);
    expect(stage.outline()).toEqual(outline);
  }); // prettier-ignore

  test('counts as lost if it is unknown whether all members are accepted', async () => {
    const stage = recordStage(({ record }) => {
      const left = recordMembers.filter((name) => name in record).length;
      return left === recordMembers.length ? [400] : left > recordMembers.length - 3 ? [503] : [200];
    });
    await acceptsRecord('urnLinks').check(stage.on);
    expect(stage.outline()).toEqual(['noise']);
  });
});

describe('a posted record', () => {
  test.each([
    ['is the one that is accepted', ({ before }) => [before < 1 ? 400 : 200], 200, 2],
    ['is the first one that is refused', ({ before }) => [before < 1 ? 422 : 400], 422, 10],
    ['is sent anew after a method that is not known', ({ before }) => [before < 1 ? 405 : 204], 204, 2],
    ['is sent anew after a type that is not known', ({ before }) => [before < 1 ? 415 : 204], 204, 2],
    ['is sent anew after a server error', ({ before }) => [before < 1 ? 501 : 204], 204, 2],
    ['is not sent anew after a caller is turned away', ({ before }) => [before < 1 ? 403 : 204], 403, 1],
  ] as readonly (readonly [string, Rule, number, number])[])('%s', async (_, rule, status, count) => {
    const { on, posts } = recordStage(rule);
    expect([(await postSomething(on, 'urnLinks')).status, posts.length]).toEqual([status, count]);
  }); // prettier-ignore
});

describe('records are surveyed', () => {
  test.each([
    ['at both operations', {}, [true, true]],
    ['not where nothing may be written', { readOnly: true }, [false, false]],
    ['not without consent', { consent: new Set(['upload']) }, [false, false]],
    ['at one where the other is left out', { without: new Set(['4.9']) }, [false, true]],
    ['at the first where the second is left out', { without: new Set(['4.13']) }, [true, false]],
  ] as readonly (readonly [string, NonNullable<Known['options']>, readonly boolean[]])[])('%s', async (_, options, asked) => {
    const { on, sent } = recordStage(() => [200], { options });
    await surveyRecords(on);
    const names = sent.map(({ name }) => name);
    expect(['complexPath', 'urnLinks'].map((name) => names.some((one) => one === name))).toEqual(asked);
  }); // prettier-ignore

  test('once per run, and prove nothing if none is accepted', async () => {
    const stage = recordStage(() => [403]);
    await surveyRecords(stage.on);
    await surveyRecords(stage.on);
    expect([stage.outline(), stage.posts.length]).toEqual([[], 2]);
  });
});

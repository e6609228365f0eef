import { describe, expect, test } from 'vitest';
import { recordMembers } from '../../../../suites/records/ordered-record.ts';
import { recordParameterReactions, suspectParts } from '../../../../suites/records/parameters.ts';
import { acceptedPost, type RecordPost } from '../../../../suites/records/posts.ts';
import { surveyedRecords } from '../../../../suites/records/survey-posts.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import { own, recordStage, type Posted, type Rule } from '../../../support/stages/record-stage.ts';

describe('a survey of records', () => {
  const surveyOf = async (name: 'complexPath' | 'urnLinks', rule: Rule, known: Known = {}) => {
    const stage = recordStage(rule, known);
    const surveyed = await surveyedRecords(stage.on, name);
    return { ...stage, surveyed };
  };

  test.each(['complexPath', 'urnLinks'] as const)('varies both parameters once a run: %s', async (name) => {
    const { on, posts, surveyed } = await surveyOf(name, () => [200]);
    expect(await surveyedRecords(on, name)).toBe(surveyed);
    expect(surveyed).toHaveLength(posts.length);
    const ones = new Set(posts.map(({ one }) => one));
    for (const one of ['0', '1', '2', '3', '-1.5', undefined]) expect(ones).toContain(one);
    const twos = new Set(posts.map(({ two }) => two));
    for (const two of ['b', undefined]) expect(twos).toContain(two);
    expect(posts.some(({ one, two }) => one === undefined && two === undefined)).toBe(true);
    expect(posts.some(({ one, two }) => one === '0' && two === undefined)).toBe(true);
  });

  test.each(['complexPath', 'urnLinks'] as const)('varies the members of the record: %s', async (name) => {
    const { posts } = await surveyOf(name, () => [200]);
    const missing = posts.map(({ record }) => recordMembers.filter((one) => !(one in record)).join());
    expect(missing).toContain('');
    expect(missing).toContain(recordMembers.join());
    expect(missing).toContain(recordMembers.filter((one) => ['id', 'version', 'key'].includes(one)).join());
    expect(missing).toContain(recordMembers.filter((one) => /At$|By$/.test(one)).join());
  });

  test('varies the path of the operation with a path, and instants of the other operation', async () => {
    const [{ posts: paths }, { posts: dates }] = [
      await surveyOf('complexPath', () => [200]),
      await surveyOf('urnLinks', () => [200]),
    ];
    expect(new Set(paths.map(({ path }) => JSON.stringify(path))).size).toBeGreaterThan(5);
    expect(new Set(paths.map(({ record }) => record['createdAt'] ?? '')).size).toBe(2);
    expect(new Set(dates.map(({ record }) => record['createdAt'] ?? '')).size).toBeGreaterThan(8);
    expect(dates.some(({ record }) => 'createdAt' in record && !('lastModifiedAt' in record))).toBe(true);
    expect(dates.some(({ record }) => !('createdAt' in record) && 'lastModifiedAt' in record)).toBe(true);
  });

  test('leaves the vendor’s own record as it is', async () => {
    const { surveyed } = await surveyOf('complexPath', () => [200], { profile: own });
    expect(new Set(surveyed.map(({ post }) => JSON.stringify(post.body)))).toEqual(new Set(['{"own":true}']));
    expect(surveyed.length).toBeGreaterThan(8);
  });

  test.each([
    [400, true],
    [500, true],
    [503, false],
  ])('sends plainer requests if one is answered %i: %s', async (status, areSent) => {
    const all = (await surveyOf('complexPath', () => [200])).surveyed.length;
    const telling: Rule = ({ path, before }) => [before > 0 && path?.['uriParameterOne'] !== 'a' ? status : 200];
    expect((await surveyOf('complexPath', telling)).surveyed.length > all).toBe(areSent);
  }); // prettier-ignore

  test.each([
    ['a number', ({ one, two }) => one === '2' && two !== 'x', (parts) => parts.some(({ one }) => one === '2')],
    ['a text', ({ two }) => two === 'b', (parts) => parts.some(({ two }) => two === 'b')],
    ['a value of the path', ({ path }) => path?.['uriParameterTwo'] === '12', (parts) => parts.some(({ path }) => path['uriParameterTwo'] === '12')],
  ] as readonly (readonly [string, (post: Posted) => boolean, (parts: readonly RecordPost[]) => boolean])[])('finds the plain parts of a failing request: %s', async (_, fails, isFound) => {
    const { on } = recordStage((post) => [fails(post) ? 500 : 200]);
    const { post } = await acceptedPost(on, 'complexPath');
    const parts = await suspectParts(on, 'complexPath');
    expect(isFound(parts.map(({ part }) => part))).toBe(true);
    // Each differs from what is accepted in one thing.
    for (const { part } of parts) {
      const places = Object.entries(part.path).filter(([place, value]) => post.path[place] !== value);
      const others = [part.one !== post.one, part.two !== post.two, part.body !== post.body];
      expect(places.length + others.filter((isOther) => isOther).length).toBe(1);
    }
    expect(new Set(parts.map(({ what }) => what)).size).toBe(parts.length);
  }); // prettier-ignore

  test.each([200, 400, 503])('suspects no part of a request that is answered %i', async (status) => {
    const { on } = recordStage(({ before }) => [before < 1 ? 200 : status]);
    expect(await suspectParts(on, 'complexPath')).toEqual([]);
  });

  test('finds at most this number of parts if all fail', async () => {
    const { on } = recordStage(({ before }) => [before < 1 ? 200 : 500]);
    expect(await suspectParts(on, 'complexPath')).toHaveLength(24);
  });
});

describe('parameters beside a record', () => {
  test('are known as accepted from the accepted record', async () => {
    const stage = recordStage(() => [200]);
    await recordParameterReactions('urnLinks').check(stage.on);
    expect(stage.observed()).toEqual({ queryParameterOne: 'accepted', queryParameterTwo: 'accepted' });
    expect(stage.posts).toHaveLength(1);
  });

  test('are sent alone if the accepted record has none', async () => {
    const rule: Rule = ({ one, two }) => [one === undefined && two !== 'a' ? 200 : 400];
    const stage = recordStage(rule);
    await recordParameterReactions('urnLinks').check(stage.on);
    expect(stage.observed()).toMatchObject({ queryParameterTwo: '400' });
    expect(stage.outline()).toEqual(['observed', 'suspected']);
    const beside = stage.posts.filter(({ one, two }) => one !== undefined && two === undefined);
    expect(beside.length).toBeGreaterThan(1);
  });
});

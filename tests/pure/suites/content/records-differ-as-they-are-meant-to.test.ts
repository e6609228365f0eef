import { describe, expect, test } from 'vitest';
import {
  plainlySent,
  sentAlong,
  tellingMembers,
  tellingNames,
  tellingPaths,
  tellingTwos,
} from '../../../../suites/records/survey-posts.ts';
import {
  documentedTimestamp,
  freeMembers,
  orderedRecord,
  recordMembers,
  usualInstant,
} from '../../../../suites/records/ordered-record.ts';
import { fullPost, variedSample, withRecord } from '../../../../suites/records/posts.ts';

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a record', () => {
  test('has every documented member, in the order of the table', () => {
    expect(Object.keys(orderedRecord('w'))).toEqual(recordMembers);
  });

  test('is distinguished from others by its strings', () => {
    const [one, other] = [orderedRecord('one'), orderedRecord('other')];
    expect(one['id']).toBe('one');
    for (const name of freeMembers) {
      expect(one[name]).toContain('one');
      expect(one[name]).not.toBe(other[name]);
    }
  });

  test('has a version that is a string, unlike a resource', () => {
    expect(orderedRecord('w')['version']).toEqual(expect.any(String));
  });

  test('names its writers by two names', () => {
    for (const name of ['createdBy', 'lastModifiedBy'])
      expect(orderedRecord('w')[name]).toEqual({
        firstName: expect.any(String) as string,
        lastName: expect.any(String) as string,
      });
  });

  test('has texts in members of unknown type', () => {
    expect(freeMembers).toEqual(expect.arrayContaining(['key', 'custom']));
    expect(new Set(freeMembers).size).toBe(freeMembers.length);
    const known = ['id', 'version', 'createdAt', 'createdBy', 'lastModifiedAt', 'lastModifiedBy'];
    expect(freeMembers.filter((name) => known.includes(name))).toEqual([]);
    expect(freeMembers.filter((name) => !recordMembers.includes(name))).toEqual([]);
  });

  test.each([
    [{}, usualInstant],
    [{ at: new Date('2001-02-03T04:05:06.007Z') }, new Date('2001-02-03T04:05:06.007Z')],
  ])('was created at the given instant, or at the usual instant', (variation, at) => {
    const record = orderedRecord('w', variation);
    expect(record['createdAt']).toBe(documentedTimestamp(at));
    expect(record['lastModifiedAt']).toBe(documentedTimestamp(at));
    expect(record['createdAt']).toMatch(stamp);
  });

  test('lacks omitted members', () => {
    const names = Object.keys(orderedRecord('w', { omit: ['id', 'createdBy'] }));
    expect(names).toEqual(recordMembers.filter((name) => name !== 'id' && name !== 'createdBy'));
    expect(orderedRecord('w', { omit: recordMembers })).toEqual({});
  });

  test('has other values, including null and an empty text', () => {
    const record = orderedRecord('w', { set: { id: '', key: null, version: 7 } });
    expect(record).toMatchObject({ id: '', key: null, version: 7 });
    expect(Object.keys(record)).toEqual(recordMembers);
  });

  test('lacks an omitted member, even if it is set', () => {
    expect(Object.keys(orderedRecord('w', { omit: ['id'], set: { id: '1' } }))).not.toContain('id');
  });

  test('is in the given order, with only the given members', () => {
    expect(Object.keys(orderedRecord('w', { order: ['key', 'id'] }))).toEqual(['key', 'id']);
  });
});

describe('a request with another record', () => {
  const full = fullPost('w');

  test('is full at first, and states this', () => {
    expect(full.body).toEqual(orderedRecord('w'));
    expect([full.variation, full.more]).toEqual([{}, {}]);
    expect([full.one, full.two]).not.toContain(undefined);
    expect(Object.keys(full.path)).toEqual(['uriParameterOne', 'uriParameterTwo']);
  });

  test('keeps its parameters and its path', () => {
    const { variation: _variation, body: _body, ...kept } = full;
    expect(withRecord(full, 'v', { omit: ['id'] })).toMatchObject(kept);
  });

  test('has the word and the change in its body, and states its difference', () => {
    const { body, variation } = withRecord(full, 'v', { omit: ['id'], set: { key: 'k' } });
    expect(body).toEqual(orderedRecord('v', { omit: ['id'], set: { key: 'k' } }));
    expect(variation).toMatchObject({ omit: ['id'], set: { key: 'k' } });
  });

  test('lacks members that either variation omits', () => {
    const changed = withRecord(fullPost('w', { omit: ['id'] }), 'w', { omit: ['key'] });
    expect(Object.keys(changed.body ?? {})).toEqual(
      recordMembers.filter((name) => name !== 'id' && name !== 'key'),
    );
  });

  test('regains an omitted member that is set', () => {
    const changed = withRecord(fullPost('w', { omit: ['id', 'key'] }), 'w', { set: { id: '1' } });
    expect(changed.body).toMatchObject({ id: '1' });
    expect(changed.body).not.toHaveProperty('key');
  });

  test('keeps set values, unless they are set again', () => {
    const set = fullPost('w', { set: { id: '1', key: '1' } });
    expect(withRecord(set, 'w', { set: { key: '2' } }).body).toMatchObject({ id: '1', key: '2' });
    expect(withRecord(set, 'w', { omit: ['custom'] }).body).toMatchObject({ id: '1', key: '1' });
  });

  test('keeps the instant, unless another is set', () => {
    const [at, later] = [new Date(1_000), new Date(2_000)];
    const dated = fullPost('w', { at });
    expect(withRecord(dated, 'w', {}).body).toMatchObject({ createdAt: documentedTimestamp(at) });
    expect(withRecord(dated, 'w', { at: later }).body).toMatchObject({
      createdAt: documentedTimestamp(later),
    });
  });

  test('is the same if the body is the vendor’s own', () => {
    const own = { ...full, variation: undefined, body: { own: true } };
    expect(withRecord(own, 'v', { omit: ['id'] })).toEqual(own);
  });
});

describe('the vendor’s own record', () => {
  const own = {
    ...fullPost('w'),
    variation: undefined,
    body: { id: 'i', key: 'k', version: 'v', custom: 'c' },
  };

  test.each([
    ['without a member', { omit: ['custom'] }, { id: 'i', key: 'k', version: 'v' }],
    ['with another value', { set: { custom: 'd' } }, { ...own.body, custom: 'd' }],
    ['without what is both omitted and set', { omit: ['custom'], set: { custom: 'd' } }, { id: 'i', key: 'k', version: 'v' }],
    ['with what names a resource, whatever is omitted', { omit: ['id', 'key', 'version'] }, own.body],
    ['with what names a resource, whatever is set', { set: { id: '1', key: '2', version: '3' } }, own.body],
    ['without members that it does not have', { set: { other: 'o' } }, own.body],
    ['as it is', {}, own.body],
  ])('is varied: %s', (_, variation, body) => {
    expect(variedSample(own, variation)).toEqual({ ...own, body });
  }); // prettier-ignore

  test.each([['text'], [null], [1], [[]], [true]])('is not varied if it is no object: %j', (body) => {
    expect(variedSample({ ...own, body }, { omit: ['custom'] })).toBeUndefined();
  });
});

describe('texts that loosely typed servers convert', () => {
  /** What such a server may take a text for. */
  const isTelling = (text: string): boolean => {
    try {
      return typeof JSON.parse(text) !== 'string';
    } catch {
      return /^["[{]|^0\d+$|^\d/.test(text);
    }
  };

  test.each(tellingPaths.map((path) => [path] as const))('is in each path: %j', (path) => {
    expect(Object.keys(path)).toEqual(['uriParameterOne', 'uriParameterTwo']);
    expect(Object.values(path).some(isTelling)).toBe(true);
  });

  test('is in the second parameter of the query', () => {
    expect(tellingTwos.length).toBeGreaterThan(1);
    expect(tellingTwos.filter((text) => !isTelling(text))).toEqual([]);
  });

  test.each([0, 1, 2, 3])('are in the names of a record and of its writer: turn %i', (turn) => {
    const { id, version, createdBy } = tellingNames(turn);
    const { firstName, lastName } = createdBy as { readonly firstName: string; readonly lastName: string };
    for (const text of [id, version, firstName, lastName])
      expect(typeof text === 'string' && isTelling(text)).toBe(true);
    expect(new Set([id, firstName, lastName]).size).toBe(3);
  });

  test('are another name in each turn, until they are used up', () => {
    const ids = [0, 1, 2, 3].map((turn) => tellingNames(turn)['id']);
    expect(new Set(ids).size).toBe(4);
    expect(tellingNames(4)).toEqual(tellingNames(0));
    expect(new Set([0, 1, 2, 3].map((turn) => tellingNames(turn)['version'])).size).toBe(4);
  });

  const members = ['a', 'b', 'c', 'd', 'e'];

  test.each([0, 1, 2, 3])('are in each member a text of its own: turn %i', (turn) => {
    const record = tellingMembers(members, turn);
    expect(Object.keys(record)).toEqual(members);
    expect(new Set(Object.values(record)).size).toBe(members.length);
    expect(Object.values(record).includes('')).toBe(turn === 0);
  });

  test('begin with another text in each turn', () => {
    const firsts = [0, 1, 2, 3].map((turn) => tellingMembers(members, turn)['a']);
    expect(new Set(firsts).size).toBe(4);
  });

  test('are in no member if there is no text', () => {
    expect(tellingMembers([], 0)).toEqual({});
  });
});

describe('instants', () => {
  const texts = plainlySent.map(documentedTimestamp);

  test.each([
    ['at midnight', /T00:00:00\.000Z$/],
    ['in the hour after it, with digits that end in zero', /T00:\d\d:\d\d\.\d[1-9]0Z$/],
    ['at the end of a leap day, with two zeros', /-02-29T23:59:59\.[1-9]00Z$/],
  ])('are sent alone %s', (_, form) => {
    expect(texts.filter((text) => form.test(text))).toHaveLength(1);
  });

  test.each([
    ['before the first one of Unix', (at: Date) => at.getTime() < 0],
    ['at the first one of Unix', (at: Date) => at.getTime() === 0],
    ['beyond 32 bits of seconds', (at: Date) => at.getTime() >= 2 ** 31 * 1_000],
    ['at noon', (at: Date) => documentedTimestamp(at).includes('T12:00:00.000')],
    ['without seconds', (at: Date) => at.getUTCMinutes() > 0 && at.getUTCSeconds() === 0],
    ['with one digit of milliseconds', (at: Date) => at.getTime() > 0 && at.getUTCMilliseconds() === 1],
    ['with the most milliseconds', (at: Date) => at.getUTCMilliseconds() === 999],
    ['in the last month of a year', (at: Date) => at.getUTCMonth() === 11 && at.getUTCDate() === 31],
  ])('are sent along %s', (_, isOne) => {
    expect(sentAlong.some(isOne)).toBe(true);
  });

  test('all differ from the usual instant, and from each other', () => {
    const all = [usualInstant, ...plainlySent, ...sentAlong].map((at) => at.getTime());
    expect(new Set(all).size).toBe(all.length);
  });
});

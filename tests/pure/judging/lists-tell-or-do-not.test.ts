import { describe, expect, test } from 'vitest';
import {
  counts,
  equalsAuthorised,
  holdsResource,
  isTelling,
  listed,
  shows,
} from '../../../judging/access/disclosure.ts';
import { plain, type Json } from '../../../wire/json/json.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

/** A list that was answered with this text. */
const list = (text: string): Json | undefined => listed(answered([200, text]));

describe('a list is read', () => {
  test.each([
    ['as the JSON that it is', '{"total":1}', { total: 1 }],
    ['as an array where it is one JSON text a line', '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
    ['without lines that hold nothing', '{"a":1}\n\n  \n{"b":2}\n', [{ a: 1 }, { b: 2 }]],
  ])('%s', (_how, text, value) => {
    const read = list(text);
    expect(read === undefined ? undefined : plain(read)).toEqual(value);
  });

  test.each(['', 'no list', '{"a":1}\nno list'])('a list is no list if it is %j', (text) => {
    expect(list(text)).toBeUndefined();
  });
});

describe('a list', () => {
  test.each([
    '3',
    '-3',
    '999999999',
    '[null]',
    '["a"]',
    '{"total":3}',
    '{"results":[{}]}',
    '{"page":1,"pageInfo":{"total":2}}',
    '{"limits":2}',
    '{"homepages":2}',
    '{"homepage":2}',
    '{"results":[],"total":1}',
  ])('a list that reads %s shows something', (text) => {
    expect(isTelling(list(text))).toBe(true);
  });

  test.each([
    '0',
    '1.5',
    '1000000000',
    '-1000000000',
    '9007199254740993',
    'null',
    'true',
    '"some"',
    '[]',
    '{}',
    '{"total":0,"results":[]}',
    '{"limit":20,"offset":40,"page":3,"statusCode":200,"success":1}',
    '{"LIMIT":20,"pageSize":5,"took":7,"apiVersion":2}',
    '{"facets":[1],"links":["a"],"sortFields":["a"],"warnings":[{}],"queryParameters":[1]}',
    '{"metadata":{"total":3}}',
    '{"page":{"total":3}}',
    '{"created":1732175009123}',
  ])('a list that reads %s shows nothing', (text) => {
    expect(isTelling(list(text))).toBe(false);
  });

  test('a missing list proves nothing', () => {
    expect(isTelling(undefined)).toBe(false);
  });
});

/** Whether this answer equals what a sufficient caller was told, before and after. */
const equals = (probe: string, control: string, again: string): boolean =>
  equalsAuthorised(answered([200, probe]), answered([200, control]), answered([200, again]));

describe('an answer equals the answer to a sufficient caller', () => {
  test.each([
    ['word for word', '{"total":3}', '{"total":3}', '{"total":3}'],
    ['with members in another order', '{"a":[1],"total":3}', '{"total":3,"a":[1]}', '{"total":3,"a":[1]}'],
    ['as the first time', '{"total":3}', '{"total":3}', '{"total":4}'],
    ['as the second time', '{"total":4}', '{"total":3}', '{"total":4}'],
    ['as the first time, where the other answer is none', '{"total":3}', '{"total":3}', ''],
    ['as the second time, where the other answer is none', '{"total":3}', '', '{"total":3}'],
    ['but for a text that varies', '{"total":3,"at":"c"}', '{"total":3,"at":"a"}', '{"total":3,"at":"b"}'],
    ['but for a number that varies', '{"total":3,"n":7}', '{"total":3,"n":5}', '{"total":3,"n":6}'],
    ['but for a list whose length varies', '{"total":3,"l":[7,8,9]}', '{"total":3,"l":[1]}', '{"total":3,"l":[1,2]}'],
    ['but for a member that varies in kind', '{"total":3,"a":[]}', '{"total":3,"a":{"b":1}}', '{"total":3,"a":[1]}'],
    ['but for a member that is no object at first', '{"total":3,"a":7}', '{"total":3,"a":[1]}', '{"total":3,"a":{"b":1}}'],
    ['but for a member that is a text or a list', '{"total":3,"a":7}', '{"total":3,"a":"b"}', '{"total":3,"a":[1]}'],
    ['but for a member that is a list or a text', '{"total":3,"a":7}', '{"total":3,"a":[1]}', '{"total":3,"a":"b"}'],
    ['but for a member that is null or not there', '{"total":3,"a":7}', '{"total":3,"a":null}', '{"total":3}'],
    ['but for a member that is there at times', '{"total":3,"a":7}', '{"total":3}', '{"total":3,"a":5}'],
    ['but for a member that was there before', '{"total":3,"a":7}', '{"total":3,"a":5}', '{"total":3}'],
    ['but for a part of what is listed', '{"results":[{"id":"x","at":3}]}', '{"results":[{"id":"x","at":1}]}', '{"results":[{"id":"x","at":2}]}'],
    ['but for what varies below a member', '{"a":{"total":3,"at":"c"}}', '{"a":{"total":3,"at":"a"}}', '{"a":{"total":3,"at":"b"}}'],
    ['but for what varies in an array', '[{"id":"x","at":3}]', '[{"id":"x","at":1}]', '[{"id":"x","at":2}]'],
    ['one JSON text a line', '{"a":1}\n{"at":"c"}', '{"a":1}\n{"at":"a"}', '{"a":1}\n{"at":"b"}'],
  ])('%s', (_how, probe, control, again) => {
    expect(equals(probe, control, again)).toBe(true);
  }); // prettier-ignore

  test.each([
    ['nor where it is no list', 'none', '{"total":3}', '{"total":3}'],
    ['nor where nobody is shown a list', '{"total":3}', 'none', 'none'],
    ['nor where it differs, and there was one list', '{"total":4}', '{"total":3}', ''],
    ['nor where it differs, and there was a list afterwards', '{"total":4}', '', '{"total":3}'],
    ['nor where nothing is told', '{"total":0}', '{"total":0}', '{"total":0}'],
    ['nor where the only thing told varies', '{"total":5}', '{"total":3}', '{"total":4}'],
    ['nor where what stays tells nothing', '{"limit":20,"at":"c"}', '{"limit":20,"at":"a"}', '{"limit":20,"at":"b"}'],
    ['nor where a text alone stays', '{"name":"x","at":"c"}', '{"name":"x","at":"a"}', '{"name":"x","at":"b"}'],
    ['nor where an empty list alone stays', '{"results":[],"at":"c"}', '{"results":[],"at":"a"}', '{"results":[],"at":"b"}'],
    ['nor where only trimmings stay', '{"facets":[{"at":3}]}', '{"facets":[{"at":1}]}', '{"facets":[{"at":2}]}'],
    ['nor with another count', '{"total":4,"at":"c"}', '{"total":3,"at":"a"}', '{"total":3,"at":"b"}'],
    ['nor without the count', '{"at":"c"}', '{"total":3,"at":"a"}', '{"total":3,"at":"b"}'],
    ['nor with a member of its own', '{"total":3,"at":"c","why":"no"}', '{"total":3,"at":"a"}', '{"total":3,"at":"b"}'],
    ['nor as something else', '7', '{"total":3,"at":"a"}', '{"total":3,"at":"b"}'],
    ['nor with something else below', '{"total":3,"a":7}', '{"total":3,"a":{"at":1}}', '{"total":3,"a":{"at":2}}'],
    ['nor with an object for a list', '{"0":{"id":"x","at":3}}', '[{"id":"x","at":1}]', '[{"id":"x","at":2}]'],
    ['nor with a longer list', '[{"id":"x","at":3},{}]', '[{"id":"x","at":1}]', '[{"id":"x","at":2}]'],
    ['nor with a list of another length below', '{"total":3,"l":[{"at":3},{}]}', '{"total":3,"l":[{"at":1}]}', '{"total":3,"l":[{"at":2}]}'],
    ['nor with no list below', '{"total":3,"l":7}', '{"total":3,"l":[{"at":1}]}', '{"total":3,"l":[{"at":2}]}'],
    ['nor with other elements', '[{"id":"y","at":3}]', '[{"id":"x","at":1}]', '[{"id":"x","at":2}]'],
    ['nor where one of several elements differs', '[1,{"at":3}]', '[2,{"at":1}]', '[2,{"at":2}]'],
  ])('%s', (_how, probe, control, again) => {
    expect(equals(probe, control, again)).toBe(false);
  }); // prettier-ignore
});

describe('a resource', () => {
  const resource = '{"id":"r1","version":1,"objectTypeProperty":{}}';

  test.each([
    ['by itself', resource],
    ['in a list', `{"results":[{"other":1},${resource}]}`],
    ['one level further down', `{"a":{"b":[[${resource}]]}}`],
    ['within what is none', `{"version":"1","objectTypeProperty":{},"a":${resource}}`],
    ['whose version is beyond what doubles tell apart', '{"version":1732175009123456789,"objectTypeProperty":{}}'],
  ])('is found %s', (_where, text) => {
    expect(holdsResource(list(text))).toBe(true);
  }); // prettier-ignore

  test.each([
    '{"version":1}',
    '{"objectTypeProperty":{}}',
    '{"version":"1","objectTypeProperty":{}}',
    '{"version":1.5,"objectTypeProperty":{}}',
    '{"version":1,"objectTypeProperty":[]}',
    '{"version":1,"objectTypeProperty":"a"}',
    '[]',
    '7',
    'null',
  ])('is not %s', (text) => {
    expect(holdsResource(list(text))).toBe(false);
  });

  test.each([
    ['by its string', '{"results":[{"a":["made with canary7 of us"]}]}', 'r1', 'canary7'],
    ['by its id', '{"results":[{"id":"resource-1"}]}', 'resource-1', ''],
    ['by its id as an element', '[["a","resource-1"]]', 'resource-1', 'canary7'],
    ['by its id as a name', '{"results":{"resource-1":{}}}', 'resource-1', 'canary7'],
    ['by an id of eight characters', '["abcdefgh"]', 'abcdefgh', 'canary7'],
  ])('is shown %s', (_by, text, id, canary) => {
    expect(shows(list(text), { id, canary })).toBe(true);
  });

  test.each([
    ['by a short id', '["abcdefg"]', 'abcdefg', 'canary7'],
    ['by an id within a text', '["not resource-1"]', 'resource-1', 'canary7'],
    ['by no string', '["anything"]', 'resource-1', ''],
    ['by its string as a name', '{"canary7":1}', 'resource-1', 'canary7'],
    ['by another id', '{"results":[{"id":"resource-2"}]}', 'resource-1', 'canary7'],
    ['by nothing', '{}', 'resource-1', 'canary7'],
  ])('is not shown %s', (_by, text, id, canary) => {
    expect(shows(list(text), { id, canary })).toBe(false);
  });
});

test.each([
  ['7', { '': 7 }],
  ['{"total":0}', { '/total': 0 }],
  ['{"total":3,"page":{"of":9},"inner":{"count":4,"limit":20}}', { '/total': 3, '/inner/count': 4 }],
  ['{"at":1732175009123,"share":0.5,"name":"3","list":[1,2]}', {}],
  ['[1]', {}],
])('the counts of %s are at their places', (text, found) => {
  expect(Object.fromEntries(counts(list(text)))).toEqual(found);
});

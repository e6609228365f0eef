import { expect, test } from 'vitest';
import { header, headerValues, mediaType } from '../../../wire/media-type.ts';

test.each([
  ['application/json', { essence: 'application/json' }],
  ['Application/JSON; Charset=UTF-8', { essence: 'application/json', charset: 'utf-8' }],
  ['application/hal+json;v=1 ; charset="utf-8"', { essence: 'application/hal+json', charset: 'utf-8' }],
  ['application/json;', { essence: 'application/json' }],
  ['json', undefined],
  ['', undefined],
  ['application/json, text/html', undefined],
])('%j names %j', (value, expected) => {
  expect(mediaType([['content-TYPE', value]])).toEqual(expected);
});

test('a missing field names no media type', () => {
  expect(mediaType([['Content-Length', '2']])).toBeUndefined();
});

test('fields are found in any letter case, in order', () => {
  const fields = [
    ['X-A', '1'],
    ['b', '2'],
    ['x-a', '3'],
  ] as const;
  expect(header(fields, 'x-A')).toBe('1');
  expect(headerValues(fields, 'X-a')).toEqual(['1', '3']);
});

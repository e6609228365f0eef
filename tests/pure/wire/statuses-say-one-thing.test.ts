import { describe, expect, test } from 'vitest';
import { isOfClass, isSuccess, says, type StatusWord } from '../../../wire/status.ts';

const all = Array.from({ length: 500 }, (_, at) => 100 + at);

describe('a status', () => {
  test.each<readonly [StatusWord, readonly number[]]>([
    ['found', [200]],
    ['created', [201]],
    ['later', [202]],
    ['empty', [204, 205]],
    ['see other', [303]],
    ['invalid', [400, 422]],
    ['unknown caller', [401]],
    ['forbidden', [403]],
    ['denied', [0, 401, 403]],
    ['not found', [404]],
    ['nothing there', [404, 410]],
    ['method not allowed', [405]],
    ['method not supported', [405, 501]],
    ['no operation', [404, 405, 501]],
    ['not acceptable', [406]],
    ['conflict', [409]],
    ['no match', [409, 412]],
    ['media type not supported', [415]],
    ['locked', [423]],
    ['condition required', [428]],
    ['moved', [301, 302, 307, 308]],
    ['moved for good', [301, 308]],
    ['same method', [307, 308]],
    ['bad request', [400]],
    ['gone', [410]],
    ['in use', [409, 423]],
    ['timed out', [408, 425]],
    ['momentary', [408, 423, 425]],
    ['too large', [413]],
    ['target too long', [414]],
    ['internal error', [500]],
    ['limit', [429]],
    ['fault', [500, 501]],
    ['overload', [503]],
    ['gateway', [502, 503, 504]],
  ])('means %s if it is one of these, and no other', (word, those) => {
    expect([0, ...all].filter((status) => says({ status }, word))).toEqual(those);
  });

  test('means success if it is 2xx', () => {
    expect(all.filter(isSuccess)).toEqual(Array.from({ length: 100 }, (_, at) => 200 + at));
    expect(isSuccess(undefined)).toBe(false);
    expect(all.filter((status) => isOfClass(status, 3, 5))).toEqual([
      ...all.slice(200, 300),
      ...all.slice(400),
    ]);
  });

  test('may mean one of several', () => {
    expect(all.filter((status) => says({ status }, 'invalid', 'fault'))).toEqual([400, 422, 500, 501]);
  });

  test('is false without an answer, or without a term', () => {
    expect([says(undefined, 'found'), says({}, 'found'), says({ status: undefined }, 'found'), says({ status: 200 })]).toEqual([false, false, false, false]); // prettier-ignore
  });
});

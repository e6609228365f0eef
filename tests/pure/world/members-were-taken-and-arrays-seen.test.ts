import { describe, expect, test } from 'vitest';
import { ArrayContents } from '../../../world/shapes/arrays.ts';
import { wasTaken } from '../../../world/shapes/taken-members.ts';
import { historyOf } from '../../support/histories.ts';
import { answered } from '../../support/stories/answered-exchange.ts';

describe('a member was accepted', () => {
  /** Tells which members creates were accepted with that have sent these bodies, and were answered so. */
  const after = (status: number, ...bodies: readonly (string | undefined)[]): ((name: string) => boolean) => {
    const history = historyOf(
      bodies.map((sent, at) =>
        answered(at, ['POST', '/demo/resource', status], { sent, endpoint: 'create' }),
      ),
    );
    return (name) => wasTaken(history, name);
  };
  const content = (json: string): string => `{"objectTypeProperty":${json}}`;

  test.each([
    ['with a text', 201, '{"a":"x"}', true],
    ['with an empty text', 201, '{"a":""}', true],
    ['with false', 201, '{"a":false}', true],
    ['with 0', 201, '{"a":0}', true],
    ['with an object without members', 201, '{"a":{}}', true],
    ['with an array of one', 201, '{"a":[1]}', true],
    ['with another status of success', 200, '{"a":1}', true],
    ['not with null', 201, '{"a":null}', false],
    ['not with an empty array', 201, '{"a":[]}', false],
    ['not where another one was sent', 201, '{"b":1}', false],
    ['not where nothing was sent in it', 201, '{}', false],
    ['not where the create was refused', 400, '{"a":1}', false],
    ['not where the create has failed', 500, '{"a":1}', false],
  ])('%s', (_how, status, json, isTaken) => {
    expect(after(status, content(json))('a')).toBe(isTaken);
  });

  test.each([
    ['no body', undefined],
    ['a body that is no JSON', '{"objectTypeProperty":{"a":1}'],
    ['a list', '[{"objectTypeProperty":{"a":1}}]'],
    ['null', 'null'],
    ['no content', '{"a":1}'],
    ['content that is no object', content('["a"]')],
  ])('not with %s', (_what, sent) => {
    expect(after(201, sent)('a')).toBe(false);
  });

  test('a member was accepted by any of several creates', () => {
    const isTaken = after(201, content('{"a":1}'), content('{"a":null,"b":1}'));
    expect(['a', 'b', 'c'].map(isTaken)).toEqual([true, true, false]);
  });

  test('a member was accepted in an item of the array of objects, whichever it is', () => {
    const isTaken = after(201, content('{"arrayOfObjectType":[{"one":1},{"two":null},{}]}'));
    const names = ['arrayOfObjectType', 'one', 'two', 'three'];
    expect(names.map(isTaken)).toEqual([true, true, true, false]);
  });

  test('a member was not accepted in a body with an ill-typed member, because a server may keep only the rest', () => {
    const isTaken = after(201, content('{"a":1,"arrayOfUniqueIntExample":["b"]}'));
    expect(['a', 'arrayOfUniqueIntExample'].map(isTaken)).toEqual([false, false]);
  });

  test('items of other arrays, or other values, bring no member of their own', () => {
    const isTaken = after(201, content('{"other":[{"one":1}],"arrayOfObjectType":{"two":{"three":1}}}'));
    expect(['one', 'two', 'three'].map(isTaken)).toEqual([false, false, false]);
  });
});

describe('an array of the content', () => {
  const seen = (name: string, ...arrays: readonly unknown[]) => {
    const contents = new ArrayContents();
    for (const array of arrays) contents.note('ObjectTypeProperty', { [name]: array });
    return contents.of(name);
  };
  const strings = 'arrayOfStringExample';

  test.each([
    ['alone', [['a', 'b']], { shortest: 2, longest: 2, repeats: false }],
    ['that is empty', [[]], { shortest: 0, longest: 0, repeats: false }],
    ['after a shorter one', [['a'], ['a', 'b', 'c']], { shortest: 1, longest: 3, repeats: false }],
    ['after a longer one', [['a', 'b', 'c'], ['a']], { shortest: 1, longest: 3, repeats: false }],
    ['after an empty one', [[], ['a']], { shortest: 0, longest: 1, repeats: false }],
    ['with two equal texts', [['a', 'b', 'a']], { shortest: 3, longest: 3, repeats: true }],
    ['after one with two equal texts', [['a', 'a'], ['b']], { shortest: 1, longest: 2, repeats: true }],
    ['equal to another array', [['a'], ['a']], { shortest: 1, longest: 1, repeats: false }],
  ])('%s has its lengths and repetitions', (_what, arrays, expected) => {
    expect(seen(strings, ...arrays)).toEqual(expected);
  });

  test.each([
    ['one number', [[5]], [5, 5]],
    ['several', [[5, -3, 8]], [-3, 8]],
    ['those of several arrays', [[5], [7], [6]], [5, 7]],
    ['smaller ones later', [[5, 6], [4]], [4, 6]],
    ['an empty array later', [[5, 6], []], [5, 6]],
    ['texts beside them', [['9', 5]], [5, 5]],
    ['fractions', [[0.5, 0.25]], [0.25, 0.5]],
  ])('has the extremes of %s', (_what, arrays, [smallest, greatest]) => {
    expect(seen('arrayOfFloatExample', ...arrays)).toMatchObject({ smallest, greatest });
  });

  test.each([
    ['equal numbers', [1, 2, 1], true],
    ['equal objects', [{ a: 1 }, { a: 1 }], true],
    ['equal nulls', [null, null], true],
    ['a number and its text', [1, '1'], false],
    ['unequal objects', [{ a: 1 }, { a: 2 }], false],
    ['nothing', [], false],
  ])('decides whether it repeats itself with %s', (_what, array, repeats) => {
    expect(seen(strings, array)?.repeats).toBe(repeats);
  });

  test.each([
    ['a text', 'a'],
    ['null', null],
    ['an object', { length: 1 }],
  ])('does not include %s', (_what, value) => {
    expect(seen(strings, value)).toBeUndefined();
  });

  test('is found in any of several shapes of a body', () => {
    const contents = new ArrayContents();
    contents.note('ExampleResource', { objectTypeProperty: { [strings]: ['a'] } });
    contents.note('ObjectTypeProperty|DateExamples', { [strings]: ['a', 'b'] });
    expect(contents.of(strings)).toMatchObject({ shortest: 1, longest: 2 });
    expect(contents.of('arrayOfObjectType')).toBeUndefined();
  });

  test('excludes other records', () => {
    const contents = new ArrayContents();
    contents.note('Cart', { lineItems: [{}] });
    contents.note('ExampleResource', { [strings]: ['a'] });
    expect([contents.of('lineItems'), contents.of(strings)]).toEqual([undefined, undefined]);
  });
});

import { describe, expect, test } from 'vitest';
import { renamed, type Deviation } from '../../../../clause/deviation.ts';
import { runMark } from '../../../../clause/mark.ts';
import { plainValue } from '../../../../clause/plain-value.ts';
import type { ExchangeEvidence, Reason } from '../../../../clause/sample.ts';
import { Inconclusive, notTested, unlessInconclusive } from '../../../../clause/thrown.ts';
import { isSameChoice } from '../../../../clause/volatile-values.ts';
import { JsonNumber } from '../../../../wire/json/json.ts';

/** A list in a list, so many of them. */
function nested(lists: number): unknown {
  return lists === 1 ? [] : [nested(lists - 1)];
}

function levelsOf(value: unknown): number {
  return Array.isArray(value) ? 1 + levelsOf(value[0]) : 0;
}

const wide = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('a plain value', () => {
  test.each<[value: unknown, plain: unknown]>([
    ['text', 'text'],
    ['', ''],
    [0, 0],
    [-1.5, -1.5],
    [Infinity, 'Infinity'],
    [NaN, 'NaN'],
    [true, true],
    [false, false],
    [null, null],
    [10n, '10'],
    [undefined, null],
    [Symbol('s'), null],
    [(): void => undefined, null],
    [[1, [undefined, 'a']], [1, [null, 'a']]],
    [{ a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: undefined, b: null }, { b: null }],
    [new JsonNumber('1'), 1],
    [new JsonNumber('1.0'), '1.0'],
    [new JsonNumber('1e400'), '1e400'],
    [new JsonNumber('1732175009123456789'), '1732175009123456789'],
    [{ version: new JsonNumber('7') }, { version: 7 }],
  ])('the plain value of %o', (value, plain) => {
    expect(plainValue(value)).toEqual(plain);
  }); // prettier-ignore

  test('has no members that are not there', () => {
    expect(JSON.stringify(plainValue({ a: undefined, b: 1 }))).toBe('{"b":1}');
  });

  test('the plain value of a long text is its beginning', () => {
    expect(plainValue('x'.repeat(4_000))).toBe('x'.repeat(4_000));
    expect(plainValue('x'.repeat(4_001))).toBe(`${'x'.repeat(4_000)}…`);
  });

  test('the plain value of a deep value ends at a mark', () => {
    expect(plainValue(nested(24))).toEqual(nested(24));
    expect(levelsOf(plainValue(nested(25)))).toBe(24);
    expect(JSON.stringify(plainValue(nested(25)))).toContain('…');
  });

  test('the plain value of a value that contains itself comes to an end', () => {
    const itself: unknown[] = [];
    itself.push(itself);
    expect(levelsOf(plainValue(itself))).toBe(24);
  });

  test('the plain value of a wide list has as many elements as fit beside the list itself, and a mark', () => {
    expect(plainValue(wide(1_999))).toEqual(wide(1_999));
    expect(plainValue(wide(2_000))).toEqual([...wide(1_999), '…']);
    expect(plainValue(wide(9_000))).toEqual([...wide(1_999), '…']);
  });

  test('the plain value of a wide object has as many members as fit beside the object itself, and a mark', () => {
    const members = (count: number) => Object.fromEntries(wide(count).map((at) => [`m${at}`, at]));
    expect(plainValue(members(1_999))).toEqual(members(1_999));
    expect(plainValue(members(9_000))).toEqual({ ...members(1_999), '…': '…' });
  });

  test('counts the values inside', () => {
    const lists = plainValue([wide(1_500), wide(1_500), wide(1_500)]);
    expect(lists).toEqual([wide(1_500), [...wide(497), '…'], '…']);
  });

  test('counts an exact number once', () => {
    const exact = wide(2_000).map((at) => new JsonNumber(String(at)));
    expect(plainValue(exact.slice(0, 1_999))).toEqual(wide(1_999));
    expect(plainValue(exact)).toEqual([...wide(1_999), '…']);
  });
});

describe('two observations', () => {
  test.each<[one: unknown, other: unknown, isSame: boolean]>([
    [undefined, undefined, true],
    ['a', 'a', true],
    ['a', 'b', false],
    ['ab', { 0: 'a', 1: 'b' }, false],
    [true, false, false],
    [null, null, true],
    [null, {}, false],
    [null, false, false],
    [1, 2, true],
    [200, 201, false],
    [99, 98, true],
    [99, 100, false],
    [599, 600, false],
    [600, 601, true],
    [200, '200', false],
    [[200, 404], [200, 404], true],
    [[200, 404], [404, 200], false],
    [[7, 200], [200], true],
    [[200], { 0: 200 }, false],
    [[['a'], 1], [['a']], true],
    [{ a: 'x', b: 'y' }, { b: 'y', a: 'x' }, true],
    [{ a: 'x', b: 'y', c: 'z' }, { c: 'z', a: 'x', b: 'y' }, true],
    [{ a: 'x', b: 'y', c: 'z' }, { b: 'y', c: 'z', a: 'x' }, true],
    [{ a: 'x', b: 'y' }, { a: 'y', b: 'x' }, false],
    [{ a: 'x' }, { a: 'x', b: 'y' }, false],
    [{ a: 'x' }, { a: 'x', count: 7 }, true],
    [{ a: { count: 1, mode: 'x' } }, { a: { count: 2, mode: 'x' } }, true],
    [{ a: { mode: 'x' } }, { a: { mode: 'y' } }, false],
    [{ raced: 'x' }, { raced: 'y' }, true],
    [{ bytes: 'x' }, { bytes: 'y' }, true],
    [{ rounds: 'x' }, {}, true],
    [{ lagMs: 'x' }, { lagMs: 'y' }, true],
    [{ lagMs: 200 }, { lagMs: 300 }, true],
    [{ 'in milliseconds': 'x' }, { 'in milliseconds': 'y' }, true],
    [{ appMsg: 'x' }, { appMsg: 'y' }, false],
    [{ races: 'x' }, { races: 'y' }, false],
  ])('%j and %j show the same choices: %s', (one, other, isSame) => {
    expect([isSameChoice(one, other), isSameChoice(other, one)]).toEqual([isSame, isSame]);
  }); // prettier-ignore
});

const reason: Reason = { code: 'flaky', text: 'once in three', supply: 'SETTING=1' };
const evidence: ExchangeEvidence = {
  request: { method: 'GET', target: '/demo/resource', headers: [] },
  milliseconds: 1,
  curl: 'curl …',
};

describe('the reason why a clause could not be decided', () => {
  test.each([
    ['tested unless said otherwise', () => new Inconclusive(reason), true, []],
    ['tested', () => new Inconclusive(reason, { tested: true, exchanges: [evidence] }), true, [evidence]],
    ['not tested', () => new Inconclusive(reason, { tested: false }), false, []],
    ['never asked for', () => notTested(reason), false, []],
  ])('is %s', (_name, make, tested, exchanges) => {
    const thrown = make();
    expect([thrown.reason, thrown.tested, thrown.exchanges]).toEqual([reason, tested, exchanges]);
    expect([thrown.name, thrown.message.startsWith('flaky')]).toEqual(['Inconclusive', true]);
  });

  test('is ignored, while other errors are rethrown', async () => {
    expect(await unlessInconclusive(Promise.resolve(7))).toBe(7);
    expect(await unlessInconclusive(Promise.reject(notTested(reason)))).toBeUndefined();
    const error = new TypeError('nothing to call');
    await expect(unlessInconclusive(Promise.reject(error))).rejects.toBe(error);
  });
});

describe('a deviation', () => {
  test.each<[deviation: Deviation, renamed: Deviation<string>]>([
    [{ kind: 'status', exchange: 1, exact: true, stated: 'former' }, { kind: 'status', exchange: '#1', exact: true, stated: 'former' }],
    [{ kind: 'value', exchange: 0, pointer: '/version' }, { kind: 'value', exchange: '#0', pointer: '/version' }],
    [{ kind: 'differ', exchange: 2, beside: 0 }, { kind: 'differ', exchange: '#2', beside: '#0' }],
    [{ kind: 'discloses', exchange: 2, beside: 1 }, { kind: 'discloses', exchange: '#2', beside: '#1' }],
  ])('%j is the same if its exchanges have other names', (deviation, other) => {
    expect(renamed(deviation, (one) => `#${one}`)).toEqual(other);
  }); // prettier-ignore
});

describe('the mark of a run', () => {
  const runId = '0123456789abcdef0123456789abcdef';

  test('distinguishes it from others, and contains a character that other identifiers do not have by chance', () => {
    expect(runMark(runId)).toMatch(/^[^0-9a-f][0-9a-f]{8}$/);
    expect(runMark(runId)).toContain(runId.slice(0, 8));
    expect(runMark(runId)).not.toBe(runMark('1123456789abcdef0123456789abcdef'));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aimed,
  farVersion,
  integerKinds,
  oddKinds,
  otherOrders,
  type StatedVersion,
} from '../../../properties/arbitraries/stated-version.ts';
import { drawn, drawnInTurn } from '../../../properties/drawn-cases.ts';
import { demandsConflict } from '../../../implementation/updates/missed-conflict.ts';

const seeds = [1, 2, 3];
/** The greatest integer that every Float of 32 bits holds with all below it. */
const most = 16_777_216;

const placed = (stated: StatedVersion, actual: string, former: readonly string[] = []) =>
  aimed(stated, actual, former)?.version;

describe('a version relative to the actual version', () => {
  test.each<readonly [StatedVersion, string, string | undefined]>([
    [{ kind: 'off by', distance: 3 }, '10', '13'],
    [{ kind: 'off by', distance: -3 }, '10', '7'],
    [{ kind: 'off by', distance: -1 }, '1', '0'],
    [{ kind: 'off by', distance: -2 }, '1', '3'],
    [{ kind: 'off by', distance: 1 }, String(most - 1), undefined],
    [{ kind: 'off by', distance: 100 }, String(most - 100), String(most)],
    [{ kind: 'off by', distance: 101 }, String(most - 100), String(most - 201)],
    [{ kind: 'off by, with .0', distance: 4 }, '10', '14.0'],
    [{ kind: 'off by, with .0', distance: 4 }, String(most - 3), undefined],
    [{ kind: 'image', bits: 8, times: 1 }, '10', '266'],
    [{ kind: 'image', bits: 8, times: 2 }, '10', '522'],
    [{ kind: 'image', bits: 8, times: -1 }, '10', '266'],
    [{ kind: 'image', bits: 8, times: -1 }, '300', '44'],
    [{ kind: 'image', bits: 16, times: 1 }, '10', '65546'],
    [{ kind: 'image', bits: 16, times: 1 }, String(most - 10), String(most - 10 - 65_536)],
    [{ kind: 'image', bits: 32, times: 1 }, '10', '4294967306'],
    [{ kind: 'image', bits: 32, times: -1 }, '10', '-4294967286'],
    [{ kind: 'digits permuted', turn: 1 }, '123', '231'],
    [{ kind: 'digits permuted', turn: 2 }, '123', '312'],
    [{ kind: 'digits permuted', turn: 3 }, '123', '321'],
    [{ kind: 'digits permuted', turn: 4 }, '123', '231'],
    [{ kind: 'digits permuted', turn: 1 }, '10', '1'],
    [{ kind: 'digits permuted', turn: 1 }, '7', undefined],
    [{ kind: 'digits permuted', turn: 1 }, '11', undefined],
    [{ kind: 'digits permuted', turn: 2 }, '1213', '1312'],
    [{ kind: 'digits permuted', turn: 1 }, '-12', undefined],
    [{ kind: 'first digits', cut: 1 }, '1234', '123'],
    [{ kind: 'first digits', cut: 3 }, '1234', '1'],
    [{ kind: 'first digits', cut: 3 }, '123', '12'],
    [{ kind: 'first digits', cut: 2 }, '12', '1'],
    [{ kind: 'first digits', cut: 1 }, '7', undefined],
    [{ kind: 'first digits', cut: 1 }, '-12', undefined],
    [{ kind: 'last digits', cut: 1 }, '1234', '234'],
    [{ kind: 'last digits', cut: 3 }, '1234', '4'],
    [{ kind: 'last digits', cut: 1 }, '102', '2'],
    [{ kind: 'last digits', cut: 1 }, '12', '2'],
    [{ kind: 'last digits', cut: 1 }, '7', undefined],
    [{ kind: 'last digits', cut: 1 }, '1.5', undefined],
    [{ kind: 'digit more', digit: 0 }, '12', '120'],
    [{ kind: 'digit more', digit: 9 }, '12', '129'],
    [{ kind: 'digit more', digit: 0 }, '0', undefined],
    [{ kind: 'digit more', digit: 5 }, '0', '5'],
    [{ kind: 'digit more', digit: 7 }, '1677721', undefined],
    [{ kind: 'digit more', digit: 6 }, '1677721', '16777216'],
    [{ kind: 'digit more', digit: 1 }, '-1', undefined],
    [{ kind: 'anywhere', version: 0 }, '12', '0'],
    [{ kind: 'anywhere', version: 12 }, '12', undefined],
    [{ kind: 'anywhere', version: 12 }, '12.0', undefined],
    [{ kind: 'fraction', part: 0.5 }, '12', '12.5'],
    [{ kind: 'fraction', part: -0.5 }, '12', '11.5'],
    [{ kind: 'fraction', part: 0.5 }, '12.25', undefined],
    [{ kind: 'fraction', part: 0.005 }, String(most), undefined],
    [{ kind: 'negated' }, '12', '-12'],
    [{ kind: 'negated' }, '-12', '12'],
    [{ kind: 'negated' }, '0', undefined],
    [{ kind: 'literal', version: '1e300' }, '12', '1e300'],
    [{ kind: 'literal', version: '1.2e1' }, '12', undefined],
    [{ kind: 'literal', version: '4294967295' }, '4294967296', undefined],
  ])('%j is placed on %s as %s', (stated, actual, version) => {
    expect(placed(stated, actual)).toBe(version);
  });

  test('does not exist if the actual version is no finite number', () => {
    expect(placed({ kind: 'literal', version: '1' }, '1e999')).toBeUndefined();
  });
});

describe('a former version', () => {
  test.each([
    [0, ['1', '2', '3'], '3'],
    [1, ['1', '2', '3'], '2'],
    [2, ['1', '2', '3'], '1'],
    [3, ['1', '2', '3'], '3'],
    [5, ['1', '2', '3'], '1'],
    [4, ['7'], '7'],
    [0, [], undefined],
  ] as const)('is the version %i steps before the last version', (back, former, version) => {
    expect(placed({ kind: 'former', back }, '9', former)).toBe(version);
  });

  test('does not exist if it equals the actual version', () => {
    expect(placed({ kind: 'former', back: 0 }, '9', ['9.0'])).toBeUndefined();
  });

  test('is reported as a former version, is never distant, and may be near', () => {
    expect(aimed({ kind: 'former', back: 0 }, '9000', ['1'])).toMatchObject({ former: true, far: false });
    expect(aimed({ kind: 'former', back: 0 }, '16777217', ['16777216'])).toMatchObject({ former: true });
    expect(aimed({ kind: 'off by', distance: 1 }, '9', ['8'])).not.toHaveProperty('former');
  });
});

describe('the version a step ahead', () => {
  test.each([
    ['12', ['11'], '13'],
    ['12', ['10'], '14'],
    ['12', ['1', '10'], '14'],
    ['12', [], '13'],
    ['12', ['24'], '0'],
    ['12', ['25'], undefined],
    ['1.5', ['1'], '2'],
  ] as const)('the step of %s after %j is %s', (actual, former, version) => {
    expect(placed({ kind: 'a step ahead' }, actual, former)).toBe(version);
  });
});

describe('a distant version', () => {
  test.each([
    [64, false],
    [65, true],
    [1, false],
  ])('is %i away: %s', (distance, far) => {
    expect(aimed({ kind: 'off by', distance }, '100', [])?.far).toBe(far);
    expect(aimed({ kind: 'anywhere', version: 100 - distance }, '100', [])?.far).toBe(far);
  });
});

describe.each(seeds)('kinds of wrong versions of seed %i', (seed) => {
  const actuals = ['0', '1', '9', '10', '137', '65536', '16000000'];
  const issued = ['3', '4', '5'];

  test('wrong integers demand 409 without exception', () => {
    const wrong = drawnInTurn(integerKinds, seed, 100).flatMap(({ value }) =>
      actuals.flatMap((actual) => {
        const probe = aimed(value, actual, issued);
        return probe === undefined || demandsConflict(probe) ? [] : [{ actual, value }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('a wrong integer can be stated for one of two neighbours, unless the neighbour is the actual version by chance', () => {
    const draws = integerKinds.map((kind) => drawn(kind, seed, 10).map(({ value }) => value));
    for (let at = 0; at < draws.length; at += 2) {
      const [ones = [], others = []] = draws.slice(at, at + 2);
      const vain = ones.flatMap((one, run) =>
        actuals.slice(0, 6).filter((actual) => {
          const pair = [one, ...others.slice(run, run + 1)];
          const byChance = pair.some((each) => each.kind === 'anywhere' && String(each.version) === actual);
          return !byChance && pair.every((each) => placed(each, actual) === undefined);
        }),
      );
      expect(vain).toEqual([]);
    }
  });

  test('distant versions are reported as distant, or need not be', () => {
    const kinds = new Set(drawn(farVersion, seed, 60).map(({ value }) => value.kind));
    expect(kinds).toEqual(new Set(['off by', 'anywhere', 'literal']));
    for (const { value } of drawn(farVersion, seed, 60))
      if (value.kind === 'off by') expect(aimed(value, '1', [])?.far).toBe(true);
  });

  test('wrong integers are near and distant with both signs, and never the actual version', () => {
    const off = drawnInTurn(integerKinds, seed, 200).flatMap(({ value }) =>
      value.kind === 'off by' ? [value.distance] : [],
    );
    expect(off).not.toContain(0);
    for (const found of [
      off.filter((one) => one > 3),
      off.filter((one) => one < -3),
      off.filter((one) => one > 0 && one < 4),
      off.filter((one) => one < 0 && one > -4),
    ])
      expect(found.length).toBeGreaterThan(0);
    expect(Math.max(...off.map(Math.abs))).toBeLessThanOrEqual(9_000);
  });

  test('odd versions never equal the actual version', () => {
    const same = drawnInTurn(oddKinds, seed, 70).flatMap(({ value }) =>
      actuals.filter((actual) => Number(placed(value, actual) ?? NaN) === Number(actual)),
    );
    expect(same).toEqual([]);
  });

  test('are drawn from every kind if any kind may be drawn', () => {
    const kindsOf = (any: typeof farVersion) =>
      new Set(drawn(any, seed, 300).map(({ value }) => value.kind)).size;
    expect(kindsOf(fc.oneof(...integerKinds))).toBe(8);
    expect(kindsOf(fc.oneof(...oddKinds))).toBe(5);
  });
});

test.each([
  [0, []],
  [1, [1]],
  [3, [1, 2, 3]],
])('other orders of the digits are as many as are requested: %i', (count, turns) => {
  expect(otherOrders(count)).toEqual(turns.map((turn) => ({ kind: 'digits permuted', turn })));
});

import { describe, expect, test } from 'vitest';
import { checkHistory } from '../../../properties/history/check-history.ts';
import type { History } from '../../../properties/history/history.ts';
import { historyOf } from '../../support/histories/history-notation.ts';

type Case = readonly [name: string, line: string, rest?: Partial<History>];

const solo = (moved: number, of: number): Partial<History> => ({ calibration: { moved, of } });

const linearizable: readonly Case[] = [
  ['one accepted, the rest refused', '0>1@0-5 0!@0-5 0!@1-5 =1@6-7'],
  ['nobody accepted', '0!@0-5 0!@1-5 =0@6-7'],
  ['a refusal of the current version', '0!@0-1 0>1@2-3'],
  ['a declared no-op before the moving update', '0>0@0-5 0>1@1-6'],
  ['a version that comes about twice', '0>1@0-1 1>0@2-3 0>1@4-5 =1@6-7'],
  ['an unknown update of another version may have led back', '0>?@0-5 0>?@1-6 1?@2 =7@8-9'],
  ['versions that jump, fall and look random', '0>-5@0-1 -5>901@2-3 901>3@4-5 =3@6-7'],
  ['one value in several writings', '0.0>3.0@0-1 3e0>4@2-3 =40e-1@4-5'],
];

const withReadsOff: readonly Case[] = [
  ['a stale read', '0>1@0-1 =0@2-3'],
  ['a stale read between two updates', '0>1@0-1 =0@2-3 1>2@4-5'],
];

const violations: readonly Case[] = [
  ['two accepted, version left', '0>?@0-5 0>?@1-6 =7@8-9'],
  ['two accepted that name results of their own', '0>1@0-5 0>2@1-6', solo(0, 8)],
  ['two accepted that name one result', '0>1@0-5 0>1@1-6 =1@7-8'],
  ['a stale update after its result was read', '0>1@0-1 =1@2-3 0>?@4-5 =2@6-7', solo(0, 8)],
  ['a stale update after another version was accepted', '0>?@0-1 7>8@2-3 0>?@4-5', solo(0, 8)],
  ['three accepted of a version that comes about twice', '0>1@0-1 1>0@2-3 0>2@4-5 0>3@4-5 =2@6-7'],
  ['two accepted beside an unknown update of the same version', '0>?@0-5 0>?@1-6 0?@2 =7@8-9'],
  ['a version accepted before it came about', '1>2@0-1 0>1@2-3'],
];

const inconclusive: readonly Case[] = [
  ['two accepted without a read afterwards', '0>?@0-5 0>?@1-6'],
  ['two accepted, the version not left', '0>?@0-5 0>?@1-6 =0@8-9'],
  ['two accepted, results named, the version not left', '0>1@0-5 0>2@1-6 =0@8-9'],
  ['two accepted where no solo update moved', '0>?@0-5 0>?@1-6 =1@8-9', solo(0, 8)],
  ['two accepted where not every solo update moved', '0>?@0-5 0>?@1-6 =1@8-9', solo(7, 8)],
  ['two accepted after too few solo updates', '0>?@0-5 0>?@1-6 =1@8-9', solo(4, 4)],
  ['two accepted that name one result, uncalibrated', '0>1@0-5 0>1@1-6 =1@7-8', solo(0, 8)],
  ['a read that may be older than the history', '0>?@0-1 =9@2-3 0>?@4-5 =1@6-7', solo(0, 8)],
  ['a stale update after its result was read, then the old one', '0>1@0-1 =1@2-3 0>?@4-5 =0@6-7', solo(0, 8)],
  ['a version that never moves', '0>0@0-5 0>0@1-6 =0@7-8', solo(0, 8)],
  ['a stale read', '0>1@0-1 =0@2-3'],
  ['a read of what nothing brought about', '0>1@0-1 =4@2-3'],
  ['a stated version that nothing brought about', '5>6@0-1'],
  ['a version accepted early where others may write', '1>2@0-1 0>1@2-3', { soleWriter: false }],
  ['a version accepted early, uncalibrated', '1>2@0-1 0>1@2-3', solo(0, 8)],
  ['neighbours that doubles cannot tell apart', '9007199254740993>1@0-1', { initial: '9007199254740992' }],
];

const asRows = (cases: readonly Case[]) => cases.map(([name, line, rest = {}]) => ({ name, line, rest }));

const judge = (line: string, rest: Partial<History> = {}, useReads = true) =>
  checkHistory(historyOf(line, rest), { conflictsAreExact: false, useReads });

describe('a history that the contract allows is linearizable', () => {
  test.each(asRows(linearizable))('$name', ({ line, rest }) => {
    expect(judge(line, rest)).toEqual({ verdict: 'linearizable', method: expect.any(String) });
  });

  test.each(asRows(withReadsOff))('$name, without reads', ({ line }) => {
    expect(judge(line)).toMatchObject({ verdict: 'inconclusive', missing: expect.stringContaining('stale') });
    expect(judge(line, {}, false)).toMatchObject({ verdict: 'linearizable' });
  });
});

describe('a history that no order of its accepted updates explains is a violation', () => {
  test.each(asRows(violations))('$name', ({ line, rest }) => {
    const { verdict, certificate } = judge(line, rest);
    expect(verdict).toBe('violation');
    const ids = certificate?.operations.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(ids.length).toBeLessThanOrEqual(3);
    for (const id of ids) expect(certificate?.sentence).toContain(id);
  });

  test('two accepted updates also count without reads, if every solo update changed the version', () => {
    expect(judge('0>?@0-5 0>?@1-6', {}, false).verdict).toBe('violation');
    expect(judge('0>?@0-5 0>?@1-6', solo(7, 8), false).verdict).toBe('inconclusive');
  });

  test('a witness that another version was current is in the certificate', () => {
    const { certificate } = judge('0>1@0-1 =1@2-3 0>?@4-5 =2@6-7', solo(0, 8));
    expect(certificate?.operations.map(({ id }) => id)).toEqual(['0>1@0-1', '0>?@4-5', '=1@2-3']);
  });
});

describe('a deviation without full proof is inconclusive, and names the missing part', () => {
  test.each(asRows(inconclusive))('$name', ({ line, rest }) => {
    const { verdict, missing, certificate } = judge(line, rest);
    expect(verdict).toBe('inconclusive');
    expect(missing).toMatch(/\w/);
    expect(certificate?.operations.length).toBeGreaterThanOrEqual(1);
  });
});

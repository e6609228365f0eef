import { describe, expect, test } from 'vitest';
import { judgeCheck, judgeClause } from '../../../../clause/judgement.ts';
import type { Reason, Sample } from '../../../../clause/sample.ts';
import { judgement } from '../../../support/matrix-fixture.ts';

const waits = (...clauses: readonly string[]): Reason => ({
  code: 'blocked-by',
  text: `waits for ${clauses.join(' and ')}`,
  claims: clauses.map((clause) => ({ kind: 'waits-for', clause })),
});
const otherwise: Reason = { code: 'two-readings', text: 'it may be lag' };
const held: Sample = { kind: 'held' };
const noise: Sample = { kind: 'noise', text: 'reset' };
const undecided = (reason: Reason, deviated?: true): Sample => ({
  kind: 'undecided',
  reason,
  ...(deviated === undefined ? {} : { deviated }),
});
const discarded = (reason: Reason): Sample => ({ kind: 'discarded', reason });
const waitsFor = (samples: readonly Sample[], minimum = 1): readonly string[] | undefined =>
  judgeCheck({ samples }, { level: 'MUST', minimum }).waitsFor;

describe('a clause waits for others', () => {
  test.each<readonly [string, readonly Sample[], readonly string[] | undefined]>([
    ['where its one sample does', [discarded(waits('a'))], ['a']],
    ['where all do, for each of them', [undecided(waits('a')), undecided(waits('a', 'b'))], ['a', 'b']],
    ['beside what held', [held, undecided(waits('a'))], ['a']],
    ['beside what was not reached, where enough was', [held, undecided(waits('a')), discarded(otherwise)], ['a']],
    ['but not where a sample has another cause', [undecided(waits('a')), undecided(otherwise)], undefined],
    ['but not where nothing else was reached for another cause', [discarded(waits('a')), discarded(otherwise)], undefined],
    ['but not where a deviation of its own was seen', [undecided(waits('a'), true)], undefined],
    ['but not where the network took too much', [undecided(waits('a')), noise], undefined],
    ['but not where it passes', [held], undefined],
  ])('%s', (_name, samples, clauses) => {
    expect(waitsFor(samples)).toEqual(clauses);
  }); // prettier-ignore

  test('a clause does not wait if too few cases are reached anyway', () => {
    expect(waitsFor([held, undecided(waits('a')), discarded(otherwise)], 3)).toBe(undefined);
    expect(waitsFor([held, undecided(waits('a')), discarded(waits('b'))], 3)).toEqual(['a', 'b']);
  });

  test('a clause does not wait if another of its checks saw a deviation', () => {
    const waiting = judgeCheck({ samples: [undecided(waits('a'))] }, { level: 'MUST', minimum: 1 });
    const deviated = judgeCheck({ samples: [undecided(otherwise, true)] }, { level: 'MUST', minimum: 1 });
    expect(judgeClause(waiting, [judgement('pass')]).waitsFor).toEqual(['a']);
    expect(judgeClause(waiting, [deviated]).waitsFor).toBe(undefined);
  });
});

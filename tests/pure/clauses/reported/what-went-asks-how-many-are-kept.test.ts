import { describe, expect, test } from 'vitest';
import { askedForWhatIsKept } from '../../../../clause/reported/kept-resources.ts';
import type { ReportedClause, RunRecord } from '../../../../clause/report.ts';

/** A clause of which no more than this matters here. */
function clause(id: string, more: Partial<ReportedClause>): ReportedClause {
  const none = { premise: 0, checks: 0, suspect: false, source: '', findings: [], limits: [] };
  return { id, section: '4.2', level: 'MUST', statement: '', verdict: 'inconclusive', blocks: 'always', ...none, ...more };
} // prettier-ignore

const record = { keeps: 25 } as RunRecord;
const gone = clause('4.2/known-id-is-readable', { reason: { code: 'two-readings', text: 'not every time' } });

const supplyOf = (one: ReportedClause): unknown => askedForWhatIsKept([one], { record })[0]?.reason?.supply;

describe('an undecided clause, if the oldest resources disappear', () => {
  test('names the number of resources that stay', () => {
    expect(supplyOf(gone)).toBe('"resource": {"keeps": {"newest": 25}}');
  });

  test('names how long they stay if no number explains it', () => {
    const [one] = askedForWhatIsKept([gone], { record: { keepsForMs: 9_000 } as RunRecord });
    expect(one?.reason?.supply).toBe('"resource": {"keeps": {"forMs": 9000}}');
  });

  test.each([
    ['what passed', clause('4.2/a', { verdict: 'pass' })],
    ['what no resource is wanted for', clause('4.2/a', { reason: { code: 'no-token', text: '' } })],
    ['what is open', { ...gone, level: 'OPEN' as const }],
  ])('stays unchanged: %s', (_, one) => {
    expect(askedForWhatIsKept([one], { record })).toEqual([one]);
  });

  test.each([
    ['a run that saw none go', { record: {} as RunRecord }],
    ['a profile that says it', { record, profile: { resource: { keeps: { newest: 30 } } } }],
  ])('needs no means after %s', (_, input) => {
    expect(askedForWhatIsKept([gone], input)).toEqual([gone]);
  });

  test('keeps its own line', () => {
    const own = {
      ...gone,
      reason: { code: 'two-readings', text: '', supply: '"async": {"4.10": true}' } as const,
    };
    expect(supplyOf(own)).toBe('"async": {"4.10": true}');
  });
});

import { describe, expect, test } from 'vitest';
import { askedForWhatIsKept } from '../../../../clause/reported/kept-resources.ts';
import type { ReportedClause } from '../../../../clause/report.ts';

/** A clause of which no more than this matters here. */
function clause(id: string, more: Partial<ReportedClause>): ReportedClause {
  const none = { premise: 0, checks: 0, suspect: false, source: '', findings: [], limits: [] };
  return { id, section: '4.2', level: 'MUST', statement: '', verdict: 'inconclusive', blocks: 'always', ...none, ...more };
} // prettier-ignore

const keeping = clause('4.6/retention', { level: 'OPEN', verdict: 'observed', observed: { newest: 25 } });
const gone = clause('4.2/known-id-is-readable', { reason: { code: 'two-readings', text: 'not every time' } });

const suppliesOf = (...clauses: readonly ReportedClause[]): readonly unknown[] =>
  askedForWhatIsKept(clauses).map(({ reason }) => reason?.supply);

describe('what could not be decided where the oldest resources go', () => {
  test('is told how many are kept', () => {
    expect(suppliesOf(keeping, gone)).toEqual([undefined, '"resource": {"keeps": {"newest": 25}}']);
  });

  test.each([
    ['a run that saw none go', [clause('4.6/retention', { observed: { wentBeside: [] } }), gone]],
    ['what is declared already', [keeping, clause('declared/resource.keeps.newest', {}), gone]],
    ['what passed', [keeping, clause('4.2/a', { verdict: 'pass' })]],
    [
      'what no resource is wanted for',
      [keeping, clause('4.2/a', { reason: { code: 'no-token', text: '' } })],
    ],
    ['what is open', [keeping, { ...gone, level: 'OPEN' as const }]],
  ])('is left as it is: %s', (_, clauses) => {
    expect(askedForWhatIsKept(clauses)).toEqual(clauses);
  });

  test('keeps a line of its own', () => {
    const own = {
      ...gone,
      reason: { code: 'two-readings', text: '', supply: '"async": {"4.10": true}' } as const,
    };
    expect(suppliesOf(keeping, own)).toEqual([undefined, '"async": {"4.10": true}']);
  });
});

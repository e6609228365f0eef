import { expect, test } from 'vitest';
import { buildReport } from '../../../../clause/build-report.ts';
import { createPaint } from '../../../../reporters/text/paint.ts';
import { shortFinding } from '../../../../reporters/text-findings.ts';
import { entry, finding, judgement, reportInput } from '../../../support/matrix-fixture.ts';

test('a cause is shown whole, however narrow the terminal is', () => {
  const fails = [entry('4.10/conflict-on-mismatch'), judgement('fail', { findings: [finding] })] as const;
  const [clause] = buildReport(reportInput([fails])).report.clauses;
  if (clause === undefined) throw new Error('the report has a clause');
  const rule = { name: '4.10: takes other versions than the actual one, where one action', told: '4 of 4' };
  const lines = shortFinding(
    { clause, others: [], alike: [], rule, waiting: [] },
    { columns: 40, paint: createPaint(false) },
  );
  expect(lines.slice(0, 4)).toEqual([
    'FAIL  4.10: takes other versions than',
    '      the actual one, where one action',
    '      4 of 4',
    expect.stringMatching(/^ {6}> POST .*… -> 200$/),
  ]);
});

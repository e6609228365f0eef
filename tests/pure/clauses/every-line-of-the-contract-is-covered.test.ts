import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { coveragePage } from '../../../config/pages/coverage-page.ts';
import { exceptions, kindOfLine, lastLine, type LineKind } from '../../../contract/lines.ts';

const clauses = plan.sections.flatMap((section) => section.clauses);
const all = Array.from({ length: lastLine }, (_, at) => at + 1);
const linesOf = (kind: LineKind): readonly number[] => all.filter((line) => kindOfLine(line) === kind);

/** Lines on which no clause of these levels rests. */
function bare(lines: readonly number[], levels: readonly string[]): readonly number[] {
  const resting = clauses.filter(({ level }) => levels.includes(level));
  return lines.filter((line) => !resting.some((clause) => clause.lines.includes(line)));
}

describe('the lines of the contract', () => {
  test('each clause rests on some, within the text, in order and once each', () => {
    for (const { id, lines } of clauses) {
      expect(lines.length, id).toBeGreaterThan(0);
      expect(lines, id).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
      expect(lines[0], id).toBeGreaterThanOrEqual(1);
      expect(lines.at(-1), id).toBeLessThanOrEqual(lastLine);
    }
  });

  test('a MUST or a SHOULD rests on each that determines, and some clause on each that is partly open', () => {
    const uncovered = [
      ...bare(linesOf('determining'), ['MUST', 'SHOULD']),
      ...bare(linesOf('partly open'), ['MUST', 'SHOULD', 'OPEN']),
    ];
    expect(uncovered).toEqual([...exceptions.keys()]);
  });

  test('each exception has a reason', () => {
    for (const [line, reason] of exceptions) expect(reason, `${line}`).toMatch(/^[A-Z].+\.$/);
  });

  test('they are counted: 156 determine, 30 are partly open', () => {
    expect(linesOf('determining')).toHaveLength(156);
    expect(linesOf('partly open')).toHaveLength(30);
  });
});

describe('the page', () => {
  test('has a row for each line that says something', () => {
    const rows = [...coveragePage(plan).matchAll(/^\| (\d+) \|/gm)].map(([, line]) => Number(line));
    const said = [...linesOf('determining'), ...linesOf('partly open')];
    expect(rows).toEqual(expect.arrayContaining(said));
    expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => a - b));
  });

  test('names clauses and reasons in their line', () => {
    const page = coveragePage(plan);
    expect(page).toMatch(/^\| 252 \| determining \| .*`4\.10\/conflict-on-mismatch`/m);
    expect(page).toMatch(/^\| 170 \| determining; The type of unionParameter is not shown/m);
  });
});

import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { coveragePage, rowNames } from '../../../config/pages/coverage-page.ts';
import { counted, exceptions, rows, type RowName } from '../../../contract/rows.ts';

const clauses = plan.sections.flatMap((section) => section.clauses);
const ofKind = (kind: 'determining' | 'partly open'): readonly RowName[] =>
  rowNames().filter((name) => rows[name].kind === kind);

/** Rows on which no clause of these levels rests. */
function bare(names: readonly RowName[], levels: readonly string[]): readonly RowName[] {
  const resting = clauses.filter(({ level }) => levels.includes(level));
  return names.filter((name) => !resting.some((clause) => clause.rows.includes(name)));
}

describe('the rows of the contract', () => {
  test('are each on a line of their own', () => {
    const lines = rowNames().map((name) => rows[name].line);
    expect(lines).toEqual([...new Set(lines)]);
  });

  test('each clause rests on rows, in the order of the text and once each', () => {
    for (const { id, rows: named } of clauses) {
      expect(named.length, id).toBeGreaterThan(0);
      const inOrder = [...new Set(named)].toSorted((a, b) => rows[a].line - rows[b].line);
      expect(named, id).toEqual(inOrder);
    }
  });

  test('a MUST or a SHOULD rests on each determining row, and some clause on each partly open row', () => {
    const uncovered = [
      ...bare(ofKind('determining'), ['MUST', 'SHOULD']),
      ...bare(ofKind('partly open'), ['MUST', 'SHOULD', 'OPEN']),
    ];
    expect(uncovered).toEqual(Object.keys(exceptions));
  });

  test('each exception has a reason', () => {
    for (const [name, reason] of Object.entries(exceptions)) expect(reason, name).toMatch(/^[A-Z].+\.$/);
  });

  test('their number equals the number counted in the text', () => {
    const numbers = {
      determining: ofKind('determining').length,
      'partly open': ofKind('partly open').length,
    };
    expect(numbers).toEqual(counted);
  });
});

describe('the page', () => {
  test('has each row once, in the order of the text', () => {
    const named = [...coveragePage(plan).matchAll(/^\| `(\S+)` \| (\d+) \|/gm)].map(([, name]) => name);
    expect(named).toEqual(rowNames());
  });

  test('names at most three faults in a row, and how many more there are', () => {
    const shown = coveragePage(plan)
      .split('\n')
      .flatMap((line) => / \| ([^|]*→[^|]*) \|$/.exec(line)?.[1] ?? []);
    expect(shown.length).toBeGreaterThan(150);
    expect(shown.filter((cell) => cell.split('→').length > 4)).toEqual([]);
    expect(shown.some((cell) => /, \d+ more$/.test(cell))).toBe(true);
  });

  test('names clauses, reasons and faults in their row', () => {
    const page = coveragePage(plan);
    expect(page).toMatch(/^\| `4\.10\/version` \| 252 \| determining \| .*`4\.10\/conflict-on-mismatch`/m);
    expect(page).toMatch(
      /^\| `4\.9\/path` .* \| `complex-path-fails-on-digits-in-its-path` → `4\.9\/plain-values/m,
    );
    expect(page).toMatch(
      /^\| `Service\/create` .* \| in other words: `create-not-supported` → `4\.6\/route-/m,
    );
    expect(page).toMatch(/^\| `4\.1\/unionParameter` \| 170 \| determining; The type of unionParameter/m);
  });
});

import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { changesAsText } from '../../../reporters/trace/changes-as-text.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { changedLines, editionOf, isEdition, linesOf } from '../../../reporters/trace/edition.ts';
import { traceAsJson } from '../../../reporters/trace/trace-as-json.ts';
import { traceAsMarkdown } from '../../../reporters/trace/trace-as-markdown.ts';
import { traceAsPage } from '../../../reporters/trace/trace-as-page.ts';
import { traceAsText } from '../../../reporters/trace/trace-as-text.ts';
import { selected, traced, type TraceSelection } from '../../../reporters/trace/traced-contract.ts';
import { isVisible } from '../../../reporters/visible.ts';
import { createPaint } from '../../../reporters/text/paint.ts';
import { commandsTakenFrom, logCommands } from '../../support/hostile/log-commands.ts';
import { because, entry, finding, judgement, reportInput } from '../../support/matrix-fixture.ts';

/** An invented contract of the same shape. */
const text = `# Library of lamps

## Lamps

### 1 GET /lamps

- Scope: \`see\`.
- Response: not shown.

| Field | Type |
|---|---|
| watts | integer |
| name | string <script>alert(1)</script> |

## Errors

Errors are JSON.
`;
const lines = linesOf(text);
const place = (part: string): { line: number } => ({
  line: lines.findIndex((one) => one.includes(part)) + 1,
});
const rows = {
  '1/operation': place('### 1'),
  '1/scope': place('- Scope'),
  '1/response': place('- Response'),
  '1/watts': place('watts'),
  '1/name': place('name'),
  'Errors/1': place('Errors are'),
};

const { report } = buildReport(
  reportInput([
    [entry('1/route', 'MUST', { rows: ['1/operation'] }), judgement('pass')],
    [entry('1/refused', 'MUST', { rows: ['1/operation', '1/scope'] }), judgement('inconclusive', because('flaky', 'not every time'))],
    [entry('1/watts', 'MUST', { rows: ['1/watts'] }), judgement('fail', { findings: [{ ...finding, expected: 'an integer', got: 'a text' }] })],
    [entry('1/watts-again', 'MUST', { rows: ['1/watts'] }), judgement('pass')],
    [entry('1/name', 'MUST', { rows: ['1/name'] }), judgement('pass')],
    [entry('1/response', 'OPEN', { rows: ['1/response'] }), judgement('observed', { observed: { status: 200 } })],
    [entry('Errors/json', 'SHOULD', { rows: ['Errors/1'] }), judgement('warn', { findings: [finding] })],
    [entry('Errors/away', 'MUST', { rows: ['Errors/1'] }), judgement('not-applicable', because('out-of-scope', 'left out'))],
  ]),
); // prettier-ignore

const whole = traced(lines, rows, { clauses: report.clauses, report });
const numbers = (selection: TraceSelection): readonly number[] | undefined =>
  selected(whole, selection)?.map(({ number }) => number);
const asText = (): string => traceAsText(whole, whole.lines, { columns: 80, paint: createPaint(false) });

describe('a line of the contract', () => {
  test.each([
    ['1/operation', 'open', 1, 2],
    ['1/scope', 'open', 0, 1],
    ['1/watts', 'fail', 1, 2],
    ['1/name', 'pass', 1, 1],
    ['Errors/1', 'away', 0, 0],
  ])('has the worst of the MUST that rest on it: %s', (row, mark, pass, of) => {
    expect(whole.lines.find((line) => line.row === row)).toMatchObject({ mark, pass, of });
  });

  test('shows a choice once, if the contract leaves it open', () => {
    const open = { ...rows, '1/response': { ...rows['1/response'], kind: 'partly open' } } as const;
    const both = report.clauses.map((clause) =>
      clause.id === '1/response' ? { ...clause, rows: ['1/scope', '1/response'] } : clause,
    );
    const told = traced(lines, open, { clauses: both }).lines.filter(({ here }) => here.length > 0);
    expect(told.map(({ row }) => row)).toEqual(['1/response']);
  });

  test('has no mark if no MUST rests on it, and names its open points', () => {
    const line = whole.lines.find(({ row }) => row === '1/response');
    expect(line?.mark).toBeUndefined();
    expect(line?.here).toEqual([{ id: '1/response', text: 'status: 200' }]);
  });

  test('is chosen by its row, by its section with the heading, or by its open points', () => {
    expect(numbers({ row: '1/watts' })).toEqual([rows['1/watts'].line]);
    expect(numbers({ section: '1' })).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(numbers({ section: 'Errors' })).toEqual([15, 16, 17]);
    expect(numbers({ open: true })).toEqual([rows['1/response'].line]);
    expect(numbers({ trouble: true })).toEqual([5, 7, 12, 17]);
    expect(numbers({ row: '1/refused' })).toEqual([5, 7]);
    expect(numbers({ row: '1/nothing' })).toBeUndefined();
    expect(numbers({ section: '2' })).toBeUndefined();
  });
});

describe('the text', () => {
  test('has each line once, unchanged, after its mark', () => {
    const told = asText().split('\n');
    for (const [at, line] of lines.entries()) {
      const number = String(at + 1).padStart(15);
      const found = told.filter(
        (one) => one.slice(11, 15) === number.slice(11) && !one.startsWith(' '.repeat(15)),
      );
      expect(found.map((one) => one.slice(16))).toEqual([line]);
    }
  });

  test('lists, below a line, clauses that did not pass and observed choices', () => {
    const told = asText();
    expect(told).toContain('FAIL 1/2     12 | watts | integer |\n                FAIL 1/watts: expected an integer, got a text\n');
    expect(told).toContain('= here: status: 200  (1/response)\n');
    expect(told).toContain('n/a!');
    expect(told).toContain('violated:    line 12\nnot decided: line 5, 7\n');
    expect(told.match(/not every time/g)).toHaveLength(1);
    expect(told).toContain('? 1/refused: see line 5\n');
  }); // prettier-ignore

  test('the text without a run says how many clauses rest on each line', () => {
    const unjudged = traced(lines, rows, { clauses: report.clauses });
    const told = traceAsText(unjudged, unjudged.lines, { columns: 80, paint: createPaint(false) });
    expect(told).toMatch(/^2 MUST +5 ### 1 GET \/lamps$/m);
    expect(told).not.toContain('FAIL');
  });
});

describe('other renderings', () => {
  test('the page has tables, an anchor for each row and links to the page of the run, and runs no script', () => {
    const page = traceAsPage(whole, whole.lines, 'conformance.html');
    expect(page).toContain('id="1/watts"');
    expect(page.match(/<table/g)).toHaveLength(1);
    expect(page).toContain('<a href="conformance.html#c-1_watts">1/watts</a>');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/<script/);
  });

  test('the verdict has the colour that it has on the page of the run', () => {
    const headOf = (page: string) => /<header class="[^"]*"/.exec(page)?.[0];
    expect(whole.report?.verdict).toBe('NON-CONFORMANT');
    expect(headOf(traceAsPage(whole, whole.lines))).toBe('<header class="mast f"');
    expect(whole.report && headOf(asPage(whole.report))).toBe('<header class="mast f"');
  });

  test('the Markdown has a row for each line with a clause', () => {
    const told = traceAsMarkdown(whole, whole.lines);
    expect(told).toMatch(/\| 12 \| .*watts.* \| fail 1\/2 \|/);
    expect(told).toContain('here: status: 200');
  });

  test('the JSON has each line once', () => {
    const told = JSON.parse(traceAsJson(whole, whole.lines)) as { lines: { number: number; text: string }[] };
    expect(told.lines.map((line) => line.text)).toEqual(lines);
    expect(told.lines.map(({ number }) => number)).toEqual(lines.map((_, at) => at + 1));
  });

  test.each(Object.entries(logCommands))('the JSON steers no reader: %s', (_, command) => {
    const hostile = whole.lines.map((line) => ({ ...line, text: `\u202e${command}\u001b[2J` }));
    const told = traceAsJson(whole, hostile);
    expect(commandsTakenFrom(told)).toEqual([]);
    expect(told.split('\n').every(isVisible)).toBe(true);
    expect((JSON.parse(told) as { lines: { text: string }[] }).lines[0]?.text).toBe(
      `\u202e${command}\u001b[2J`,
    );
  });
});

describe('an edition', () => {
  const edition = editionOf(text);

  test('is the same with any line ends, and differs from other texts', () => {
    expect(isEdition(edition, text.replaceAll('\n', '\r\n'))).toBe(true);
    expect(isEdition(edition, text.trimEnd())).toBe(true);
    expect(isEdition(edition, text.replace('watts', 'volts'))).toBe(false);
    expect(JSON.stringify(edition)).not.toContain('watts');
  });

  test('differs from another edition in lines, each with the clauses that rest on it', () => {
    const other = text.replace('| watts | integer |', '| watts | float |').replace('## Errors\n', '## Errors\n\nNew.\n');
    const changed = changedLines(edition.lines, editionOf(other).lines);
    expect(changed).toEqual({ removed: [12], added: [12, 17, 18] });
    const clauses: Report['clauses'] = report.clauses;
    const told = changesAsText({ changed, rows, clauses, now: linesOf(other) }, 80);
    expect(told).toContain('-   12  (1/watts)\n        rest on it: 1/watts, 1/watts-again\n');
    expect(told).toContain('+   12  | watts | float |\n');
    expect(told).toContain('1 line gone or changed, 3 lines new; 2 clauses rest on lines that are gone\n');
  }); // prettier-ignore

  test.each([
    ['nothing', 'a b c', 'a b c', [], []],
    ['all', 'a b', 'c d e', [1, 2], [1, 2, 3]],
    ['what moved', 'a b c', 'b c a', [1], [3]],
    ['the beginning', '', 'a', [1], [1]],
  ])('distinguishes two texts: %s', (_what, one, other, removed, added) => {
    expect(changedLines(one.split(' '), other.split(' '))).toEqual({ removed, added });
  });
});

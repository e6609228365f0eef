import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { asText } from '../../../reporters/as-text.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { comparedAsMarkdown } from '../../../reporters/compare/compared-as-markdown.ts';
import { comparedAsPage } from '../../../reporters/compare/compared-as-page.ts';
import { comparedAsText } from '../../../reporters/compare/compared-as-text.ts';
import { comparedView } from '../../../reporters/compare/compared-view.ts';
import { asInertWords } from '../../../reporters/ci/log-commands.ts';
import { renderings } from '../../../reporters/renderings.ts';
import { curlLine } from '../../../reporters/replay.ts';
import { readingOfAnswers } from '../../../reporters/reproduce/reading-of-answers.ts';
import { word } from '../../../reporters/reproduce/shell-text.ts';
import { carried, uncarried } from '../../../reporters/run-facts.ts';
import { visible, visibleJson, visibleLines } from '../../../reporters/visible.ts';
import { commandsTakenFrom, logCommands } from '../../support/hostile/log-commands.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';
import { processorMs } from '../../support/processor-time.ts';

const rows = Object.entries(logCommands);
const plain = rows.filter(([, text]) => !text.includes('\u001b'));

/** As a shell gives the words to the command. */
function asShell(words: string): string {
  return execFileSync('sh', ['-c', `printf '%s' ${words}`], { encoding: 'utf8' });
}

describe('a text on display contains no command of a build service', () => {
  test.each(rows)('%s, at any place', (_, text) => {
    expect(commandsTakenFrom(text)).not.toEqual([]);
    for (const around of [text, `"${text}"`, `${'w'.repeat(90)} ${text}`, `${text} ${text}`, `a ${text}`]) {
      expect(commandsTakenFrom(visible(around, 1_000))).toEqual([]);
      expect(commandsTakenFrom(visibleLines(`one\n${around}\ntwo`))).toEqual([]);
    }
  });

  test.each(plain)('%s, and shows its place', (_, text) => {
    const shown = visible(text);
    expect(shown).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(`"${shown.replaceAll('"', '\\"')}"`)).toBe(text);
  });

  test('addresses stay unchanged', () => {
    for (const text of ['http://[::1]:8080/a', 'http://[2001:db8::ff]/', 'connect ECONNREFUSED ::1:3000', '# a', 'a:b', '-- a', 'a---b'])
      expect(visible(text)).toBe(text);
  }); // prettier-ignore

  test('long texts cost no extra time', () => {
    const json = (length: number): string =>
      JSON.stringify([':'.repeat(length), '#'.repeat(length), '-'.repeat(length)]);
    const [long, parts] = [json(100_000), Array.from({ length: 100 }, () => json(1_000))];
    // Other threads are busy sometimes: the best of some. Were it by the square, it would be a hundred times as long.
    const best = (work: () => void): number =>
      Math.min(...Array.from({ length: 5 }, () => processorMs(work)));
    const ofParts = best(() => parts.forEach((part) => visibleJson(part)));
    expect(best(() => visibleJson(long))).toBeLessThan(20 * ofParts);
  });
});

describe('a text that is read back equals the text that was sent', () => {
  test.each(rows)('%s in JSON', (_, text) => {
    const value = { [text]: [text, `\\${text}`, `\\\\${text}`, { a: text }] };
    const shown = visibleJson(JSON.stringify(value, null, 2));
    expect(commandsTakenFrom(shown)).toEqual([]);
    expect(JSON.parse(shown)).toEqual(value);
    expect(uncarried(carried(value))).toEqual(value);
    expect(commandsTakenFrom(JSON.stringify(carried(value)))).toEqual([]);
  });

  test.each(plain)('%s as a word of a shell', (_, text) => {
    for (const sent of [text, `it's ${text}`, `#'#${text}'`, `${text}\n${text}`]) {
      expect(asShell(word(sent))).toBe(sent);
      expect(commandsTakenFrom(word(sent))).toEqual([]);
    }
  });

  test.each(plain)('%s in the command line of a finding', (_, text) => {
    const curl = `curl -sS -i 'http://a.example/${text}' -H a::b::c`;
    const line = curlLine({ ...finding, curl }) ?? '';
    expect(commandsTakenFrom(line)).toEqual([]);
    expect(asShell(line)).toBe(asShell(curl));
    expect(asInertWords('curl -sS http://[::1]:80/')).toBe('curl -sS http://[::1]:80/');
  });
});

test.each(plain.filter(([, text]) => /^[#:]|_/.test(text)))('a running script prints no command: %s', (_, text) => {
  const shown = execFileSync('sh', ['-c', `${readingOfAnswers}\nshown "$1"`, 'sh', `5 ${text}`], { encoding: 'utf8' });
  expect(commandsTakenFrom(shown)).toEqual([]);
  expect(JSON.parse(`"${shown.trimEnd()}"`)).toBe(`5 ${text}`);
}); // prettier-ignore

/** A report in which every text that a server, a file or an operator can have a say in holds the same one. */
function reportHolding(text: string): Report {
  const wounded = {
    ...finding,
    expected: text,
    got: text,
    counterexample: { [text]: text },
    curl: `curl -sS 'http://a.example/${text.replaceAll("'", '')}'`,
  };
  const { report } = buildReport(
    reportInput(
      [
        [entry('4.10/conflict'), judgement('fail', { findings: [wounded] })],
        [entry('4.10/odd', 'SHOULD'), judgement('warn', { findings: [wounded] })],
        [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { [text]: text } })],
        [entry('4.2/read'), judgement('inconclusive', because('flaky', text))],
        [entry('4.3/read'), judgement('not-tested', because('no-token', text, text))],
        [entry('4.5/read'), judgement('error', { reason: { code: 'stopped', text } })],
      ],
      {
        record: {
          ...record,
          leftovers: [{ id: text, created: text, why: text }],
          aborted: { cause: 'unreachable', text },
        },
      },
    ),
  );
  // A report that was read from a file may hold it anywhere.
  const clauses = report.clauses.map((clause) => ({
    ...clause,
    section: text,
    source: text,
    statement: text,
  }));
  return { ...report, clauses, reasons: [text, ...report.reasons] };
}

describe.each(rows)('a report that holds %s', (_, text) => {
  const report = reportHolding(text);

  test.each(renderings.map(({ name, render }) => [name, render] as const))('is harmless as %s', (name, render) => {
    const shown = render(report);
    expect(commandsTakenFrom(shown, name === 'github' ? 'annotations' : undefined)).toEqual([]);
  }); // prettier-ignore

  test.each([24, 40, 80, 200])('is harmless in a terminal of %i columns', (columns) => {
    const shown = asText(report, { columns, color: false, matrix: true, open: true });
    expect(commandsTakenFrom(shown)).toEqual([]);
  });

  test('shows the text readably, and keeps it unchanged in JSON', () => {
    const shown = asText(report, { columns: 400, color: false, matrix: true, open: true });
    expect(shown).toContain(`got           ${visible(text)}`);
    expect(JSON.parse(asJson(report))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  test('is harmless beside another report', () => {
    const view = comparedView([reportHolding('nothing'), report], true);
    for (const shown of [comparedAsText(view, 80), comparedAsMarkdown(view), comparedAsPage(view)])
      expect(commandsTakenFrom(shown)).toEqual([]);
  });
});

import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RegisterEntry, Report, ReportedClause } from '../../clause/report.ts';
import { rows } from '../../contract/rows.ts';
import { ConfigurationError, quoted, refusal } from '../../config/input/configuration-error.ts';
import { didYouMean } from '../../config/input/did-you-mean.ts';
import { readReportFile } from '../../config/input/report-file.ts';
import { readTextFile, reasonOf } from '../../config/input/text-file.ts';
import { contractEdition } from '../../config/packaging/package-folder.ts';
import { registerOf } from '../../config/register/register.ts';
import { absolute } from '../../config/settings/sources.ts';
import { asPage } from '../../reporters/page/as-page.ts';
import { say } from '../start/say.ts';
import { createPaint } from '../../reporters/text/paint.ts';
import { changesAsText } from '../../reporters/trace/changes-as-text.ts';
import { changedLines, editionOf, isEdition, linesOf } from '../../reporters/trace/edition.ts';
import { traceAsJson } from '../../reporters/trace/trace-as-json.ts';
import { traceAsMarkdown } from '../../reporters/trace/trace-as-markdown.ts';
import { traceAsPage } from '../../reporters/trace/trace-as-page.ts';
import { traceAsText } from '../../reporters/trace/trace-as-text.ts';
import {
  selected,
  traced,
  type TracedContract,
  type TracedLine,
} from '../../reporters/trace/traced-contract.ts';
import { flagsOf, type Command } from '../help.ts';
import { oneWord } from '../start/plain-arguments.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

const formats = {
  text: (whole: TracedContract, lines: readonly TracedLine[]) =>
    traceAsText(whole, lines, {
      columns: process.stdout.columns || 80,
      paint: createPaint(process.stdout.isTTY && !process.env['NO_COLOR']),
    }),
  markdown: traceAsMarkdown,
  html: (whole: TracedContract, lines: readonly TracedLine[]) => traceAsPage(whole, lines),
  json: traceAsJson,
};
const formatNames = Object.keys(formats) as (keyof typeof formats)[];
const mostLines = 5_000;
const pageName = 'contract.html';

const flags = flagsOf({
  '--format <name>': `${formatNames.join(', ')} (default: text)`,
  '--row <name>': 'Only the line of a row (4.10/version), or the lines of a clause',
  '--section <part>': 'Only that part of the text: 4.10, Errors',
  '--open': 'Only the open points of the contract, with the choices of this server',
  '--trouble': 'Only lines that are not fully passed',
  '--write': `Write the page as ${pageName} beside the report, and link the two pages`,
});

/** Lays the verdicts of a run over the text of the contract, which is the reader's own file. */
export const traceCommand: Command = {
  name: 'trace',
  operands: '<contract.txt> [<conformance.json>] | <contract.txt> <other-edition.txt>',
  about:
    'Print the contract line by line with the results of a run, or with the changes in another edition; sends nothing',
  flags,
  settings: false,
  exitCodes:
    'Exit codes: 0 printed; 2 usage, a file that is not a report, or a text of another edition (its changed lines are printed).',
  run: async ({ own, positionals }, { cwd }) => {
    const [contract, other, ...more] = positionals.map((path) => absolute(cwd, path));
    if (contract === undefined || more.length > 0) throw misused(positionals.length);
    const text = bounded(textOf(contract));
    const { plan } = await import('../../config/plan.ts');
    const register = registerOf(plan.sections, {});
    const before = editionLines(text, register);
    if (before === undefined) return;
    const beside = other === undefined ? undefined : textOf(other);
    if (beside !== undefined && !beside.trimStart().startsWith('{'))
      return printChanges(before, beside, register);
    const report = other === undefined ? undefined : withRows(readReportFile(other), register);
    const clauses = report?.clauses ?? register.map(unjudged);
    const whole = traced(before, rows, report === undefined ? { clauses } : { clauses, report });
    const lines = linesWanted(whole, own);
    if (own['write'] !== undefined) return writePages(whole, other);
    const render = formats[oneWord('--format', formatNames, own['format'] ?? 'text', 'html')];
    process.stdout.write(render(whole, lines));
  },
};

/** The lines of a text of the known edition; for any other edition, prints the changes. */
function editionLines(text: string, register: readonly RegisterEntry[]): readonly string[] | undefined {
  const edition = contractEdition();
  const now = linesOf(text);
  if (isEdition(edition, text)) return now;
  const changed = changedLines(edition.lines, editionOf(text).lines);
  process.stdout.write(
    changesAsText({ changed, rows, clauses: register, now }, process.stdout.columns || 80),
  );
  process.stderr.write(
    `resource-conformance: the text is not the edition that the suite was written for (sha256 ${edition.sha256})\n`,
  );
  process.exitCode = 2;
  return undefined;
}

function printChanges(before: readonly string[], text: string, clauses: readonly RegisterEntry[]): void {
  const now = linesOf(bounded(text));
  const changed = changedLines(before, now);
  process.stdout.write(changesAsText({ changed, rows, clauses, before, now }, process.stdout.columns || 80));
}

/** Counts the lines before any other work on them: a text may have a million lines. */
function bounded(text: string): string {
  if (linesOf(text, mostLines + 2).length <= mostLines) return text;
  const expected = `an edition of the contract, of at most ${mostLines}`;
  throw refusal(
    'trace',
    `a text of more than ${mostLines} lines`,
    expected,
    'Name the text of the contract.',
  );
}

function linesWanted(
  whole: TracedContract,
  own: Readonly<Record<string, string | undefined>>,
): readonly TracedLine[] {
  const { row, section } = own;
  const lines = selected(whole, {
    row,
    section,
    open: own['open'] !== undefined,
    trouble: own['trouble'] !== undefined,
  });
  if (lines !== undefined) return lines;
  const names = Object.keys(rows);
  const parts = [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/'))))];
  throw row === undefined ? unknown('--section', section, parts) : unknown('--row', row, names);
}

function unknown(flag: string, given: string | undefined, names: readonly string[]): ConfigurationError {
  const expected = flag === '--row' ? 'a row of the contract, or a clause' : 'a part of the contract';
  const otherwise = `For example: ${flag} ${names.at(-1) ?? ''}`;
  return refusal(flag, quoted(given), expected, didYouMean(given ?? '', names, otherwise));
}

function writePages(whole: TracedContract, file: string | undefined): void {
  if (file === undefined || whole.report === undefined)
    throw new ConfigurationError({
      setting: '--write',
      found: 'no report',
      expected: 'a report beside which the page is written',
      remedy: `For example: ${commandLine('trace', 'contract.txt', 'reports/conformance.json', '--write')}`,
    });
  const folder = dirname(file);
  const page = `${basename(file, '.json')}.html`;
  const written: readonly (readonly [string, string])[] = [
    [pageName, traceAsPage(whole, whole.lines, page)],
    [page, asPage(whole.report, { contractPage: pageName })],
  ];
  for (const [name, text] of written) {
    const path = join(folder, name);
    try {
      writeFileSync(path, text);
    } catch (error) {
      throw new ConfigurationError({
        setting: '--write',
        found: `${quoted(path)}, which ${reasonOf(error)}`,
        expected: 'a folder to write to',
        remedy: 'Copy the report to another folder, and name the copy.',
      });
    }
    say(path, 4_000);
  }
}

/** Reports of earlier versions do not name the rows of a clause. */
function withRows(report: Report, register: readonly RegisterEntry[]): Report {
  const known = new Map(register.map(({ id, rows: named }) => [id, named]));
  return {
    ...report,
    clauses: report.clauses.map((clause) => {
      const named = clause.rows ?? known.get(clause.id);
      return named === undefined ? clause : { ...clause, rows: named };
    }),
  };
}

function unjudged({ rows: named = [], limits = [], ...entry }: RegisterEntry): ReportedClause {
  return {
    ...entry,
    rows: named,
    limits,
    verdict: 'not-tested',
    reason: { code: 'not-selected', text: 'no run was named' },
    premise: 0,
    checks: 0,
    suspect: false,
    source: '',
    findings: [],
  };
}

function textOf(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw new ConfigurationError({
      setting: quoted(path),
      found: existsSync(path) ? `a file that ${reasonOf(error)}` : 'no such file',
      expected: 'the text of the contract, or the conformance.json of a run',
      remedy: 'The suite does not contain the text: name your own copy.',
    });
  }
}

function misused(count: number): ConfigurationError {
  return new ConfigurationError({
    setting: 'trace',
    found: `${count} files`,
    expected: 'the text of the contract, and a report or another edition',
    remedy: `For example: ${commandLine('trace', 'contract.txt', 'reports/conformance.json')}`,
  });
}

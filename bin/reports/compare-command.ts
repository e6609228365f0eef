import { gotWorse } from '../../clause/compare/compare-reports.ts';
import { differenceOf } from '../../clause/compare/side-by-side.ts';
import { readReportFile } from '../../config/input/report-file.ts';
import { absolute } from '../../config/settings/sources.ts';
import { comparedAsMarkdown } from '../../reporters/compare/compared-as-markdown.ts';
import { comparedAsPage } from '../../reporters/compare/compared-as-page.ts';
import { comparedAsText } from '../../reporters/compare/compared-as-text.ts';
import { comparedView, type ComparedView } from '../../reporters/compare/compared-view.ts';
import { flagsOf, type Command } from '../help.ts';
import { oneWord } from '../start/plain-arguments.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';
import { refusal } from '../../config/input/configuration-error.ts';

const formats = {
  text: (view: ComparedView) => comparedAsText(view, process.stdout.columns || 80),
  markdown: comparedAsMarkdown,
  html: comparedAsPage,
};
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

const flags = flagsOf({
  '--format <name>': `How to print it: ${formatNames.join(', ')} (default: text)`,
  '--all': 'Include clauses that are the same everywhere',
});

/** Compares the reports of runs that have ended: two as a difference, more side by side. */
export const compareCommand: Command = {
  name: 'compare',
  operands: '<a.json> <b.json> …',
  about: 'Compare reports: changes from the first to the second, or several implementations side by side',
  flags,
  settings: false,
  exitCodes:
    'Exit codes: 0 nothing got worse from the first of two to the second, or several were compared side by side; 1 something got worse; 2 usage, or a file that is not a report.',
  run: async ({ own, positionals }, { cwd }) => {
    const example = commandLine('compare', 'last-week.json', 'reports/conformance.json');
    if (positionals.length < 2)
      throw refusal('compare', `${positionals.length} reports`, 'two or more', `For example: ${example}`);
    const print = formats[oneWord('--format', formatNames, own['format'] ?? 'text', 'html')];
    const reports = positionals.map((path) => readReportFile(absolute(cwd, path)));
    process.stdout.write(print(comparedView(reports, own['all'] !== undefined)));
    const [before, now, ...others] = reports;
    if (before === undefined || now === undefined || others.length > 0) return;
    process.exitCode = gotWorse(differenceOf(before, now)) === undefined ? 0 : 1;
  },
};

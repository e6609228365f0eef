import { gotWorse } from '../../clause/compare/compare-reports.ts';
import { differenceOf } from '../../clause/compare/side-by-side.ts';
import { ConfigurationError, quoted } from '../../config/input/configuration-error.ts';
import { didYouMean } from '../../config/input/did-you-mean.ts';
import { readReportFile } from '../../config/input/report-file.ts';
import { parseArguments } from '../../config/settings/arguments.ts';
import { absolute } from '../../config/settings/sources.ts';
import { comparedAsMarkdown } from '../../reporters/compare/compared-as-markdown.ts';
import { comparedAsPage } from '../../reporters/compare/compared-as-page.ts';
import { comparedAsText } from '../../reporters/compare/compared-as-text.ts';
import { comparedView, type ComparedView } from '../../reporters/compare/compared-view.ts';
import type { Command, DescribedFlag } from '../help.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

const formats: ReadonlyMap<string, (view: ComparedView) => string> = new Map(
  Object.entries({
    text: (view) => comparedAsText(view, process.stdout.columns || 80),
    markdown: comparedAsMarkdown,
    html: comparedAsPage,
  }),
);

const flags: readonly DescribedFlag[] = [
  { name: 'help', short: 'h', takesValue: false, about: 'Print this help and exit' },
  {
    name: 'format',
    takesValue: true,
    value: 'name',
    about: `How to print it: ${[...formats.keys()].join(', ')} (default: text)`,
  },
  { name: 'all', takesValue: false, about: 'Include clauses that are the same everywhere' },
];

/** Compares the reports of runs that have ended: two as a difference, more side by side. */
export const compareCommand: Command = {
  name: 'compare',
  operands: '<a.json> <b.json> …',
  about: 'Compare reports: changes from the first to the second, or several implementations side by side',
  flags,
  settings: false,
  exitCodes:
    'Exit codes: 0 nothing got worse from the first of two to the second, or several were compared side by side; 1 something got worse; 2 usage, or a file that is not a report.',
  run: async (argv, { cwd }) => {
    const { own, positionals } = parseArguments(argv, flags);
    if (positionals.length < 2)
      throw new ConfigurationError({
        setting: 'compare',
        found: `${positionals.length} reports`,
        expected: 'two or more',
        remedy: `For example: ${commandLine('compare', 'last-week.json', 'reports/conformance.json')}`,
      });
    const print = formatOf(own['format'] ?? 'text');
    const reports = positionals.map((path) => readReportFile(absolute(cwd, path)));
    process.stdout.write(print(comparedView(reports, own['all'] !== undefined)));
    const [before, now, ...others] = reports;
    if (before === undefined || now === undefined || others.length > 0) return;
    process.exitCode = gotWorse(differenceOf(before, now)) === undefined ? 0 : 1;
  },
};

function formatOf(name: string): (view: ComparedView) => string {
  const print = formats.get(name);
  if (print !== undefined) return print;
  throw new ConfigurationError({
    setting: '--format',
    found: quoted(name),
    expected: `one of ${[...formats.keys()].join(', ')}`,
    remedy: didYouMean(name, formats.keys(), 'For example: --format html'),
  });
}

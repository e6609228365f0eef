import { basename, dirname, relative } from 'node:path';
import { readReportFile } from '../../config/input/report-file.ts';
import { absolute } from '../../config/settings/sources.ts';
import { chosenRenderings, checkReportFolder } from '../../config/settings/report-folder.ts';
import { printedText, renderingNames } from '../../reporters/renderings.ts';
import { oneOperand } from '../start/plain-arguments.ts';
import { say } from '../start/say.ts';
import { writeReport } from '../../reporters/files/write-report.ts';
import { flagsOf, type Command } from '../help.ts';

const flags = flagsOf({
  '--format <names>': `Renderings to write, comma-separated: ${renderingNames.join(', ')} (default: markdown)`,
  '--report-dir <folder>': 'Where to write them (default: the folder of the report)',
});

/** Writes renderings of a run that has ended, from its report alone. */
export const reportCommand: Command = {
  name: 'report',
  operands: '<conformance.json>',
  about: 'Write renderings of an earlier run from its conformance.json; sends nothing',
  flags,
  settings: false,
  exitCodes: 'Exit codes: 0 written; 2 usage, or a file that is not a report.',
  run: async (line, { cwd }) => {
    const { own } = line;
    const file = oneOperand('report', line, 'reports/conformance.json --format junit');
    const path = absolute(cwd, file);
    const reports = chosenRenderings('--format', own['format'] ?? 'markdown');
    const report = readReportFile(path);
    const named = own['report-dir'];
    const folder = named === undefined ? dirname(path) : absolute(cwd, named);
    checkReportFolder(folder, '--report-dir');
    const name = basename(path).replace(/\.json$/, '');
    // If a requested rendering is only printed, the user reads it here.
    process.stdout.write(printedText(report, reports, () => true));
    for (const written of writeReport(report, { folder, name, reports })) say(shortest(cwd, written), 4_000);
  },
};

function shortest(cwd: string, file: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') ? file : path;
}

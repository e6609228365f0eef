import { defined } from '../../clause/defined.ts';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { hasJudged, hasSelectedNone, wasSelected } from '../headline.ts';
import { renderings } from '../renderings.ts';
import { writeReport, type Destination } from './write-report.ts';

/** Names of the files of a run, without endings: of all clauses, and of a selection. */
export const reportNames = { full: 'conformance', selected: 'conformance.selected' } as const;

/** The last report of all clauses, once a newer report of the same target has replaced it. */
const previous = 'conformance.previous.json';

/** The tape of the reported run, beside the report. */
export function tapeBeside(name: string): string {
  return `${name}.tape.jsonl.gz`;
}

/** Where that tape is after another tape has replaced it. */
export function tapeBefore(name: string): string {
  return `${name}.tape.before.jsonl.gz`;
}

/** The folder of the scripts beside a report. */
export function scriptFolder(name: string): string {
  return name.replace('conformance', 'reproduce');
}

/** The report that is in the folder when a run has ended. */
interface Standing {
  /** Whether the run has written it; if not, it is an earlier report. */
  readonly isWritten: boolean;
  readonly name: string;
}

/**
 * Replaces the last report of that name with all its renderings; an earlier report of all clauses on the same target
 * stays as `conformance.previous.json`. A report without judgements never replaces a report with judgements.
 * @throws errors of the file system; the last report then stays, unless the new JSON could be written
 */
export function replaceReport(
  report: Report,
  destination: Destination & { readonly name: string; readonly tape?: string | undefined },
): Standing {
  const { folder, name, reports, stepSummary } = destination;
  const file = join(folder, `${name}.json`);
  const before = readReport(file);
  const kept = hasSelectedNone(report)
    ? [name, ...Object.values(reportNames)].find((one) => existsSync(join(folder, `${one}.json`)))
    : !hasJudged(report) && existsSync(file) && (before === undefined || hasJudged(before))
      ? name
      : undefined;
  if (kept !== undefined) {
    // The reader of this build step wants to see this run all the same.
    writeReport(report, { folder, reports: [], ...defined({ stepSummary }) });
    return { isWritten: false, name: kept };
  }
  writeReport(report, { ...destination, reports: ['json', ...reports] }, (files) => {
    if (!files.includes(file)) {
      if (before !== undefined) throw new Error(`${file} cannot be replaced`);
      return;
    }
    if (name === reportNames.full && before !== undefined && isWorthKeeping(before, report))
      renameSync(file, join(folder, previous));
    removeBut(files, folder, name);
    // A tape beside a report has to be of the same run.
    const tape = join(folder, tapeBeside(name));
    if (destination.tape !== tapeBeside(name) && existsSync(tape))
      renameSync(tape, join(folder, tapeBefore(name)));
  });
  return { isWritten: true, name };
}

/** The most octets of an earlier report that is read. */
const mostOctets = 64 * 1_024 * 1_024;

/** A report of an earlier run, maybe of another version, with at least the members that are read here. */
type Earlier = Pick<Report, 'clauses' | 'run'> & Partial<Pick<Report, 'target'>>;

function readReport(file: string): Earlier | undefined {
  try {
    // A pipe may never end, and reports of the suite are smaller.
    const found = statSync(file);
    if (!found.isFile() || found.size > mostOctets) return undefined;
    const report = JSON.parse(readFileSync(file, 'utf8')) as Partial<Report> | null;
    const { clauses, run } = report ?? {};
    return Array.isArray(clauses) && run !== undefined ? { ...report, clauses, run } : undefined;
  } catch {
    return undefined;
  }
}

/** Earlier versions gave reports of a selection the same name as reports of all clauses. */
function isWorthKeeping(before: Earlier, { target: now }: Report): boolean {
  if (!hasJudged(before) || !before.clauses.every(wasSelected)) return false;
  const { embedded, baseUrl, projectKey } = before.target ?? {};
  // An embedded reference listens on another port each time.
  if (embedded === true || now.embedded) return embedded === now.embedded;
  return baseUrl === now.baseUrl && projectKey === now.projectKey;
}

/** Removes files of an earlier run under that name, unless the new run replaces them. */
function removeBut(files: readonly string[], folder: string, name: string): void {
  const scripts = join(folder, scriptFolder(name));
  const left = [
    ...renderings.flatMap(({ ending }) => (ending === undefined ? [] : [join(folder, `${name}.${ending}`)])),
    ...(existsSync(scripts) ? readdirSync(scripts) : [])
      .filter((script) => script.endsWith('.sh'))
      .map((script) => join(scripts, script)),
  ];
  for (const file of left) if (!files.includes(file)) rmSync(file, { force: true });
}

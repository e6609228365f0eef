import { defined } from '../../clause/defined.ts';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { hasJudged, hasSelectedNone, wasSelected } from '../headline.ts';
import { renderings } from '../renderings.ts';
import { writeReport, type Destination } from './write-report.ts';

/** Names of what a run leaves, without endings: one of all clauses, and a look at some. */
export const reportNames = { full: 'conformance', selected: 'conformance.selected' } as const;

/** The last report of all clauses that a newer one of the same target has replaced. */
const previous = 'conformance.previous.json';

/** The tape of the run that a report is of, beside it. */
export function tapeBeside(name: string): string {
  return `${name}.tape.jsonl.gz`;
}

/** Where that tape goes when another one takes its place. */
export function tapeBefore(name: string): string {
  return `${name}.tape.before.jsonl.gz`;
}

/** Names the folder beside a report in which its scripts are. */
export function scriptFolder(name: string): string {
  return name.replace('conformance', 'reproduce');
}

/** The report that is in the folder when a run has ended. */
export interface Standing {
  /** Whether it is that of the run; else it is an earlier one, and what was there is as it was. */
  readonly isWritten: boolean;
  /** Its files without their endings. */
  readonly name: string;
}

/**
 * Puts the report of a run in the place of the last one, all its renderings together: what that one has left goes, and
 * as `conformance.previous.json` it stays where it is one of all clauses of the same target. A report in which nothing
 * was judged never takes the place of one in which something was; where no clause was selected either, nothing was
 * sent, and no report that is there is touched or given company.
 *
 * @throws what the file system has thrown; then the last report stands, unless the new one's JSON could be written
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
    // Anyone who looks at this step of a build looks for this run.
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
    // What lies beside a report is the tape of its run, or none.
    const tape = join(folder, tapeBeside(name));
    if (destination.tape !== tapeBeside(name) && existsSync(tape))
      renameSync(tape, join(folder, tapeBefore(name)));
  });
  return { isWritten: true, name };
}

/** Of an earlier report that is looked at. */
const mostOctets = 64 * 1_024 * 1_024;

/** A report of an earlier run, maybe of another version; it has all members that are read here. */
type Earlier = Pick<Report, 'clauses' | 'run'> & Partial<Pick<Report, 'target'>>;

function readReport(file: string): Earlier | undefined {
  try {
    // A pipe may never end, and no report of ours is as large.
    const found = statSync(file);
    if (!found.isFile() || found.size > mostOctets) return undefined;
    const report = JSON.parse(readFileSync(file, 'utf8')) as Partial<Report> | null;
    const { clauses, run } = report ?? {};
    return Array.isArray(clauses) && run !== undefined ? { ...report, clauses, run } : undefined;
  } catch {
    return undefined;
  }
}

/** Reports of some clauses had the name of one of all of them too. */
function isWorthKeeping(before: Earlier, { target: now }: Report): boolean {
  if (!hasJudged(before) || !before.clauses.every(wasSelected)) return false;
  const { embedded, baseUrl, projectKey } = before.target ?? {};
  // An embedded reference listens elsewhere each time.
  if (embedded === true || now.embedded) return embedded === now.embedded;
  return baseUrl === now.baseUrl && projectKey === now.projectKey;
}

/** Removes what another run has left under that name and the one that is being written does not replace. */
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

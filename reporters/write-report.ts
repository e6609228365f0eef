import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../clause/report.ts';
import { asMarkdown } from './as-markdown.ts';
import { renderings, type Rendering } from './renderings.ts';
import type { ReproductionScript } from './reproduce/report-scripts.ts';

/** Where the renderings of a report go. */
export interface Destination {
  readonly folder: string;
  /** Name of the files without their endings; `conformance` where none is given. */
  readonly name?: string;
  readonly reports: readonly Rendering[];
  /** A file that a build service shows; the Markdown rendering is appended to it. */
  readonly stepSummary?: string;
  /** Written beside the report, each below the folder of that name. */
  readonly scripts?: readonly ReproductionScript[];
}

/** The most that the build service takes of one step's summary. */
const mostOfSummary = 1_000_000;

/**
 * Writes the renderings that are asked for; returns the files. Where one cannot be written the others are all the same,
 * the plainest first; then it throws what the file system has thrown.
 */
export function writeReport(
  report: Report,
  { folder, reports, stepSummary, name = 'conformance', scripts = [] }: Destination,
): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const failures: unknown[] = [];
  const written = (write: () => void): boolean => {
    try {
      write();
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  };
  const files = renderings
    .filter((rendering) => reports.includes(rendering.name))
    .flatMap(({ ending, render }) => {
      if (ending === undefined) return [];
      const file = join(folder, `${name}.${ending}`);
      return written(() => writeWhole(file, render(report))) ? [file] : [];
    });
  for (const { path, text } of scripts)
    written(() => {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeWhole(join(folder, path), text, 0o755);
    });
  if (stepSummary !== undefined)
    written(() => appendFileSync(stepSummary, asMarkdown(report, { maxBytes: mostOfSummary })));
  if (failures.length > 0) throw failures[0];
  return files;
}

/** Why a report could not be written, in words, and what to do about it. */
export function whyUnwritten(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const place = error instanceof Error && 'path' in error ? String(error.path) : folder;
  return (
    `the report could not be written: ${place.replace(/\.\d+\.tmp$/, '')}: ${causes[code] ?? String(error)}. ` +
    'The verdict above stands; make room there, or name another folder with CONFORMANCE_REPORT_DIR'
  );
}

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'the folder is gone',
};

/** All of the text or the file as it was before: who reads it while it is written sees no half, on a full disk neither. */
function writeWhole(path: string, text: string, mode = 0o666): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, text, { mode });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { asMarkdown } from '../as-markdown.ts';
import { renderings, type Rendering } from '../renderings.ts';
import type { ReproductionScript } from '../reproduce/report-scripts.ts';

/** The folder for the renderings of a report. */
export interface Destination {
  readonly folder: string;
  /** Name of the files without their endings; `conformance` unless given. */
  readonly name?: string;
  readonly reports: readonly Rendering[];
  /** A file that a build service shows; the Markdown rendering is appended to it. */
  readonly stepSummary?: string;
  /** Written beside the report, each below the folder of that name. */
  readonly scripts?: readonly ReproductionScript[];
}

/** The limit of the build service for the summary of a step. */
const mostOfSummary = 1_000_000;

/** A file whose text is on the disk, and is not yet in its place. */
interface Unplaced {
  readonly file: string;
  readonly unfinished: string;
}

/**
 * Writes the requested renderings; returns the files. No file is put in its place before all files are on the disk, and
 * `makeRoom` has agreed. If one file cannot be written, all others are; then the error is thrown.
 */
export function writeReport(
  report: Report,
  { folder, reports, stepSummary, name = 'conformance', scripts = [] }: Destination,
  makeRoom: (files: readonly string[]) => void = () => undefined,
): readonly string[] {
  const failures: unknown[] = [];
  const attempt = <T>(write: () => T): readonly T[] => {
    try {
      return [write()];
    } catch (error) {
      failures.push(error);
      return [];
    }
  };
  mkdirSync(folder, { recursive: true });
  if (stepSummary !== undefined)
    attempt(() => appendFileSync(stepSummary, asMarkdown(report, { maxBytes: mostOfSummary })));
  const written = renderings
    .filter((rendering) => reports.includes(rendering.name))
    .flatMap(({ ending, render }) =>
      ending === undefined ? [] : attempt(() => onDisk(join(folder, `${name}.${ending}`), render(report))),
    );
  const beside = scripts.flatMap(({ path, text }) =>
    attempt(() => {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      return onDisk(join(folder, path), text, 0o755);
    }),
  );
  const all = [...written, ...beside];
  try {
    makeRoom(all.map(({ file }) => file));
  } catch (error) {
    for (const { unfinished } of all) rmSync(unfinished, { force: true });
    throw failures[0] ?? error;
  }
  const placed = new Set(all.flatMap((one) => attempt(() => place(one))));
  if (failures.length > 0) throw failures[0];
  return written.flatMap(({ file }) => (placed.has(file) ? [file] : []));
}

/** Why a report could not be written, in words, and the remedy. */
export function whyUnwritten(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const place = error instanceof Error && 'path' in error ? String(error.path) : folder;
  return (
    `the report could not be written: ${place.replace(/\.\d+\.tmp$/, '')}: ${causes.get(code) ?? String(error)}. ` +
    'The verdict above is valid. Fix that, or name another folder with CONFORMANCE_REPORT_DIR'
  );
}

const causes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota of this user is used up',
    EROFS: 'the disk is read-only',
    EACCES: 'this user has no permission to write there',
    EPERM: 'this user has no permission to write there',
    ENOENT: 'the folder is gone',
  }),
);

/** The whole text replaces the file at once: a reader never sees a part of it, even on a full disk. */
function onDisk(file: string, text: string, mode = 0o666): Unplaced {
  const unplaced = { file, unfinished: `${file}.${process.pid}.tmp` };
  orRemove(unplaced, () => writeFileSync(unplaced.unfinished, text, { mode }));
  return unplaced;
}

function place(unplaced: Unplaced): string {
  orRemove(unplaced, () => renameSync(unplaced.unfinished, unplaced.file));
  return unplaced.file;
}

function orRemove({ unfinished }: Unplaced, work: () => void): void {
  try {
    work();
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

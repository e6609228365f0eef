import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { asMarkdown } from '../as-markdown.ts';
import { renderings, type Rendering } from '../renderings.ts';
import type { ReproductionScript } from '../reproduce/report-scripts.ts';

/** The folder for the renderings of a report. */
export interface Destination {
  readonly folder: string;
  /** Name of the files without endings; `conformance` unless given. */
  readonly name?: string;
  readonly reports: readonly Rendering[];
  /** A file that a build service shows, to which the Markdown rendering is appended. */
  readonly stepSummary?: string;
  /** Files beside the report, each below the folder in its path. */
  readonly scripts?: readonly ReproductionScript[];
}

/** The most octets that the build service takes as the summary of a step. */
const mostOfSummary = 1_000_000;

/** A file whose text is on the disk, but not yet under its name. */
interface Unplaced {
  readonly file: string;
  readonly unfinished: string;
}

/**
 * Writes the requested renderings; returns the files. Puts no file in its place before all files are on the disk and
 * `makeRoom` has agreed. If one file cannot be written, all other files are; the error is thrown after that.
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

/** In words, why a report could not be written, and the remedy. */
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

/** The whole text replaces the file at once: no reader sees a part of it, even on a full disk. */
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

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

/** Writes the renderings that are asked for; returns the files. Throws what the file system throws. */
export function writeReport(
  report: Report,
  { folder, reports, stepSummary, name = 'conformance', scripts = [] }: Destination,
): readonly string[] {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of scripts) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeWhole(join(folder, path), text, 0o755);
  }
  const files = renderings
    .filter((rendering) => reports.includes(rendering.name))
    .flatMap(({ ending, render }) => {
      if (ending === undefined) return [];
      const file = join(folder, `${name}.${ending}`);
      writeWhole(file, render(report));
      return [file];
    });
  if (stepSummary !== undefined) appendFileSync(stepSummary, asMarkdown(report, { maxBytes: mostOfSummary }));
  return files;
}

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

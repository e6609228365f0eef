import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../clause/report.ts';
import { asJson } from './as-json.ts';
import { asJunit } from './as-junit.ts';
import { asMarkdown } from './as-markdown.ts';

/** A rendering that can be asked for. */
export type Rendering = 'json' | 'markdown' | 'junit';

/** Where the renderings of a report go. */
export interface Destination {
  readonly folder: string;
  /** Name of the files without their endings; `conformance` where none is given. */
  readonly name?: string;
  readonly reports: readonly Rendering[];
  /** A file that a build service shows; the Markdown rendering is appended to it. */
  readonly stepSummary?: string;
}

/** The most that the build service takes of one step's summary. */
const mostOfSummary = 1_000_000;

/** Writes the report as JSON and what else is asked for. Throws what the file system throws. */
export function writeReport(
  report: Report,
  { folder, reports, stepSummary, name = 'conformance' }: Destination,
): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, `${name}.json`), asJson(report));
  if (reports.includes('markdown'))
    writeWhole(join(folder, `${name}.md`), asMarkdown(report, { maxBytes: Infinity }));
  if (reports.includes('junit')) writeWhole(join(folder, `${name}.junit.xml`), asJunit(report));
  if (stepSummary !== undefined) appendFileSync(stepSummary, asMarkdown(report, { maxBytes: mostOfSummary }));
}

/** All of the text or the file as it was before: who reads it while it is written sees no half. */
function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { renderings } from '../../reporters/renderings.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { gatherSettings, type SettingInput } from './sources.ts';
import { reasonOf } from '../input/text-file.ts';
import { settingReader } from './values.ts';
import { variable } from './table.ts';

/** What a run of all clauses writes, and what one of some clauses does, each without its ending. */
const names = { full: 'conformance', selected: 'conformance.selected' } as const;

/** The last report of all clauses that a newer one of the same target has replaced. */
const previous = 'conformance.previous.json';

/**
 * Makes the folder for reports.
 *
 * @param setting - what names the folder
 * @throws ConfigurationError if nothing can be written there
 */
export function prepareReportFolder(folder: string, setting: string = variable('REPORT_DIR')): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigurationError({
      setting,
      found: `${quoted(folder)}, which ${whyNot(folder, error)}`,
      expected: 'a folder that can be written to',
      remedy: 'Name another folder, or allow writing to this one.',
    });
  }
}

/** A folder that is to be made may be kept from it by the one that it is to stand in. */
function whyNot(folder: string, error: unknown): string {
  let above = dirname(folder);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  try {
    if (!existsSync(folder)) accessSync(above, constants.W_OK);
    return reasonOf(error);
  } catch (cause) {
    return `cannot be made: ${above} ${reasonOf(cause)}`;
  }
}

/**
 * Removes what an earlier run of the same sort has left, so that no old verdict is taken for a new one: a look at some
 * clauses leaves the report of all of them alone. That of all clauses of the same target is kept under another name.
 *
 * @throws ConfigurationError where an old one would stay
 */
export function clearReports(
  folder: string,
  { isFiltered, target }: { readonly isFiltered: boolean; readonly target: Report['target'] },
): void {
  try {
    if (!isFiltered) keepPrevious(folder, (before) => isSameTarget(before, target));
    remove(folder, isFiltered ? names.selected : names.full);
  } catch (error) {
    const place = error instanceof Error && 'path' in error ? String(error.path) : folder;
    throw new ConfigurationError({
      setting: variable('REPORT_DIR'),
      found: `${quoted(folder)}, from which an earlier report cannot be removed: ${place} ${reasonOf(error)}`,
      expected: 'a folder that can be written to',
      remedy: 'Name another folder, or remove what stands in the way.',
    });
  }
}

function keepPrevious(folder: string, isWanted: (target: Partial<Report['target']>) => boolean): void {
  const file = join(folder, `${names.full}.json`);
  const report = readReport(file);
  // Reports of some clauses had that name too.
  const isFull = report?.clauses?.every(({ reason }) => reason?.code !== 'not-selected') === true;
  if (isFull && isWanted(report?.target ?? {})) renameSync(file, join(folder, previous));
}

function readReport(file: string): Partial<Report> | undefined {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Partial<Report> | null;
    return report !== null && Array.isArray(report.clauses) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** An embedded reference listens elsewhere each time. */
function isSameTarget(before: Partial<Report['target']>, now: Report['target']): boolean {
  if (before.embedded === true || now.embedded) return before.embedded === now.embedded;
  return before.baseUrl === now.baseUrl && before.projectKey === now.projectKey;
}

/** Removes old reports although the settings were refused, as far as the folder can be told. */
export function removeReportsOf(input: SettingInput): void {
  try {
    const folder = folderOf(input);
    keepPrevious(folder, () => true);
    for (const name of Object.values(names)) remove(folder, name);
  } catch {
    // What keeps reports from being removed is not what the operator has to know first.
  }
}

function folderOf(input: SettingInput): string {
  try {
    return settingReader(gatherSettings(input)).folder('REPORT_DIR');
  } catch {
    return resolve(input.cwd, input.env[variable('REPORT_DIR')] || 'reports');
  }
}

function remove(folder: string, name: string): void {
  for (const { ending } of renderings)
    if (ending !== undefined) rmSync(join(folder, `${name}.${ending}`), { force: true });
  const scripts = join(folder, name.replace('conformance', 'reproduce'));
  for (const file of existsSync(scripts) ? readdirSync(scripts) : [])
    if (file.endsWith('.sh')) rmSync(join(scripts, file), { force: true });
}

import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { gatherSettings, type SettingInput } from './sources.ts';
import { reasonOf } from '../input/text-file.ts';
import { settingReader } from './values.ts';
import { variable } from './table.ts';

/** What a run writes into its report folder. */
const reportFiles = ['conformance.json', 'conformance.md', 'conformance.junit.xml', 'ledger.json'] as const;

/**
 * Makes the folder for reports and removes what an earlier run left there, so that no old verdict is taken for a new
 * one.
 *
 * @throws ConfigurationError if nothing can be written there
 */
export function prepareReportFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    removeReports(folder);
  } catch (error) {
    throw new ConfigurationError({
      setting: variable('REPORT_DIR'),
      found: `${quoted(folder)}, which ${reasonOf(error)}`,
      expected: 'a folder that can be written to',
      remedy: 'Name another folder, or allow writing to this one.',
    });
  }
}

/** Removes old reports although the settings were refused, as far as the folder can be told. */
export function removeReportsOf(input: SettingInput): void {
  try {
    removeReports(folderOf(input));
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

function removeReports(folder: string): void {
  for (const file of reportFiles) rmSync(join(folder, file), { force: true });
}

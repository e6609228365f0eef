import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reportNames } from '../../reporters/files/replace-report.ts';
import { renderings, renderingNames, type Rendering } from '../../reporters/renderings.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { reasonOf } from '../input/text-file.ts';
import { variable } from './table.ts';
import { didYouMean } from '../input/did-you-mean.ts';

/** Makes sure that reports can be written to a folder, which need not exist. @throws ConfigurationError */
export function checkReportFolder(folder: string, setting: string = variable('REPORT_DIR')): void {
  let there = folder;
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch (error) {
    throw new ConfigurationError({
      setting,
      found: `${quoted(folder)}, which ${there === folder ? '' : `cannot be made: ${there} `}${reasonOf(error)}`,
      expected: 'a writable folder',
      remedy: 'Name another folder, or allow writing to this one.',
    });
  }
}

/** Refuses a folder that has the name of a report to be replaced. @throws ConfigurationError */
export function checkReportFiles(folder: string, { isFiltered }: { readonly isFiltered: boolean }): void {
  const name = isFiltered ? reportNames.selected : reportNames.full;
  const blocked = renderings
    .map(({ ending }) => join(folder, `${name}.${ending ?? 'json'}`))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true);
  if (blocked === undefined) return;
  throw new ConfigurationError({
    setting: variable('REPORT_DIR'),
    found: `${quoted(folder)}, which holds a folder ${blocked} in place of an earlier report`,
    expected: 'a writable folder',
    remedy: 'Name another folder, or remove the folder in it.',
  });
}

/** The renderings in a comma-separated list, in the order of their table. @throws ConfigurationError */
export function chosenRenderings(flag: string, list: string): readonly Rendering[] {
  const names = list.split(',').map((name) => name.trim());
  const known: readonly string[] = renderingNames;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return renderingNames.filter((name) => names.includes(name));
  throw new ConfigurationError({
    setting: flag,
    found: quoted(unknown),
    expected: `a comma-separated list of ${renderingNames.join(', ')}`,
    remedy: didYouMean(unknown, renderingNames, `For example: ${flag} ${renderingNames.slice(1).join(',')}`),
  });
}

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ReportersMap, type Reporter, type ResolvedConfig } from 'vitest/node';
import { ConfigurationError, quoted, refusal } from '../input/configuration-error.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { readJsonText, reasonOf } from '../input/text-file.ts';

type Flags = Pick<ResolvedConfig, 'mergeReports' | 'outputFile' | 'reporters'>;

/**
 * Refuses flags at which vitest would end with a stack trace: reporters that cannot be loaded, merges of files that are
 * no blobs. Also refuses a file for no reporter, which vitest would ignore. `own` is our reporter.
 * @throws ConfigurationError
 */
export function refuseVitestFlags(config: Flags, own: Reporter, cwd: string): void {
  const names = config.reporters
    .filter((reporter) => reporter !== own)
    .flatMap((reporter) => (Array.isArray(reporter) ? [String(reporter[0])] : []));
  for (const name of names) refuseReporter(name, cwd);
  if (config.outputFile !== undefined && names.length === 0)
    throw new ConfigurationError({
      setting: '--output-file',
      found: 'a file, but no reporter that writes to it',
      expected: 'both or neither',
      remedy:
        'Add --reporter=blob (or another reporter), or choose a rendering: CONFORMANCE_REPORTS=markdown,junit writes into CONFORMANCE_REPORT_DIR.',
    });
  if (config.mergeReports === undefined) return;
  if (names.includes('blob'))
    throw mergeRefusal('--reporter=blob beside it', 'one of the two', 'Leave out --reporter=blob.');
  refuseBlobs(resolve(cwd, config.mergeReports));
}

function refuseReporter(name: string, cwd: string): void {
  const known = Object.keys(ReportersMap);
  const isBuiltIn = known.includes(name);
  if (isBuiltIn && name !== 'html') return;
  const from = createRequire(pathToFileURL(`${cwd}/`));
  const module = name === 'html' ? '@vitest/ui/reporter' : name;
  const isFound = [from, createRequire(import.meta.url)].some((require) =>
    isResolvable(require, module, cwd),
  );
  if (isFound) return;
  throw new ConfigurationError({
    setting: '--reporter',
    found: name === 'html' ? '"html", but its package @vitest/ui is not installed' : quoted(name),
    expected: `one of ${known.filter((one) => one !== 'html').join(', ')}, or a module of yours`,
    remedy: didYouMean(
      name,
      known.filter((one) => one !== name),
      'The matrix is printed with any reporter; for JUnit: CONFORMANCE_REPORTS=markdown,junit',
    ),
  });
}

function isResolvable(require: NodeJS.Require, module: string, cwd: string): boolean {
  try {
    require.resolve(/^\.{1,2}\//.test(module) || isAbsolute(module) ? resolve(cwd, module) : module);
    return true;
  } catch {
    return false;
  }
}

function refuseBlobs(folder: string): void {
  const files = filesIn(folder);
  if (files.length === 0)
    throw mergeRefusal(
      `${quoted(folder)}, which is empty`,
      'the blobs of all shards',
      'Each shard writes one: --shard=1/2 --reporter=blob --output-file=blobs/1.json',
    );
  for (const file of files)
    if (!isBlob(resolve(folder, file)))
      throw mergeRefusal(
        `${quoted(file)} in ${quoted(folder)}, which is not from a blob reporter`,
        'blobs alone',
        'Move it elsewhere: every file of the folder is merged.',
      );
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw mergeRefusal(
      `${quoted(folder)}, which ${reasonOf(error)}`,
      'a folder with the blobs of all shards',
      'For example: --merge-reports=blobs',
    );
  }
}

/** A blob is an array in JSON, with different content in each version of vitest. */
function isBlob(path: string): boolean {
  try {
    const value: unknown = JSON.parse(readJsonText(path));
    return Array.isArray(value) && value.length > 0;
  } catch {
    return false;
  }
}

function mergeRefusal(found: string, expected: string, remedy: string): ConfigurationError {
  return refusal('--merge-reports', found, expected, remedy);
}

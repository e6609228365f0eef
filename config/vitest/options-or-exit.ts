import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve, sep } from 'node:path';
import { ConfigurationError, type Refusal } from '../input/configuration-error.ts';
import { packageFolder, suiteVersion } from '../packaging/package-folder.ts';
import { refuseSettings } from '../secrets/given-secrets.ts';
import type { SettingInput } from '../settings/sources.ts';
import { shardOf } from './shard.ts';
import { growHeapSlowly } from './slow-heap.ts';
import { makesNoRun } from './settled-flags.ts';
import { vitestOptions, type Stating } from './vitest-options.ts';

/** The configuration of vitest for a config file: settings that cannot be used end the process with exit code 2. */
export function optionsOrExit(input: SettingInput, stating?: Stating): ReturnType<typeof vitestOptions> {
  try {
    if (!isNamedIn(process.argv, input.cwd))
      return asProject(vitestOptions(inputFor(process.argv, input), stating));
    refuseShard(process.argv);
    refuseEnding(process.argv);
    growHeapSlowly();
    return vitestOptions(inputFor(process.argv, input), stating);
  } catch (error) {
    if (error instanceof ConfigurationError) return refuseSettings(error, input);
    // Vitest prints errors of a config file, and keeps an exit code that is already set.
    process.exitCode = 2;
    throw error;
  }
}

function inputFor(argv: readonly string[], input: SettingInput): SettingInput {
  if (argv[2] === 'list') return listing(input);
  const merges = argv.some((word) => /^--merge-?reports(?:=|$)/i.test(word));
  return merges ? { ...input, withoutBaseUrl: 'merged' } : input;
}

/** Whether the command line names a configuration of this package; if not, the suite is one project of another. */
function isNamedIn(argv: readonly string[], cwd: string): boolean {
  const named = argv.flatMap((word, at) => {
    const value = /^(?:-c|--config)(?:=(.*))?$/.exec(word);
    return value === null ? [] : [value[1] ?? argv[at + 1] ?? ''];
  });
  return named.some((file) => whereItIs(resolve(cwd, file)).startsWith(packageFolder + sep));
}

function whereItIs(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The name of the project for `--project` and in reports. */
function asProject(options: ReturnType<typeof vitestOptions>): ReturnType<typeof vitestOptions> {
  return { ...options, test: { ...options.test, name: suiteVersion().name } };
}

/** A list shows the statements of every run: it reads no settings and no files of settings, and runs no command. */
function listing({ cwd }: SettingInput): SettingInput {
  const env = { CONFORMANCE_ENV_FILE: 'none', CONFORMANCE_REPORT_DIR: tmpdir() };
  return { env, cwd, silent: true, withoutBaseUrl: 'reference' };
}

/** Vitest checks the flag after its configuration, too late for a config file to report the mistake. */
function refuseShard(argv: readonly string[]): void {
  const at = argv.findIndex((word) => /^--shard(?:=|$)/.test(word));
  const word = argv[at];
  if (word === undefined) return;
  shardOf(word.includes('=') ? word.slice('--shard='.length) : (argv[at + 1] ?? ''));
}

/** Flags at which vitest ends before it reports other flags, each with an alternative. */
const endsAt: readonly (readonly [flag: RegExp, refusal: Refusal])[] = [
  [
    /^--project(?:=|$)/,
    {
      setting: '--project',
      found: 'a project of vitest',
      expected: 'none: there is one',
      remedy: 'Leave it out; CONFORMANCE_PROJECT_KEY names the project of the implementation under test.',
    },
  ],
  [
    /^--ui(?:[.=]|$)/,
    { setting: '--ui', ...makesNoRun, remedy: 'CONFORMANCE_REPORTS=html writes a page of the report.' },
  ],
  [/^--standalone(?:=|$)/, { setting: '--standalone', ...makesNoRun, remedy: 'Leave it out.' }],
];

function refuseEnding(argv: readonly string[]): void {
  const [, refusal] =
    endsAt.find(([flag]) => argv.some((word) => flag.test(word) && !word.endsWith('=false'))) ?? [];
  if (refusal !== undefined) throw new ConfigurationError(refusal);
}

import { defined } from '../clause/defined.ts';
import { startVitest, type CliOptions } from 'vitest/node';
import { refusePositionals } from './start/plain-arguments.ts';
import { parseArguments, type CommandLine } from '../config/settings/arguments.ts';
import { ConfigurationError, quoted } from '../config/input/configuration-error.ts';
import { asSettingLines, describeSettings } from '../config/settings/describe.ts';
import type { SettingInput } from '../config/settings/sources.ts';
import { loadSettings } from '../config/settings/settings.ts';
import { shardOf } from '../config/vitest/shard.ts';
import { growHeapSlowly } from '../config/vitest/slow-heap.ts';
import { vitestOptions } from '../config/vitest/vitest-options.ts';
import { jsonText, visible } from '../reporters/visible.ts';
import type { Command, DescribedFlag } from './help.ts';

const flags: readonly DescribedFlag[] = [
  { name: 'help', short: 'h', takesValue: false, about: 'Print this help and exit' },
  { name: 'version', takesValue: false, about: 'Print the version of the suite and exit' },
  {
    name: 'print-settings',
    takesValue: false,
    about: 'Print each setting in force with its source and exit; nothing is sent',
  },
  { name: 'json', takesValue: false, about: 'With --print-settings: JSON for tools' },
  {
    name: 'or-reference',
    takesValue: false,
    about: 'Judge the embedded reference if no base URL is given, also with CI set; npm start does',
  },
  {
    name: 'test-name-pattern',
    short: 't',
    takesValue: true,
    value: 'pattern',
    about: 'Only clauses whose id matches: -t 4.5/ is section 4.5',
  },
  {
    name: 'shard',
    takesValue: true,
    value: 'i/n',
    about: 'Only the i-th of n parts; use with --reporter blob',
  },
  {
    name: 'merge-reports',
    takesValue: true,
    value: 'folder',
    about: 'Merge the blobs of all shards into one matrix; sends nothing',
  },
  {
    name: 'reporter',
    takesValue: true,
    value: 'names',
    about: 'Further reporters of vitest, comma-separated: junit, blob',
  },
  { name: 'output-file', takesValue: true, value: 'file', about: 'Output file of that reporter' },
];

/** The certified run: vitest with the options that the config file has too. */
export const runCommand: Command = {
  name: 'run',
  about: 'Judge the implementation under test, or the embedded reference without a base URL',
  flags,
  run: async (argv, given) => {
    const line = parseArguments(argv, flags);
    refusePositionals('run', line, (stray) => `To select clauses: -t ${quoted(stray)}`);
    const input: SettingInput = { ...given, flags: line.flags, ...withoutBaseUrl(line.own) };
    const asJson = line.own['json'] !== undefined;
    if (line.own['print-settings'] !== undefined) return printSettings(input, asJson);
    if (asJson) throw jsonOfARun();
    const chosen = cliOptions(line.own);
    growHeapSlowly();
    await startVitest('test', [], chosen, vitestOptions(input));
  },
};

/** What it means that there is none: blobs say themselves whom they are about. */
function withoutBaseUrl(own: CommandLine['own']): Pick<SettingInput, 'withoutBaseUrl'> {
  if (own['merge-reports'] !== undefined) return { withoutBaseUrl: 'merged' };
  return own['or-reference'] === undefined ? {} : { withoutBaseUrl: 'reference' };
}

function cliOptions(own: CommandLine['own']): CliOptions {
  const [shard, pattern, blobs, outputFile] = [
    own['shard'],
    own['test-name-pattern'],
    own['merge-reports'],
    own['output-file'],
  ];
  if (shard !== undefined) shardOf(shard);
  refuseBadPattern(pattern);
  const reporters = own['reporter']?.split(',').map((name) => name.trim());
  return {
    // The config file would be loaded by way of a temporary file beside it, which a read-only package refuses.
    config: false,
    run: true,
    watch: false,
    ...defined({ shard, testNamePattern: pattern, mergeReports: blobs, outputFile, reporter: reporters }),
  } as CliOptions;
}

/** Vitest takes the pattern as it is, and prints a stack when it is none. */
function refuseBadPattern(pattern: string | undefined): void {
  try {
    new RegExp(pattern ?? '');
  } catch {
    throw new ConfigurationError({
      setting: '-t',
      found: quoted(pattern),
      expected: 'a regular expression',
      remedy: 'For example: -t 4.5/',
    });
  }
}

/** A run writes its JSON anyway. */
function jsonOfARun(): ConfigurationError {
  return new ConfigurationError({
    setting: '--json',
    found: '--json with a run',
    expected: '--json with --print-settings',
    remedy: 'Leave it out: each run writes conformance.json to its report folder.',
  });
}

function printSettings(input: SettingInput, asJson: boolean): void {
  const settings = loadSettings(input);
  if (asJson) {
    process.stdout.write(jsonText({ settings: describeSettings(settings), notes: settings.notes }));
    return;
  }
  const lines = [
    ...asSettingLines(describeSettings(settings)),
    ...settings.notes.map((note) => `note: ${note}`),
  ];
  process.stdout.write(`${lines.map((line) => visible(line, 4_000)).join('\n')}\n`);
}

import { defined } from '../clause/defined.ts';
import { startVitest, type CliOptions } from 'vitest/node';
import type { CommandLine } from '../config/settings/arguments.ts';
import { quoted, refusal } from '../config/input/configuration-error.ts';
import { asSettingLines, describeSettings } from '../config/settings/describe.ts';
import type { SettingInput } from '../config/settings/sources.ts';
import { loadSettings } from '../config/settings/settings.ts';
import { shardOf } from '../config/vitest/shard.ts';
import { growHeapSlowly } from '../config/vitest/slow-heap.ts';
import { vitestOptions } from '../config/vitest/vitest-options.ts';
import { jsonText } from '../reporters/visible.ts';
import { flagsOf, type Command } from './help.ts';
import { say } from './start/say.ts';

const flags = flagsOf({
  '--version': 'Print the version of the suite and exit',
  '--print-settings': 'Print each setting in force with its source and exit; nothing is sent',
  '--json': 'With --print-settings: JSON for tools',
  '--or-reference':
    'Judge the embedded reference if no base URL is given, even if CI is set; npm start does this',
  '-t, --test-name-pattern <pattern>…':
    'Only clauses whose id matches: -t 4.5/ is section 4.5; may be repeated',
  '--shard <i/n>': 'Only the i-th of n parts; use with --reporter blob',
  '--merge-reports <folder>': 'Merge the blobs of all shards into one matrix; sends nothing',
  '--reporter <names>': 'Further reporters of vitest, comma-separated: junit, blob',
  '--output-file <file>': 'Output file of that reporter',
});

/** The certified run: vitest, with the same options as in the config file. */
export const runCommand: Command = {
  name: 'run',
  about: 'Judge the implementation under test, or without a base URL the embedded reference',
  flags,
  instead: (stray) => `To select clauses: -t ${quoted(stray)}`,
  run: async ({ own }, given) => {
    const input: SettingInput = { ...given, ...withoutBaseUrl(own) };
    const asJson = own['json'] !== undefined;
    if (own['print-settings'] !== undefined) return printSettings(input, asJson);
    // A run writes its JSON anyway.
    const instead = 'Leave it out: each run writes conformance.json to its report folder.';
    if (asJson) throw refusal('--json', '--json with a run', '--json with --print-settings', instead);
    const chosen = cliOptions(own);
    growHeapSlowly();
    await startVitest('test', [], chosen, vitestOptions(input));
  },
};

/** The target if no base URL is set: merged blobs name their target themselves. */
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
    // Vite would load the config file through a temporary file beside it, which a read-only package refuses.
    config: false,
    run: true,
    watch: false,
    ...defined({ shard, testNamePattern: pattern, mergeReports: blobs, outputFile, reporter: reporters }),
  } as CliOptions;
}

/** Vitest takes the pattern unchanged, and prints a stack trace for an invalid pattern. */
function refuseBadPattern(pattern: string | undefined): void {
  try {
    new RegExp(pattern ?? '');
  } catch {
    throw refusal('-t', quoted(pattern), 'a regular expression', 'For example: -t 4.5/');
  }
}

function printSettings(input: SettingInput, asJson: boolean): void {
  const loaded = loadSettings(input);
  const [settings, { notes }] = [describeSettings(loaded), loaded];
  if (asJson) return void process.stdout.write(jsonText({ settings, notes }));
  for (const line of asSettingLines(settings)) say(line, 4_000);
  for (const note of notes) say(`note: ${note}`, 4_000);
}

import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { version, type Reporter, type Vitest } from 'vitest/node';
import { commandLine } from '../../reporters/commands/command-line.ts';
import type { MatrixReporter } from '../../reporters/matrix-reporter.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import { takeOverSignals } from '../runs/interruption.ts';
import { checkReportFiles } from '../settings/report-folder.ts';
import { refuseSettings } from '../settings/refuse.ts';
import type { SettingInput } from '../settings/sources.ts';
import type { SaidOfRun } from '../runs/facts/facts-of-run.ts';
import { briefShard, type RunBrief } from '../runs/run-brief.ts';
import { junitByClause } from './junit-by-clause.ts';
import { selectionOf } from './selection.ts';
import { refuseUnbearable, settleFlags } from './settled-flags.ts';
import { refuseVitestFlags } from './vitest-flags.ts';
import type { Provided } from './provided.ts';

/** What the plugin brings into vitest. */
export interface PluginParts {
  readonly brief: RunBrief;
  readonly said: SaidOfRun;
  readonly inForce: Provided['inForce'];
  /** When the run began, as `monotonicMs` has it. */
  readonly began: number;
  readonly reporter: MatrixReporter;
  readonly reportDir: string;
  /** What the settings were read from. */
  readonly input: SettingInput;
  /** Test files of the shards, the first shard's first. */
  readonly shardEntries: readonly string[];
  /** The run that ends at so many failures, which `--bail` asks for. */
  readonly stoppingAfter: (failures: number) => RunBrief;
}

/** Puts into a resolved vitest what its configuration alone cannot hold: shards, our reporter always, and signals. */
export function conformancePlugin(parts: PluginParts): Plugin {
  return {
    name: 'resource-conformance',
    configureVitest({ vitest, project }) {
      orRefused(parts.input, () => refuseOtherVitest(vitest.version));
      const shard = vitest.config.shard;
      const said = shard === undefined ? parts.said : { ...parts.said, shard };
      const { bail = 0 } = vitest.config;
      const whole = bail > 0 ? parts.stoppingAfter(bail) : parts.brief;
      const brief = shard === undefined ? whole : briefShard(whole, shard.count);
      if (shard !== undefined) vitest.config.include = [entryOf(shard, parts)];
      const { inForce, began } = parts;
      project.provide('conformance', { brief, said, inForce, began });
      refuseFlags(vitest.config, parts);
      for (const config of [vitest.config, project.config]) settleFlags(config);
      select(vitest, parts);
      junitByClause(vitest.config);
      if (!isBlobAlone(vitest)) {
        reportAlways(vitest, parts.reporter);
        process.on('exit', () => keepOneForFails(parts.reporter));
      }
      placeOutputs(vitest, parts.input.cwd);
      bearClosedPipe();
      if (vitest.config.mergeReports === undefined)
        vitest.onClose(takeOverSignals(brief.options.runId, brief.ledgers));
    },
  };
}

/** The suite's tests are stated to its own vitest; another one finds none. */
function refuseOtherVitest(running: string): void {
  if (running !== version)
    throw new ConfigurationError({
      setting: 'vitest',
      found: `vitest ${running}, which runs the suite here`,
      expected: `vitest ${version}, which came with the suite`,
      remedy: `Start it by its own command: ${commandLine('run')}; or install vitest ${version} in this project.`,
    });
}

function refuseFlags(config: Vitest['config'], { reporter, reportDir, input }: PluginParts): void {
  orRefused(input, () => {
    refuseUnbearable(config, input.env);
    refuseVitestFlags(config, reporter, input.cwd);
    checkReportFiles(reportDir, { isFiltered: config.testNamePattern !== undefined });
  });
}

/** Vitest would print an error thrown in a plugin with its stack, and exit with a code of its own. */
function orRefused<T>(input: SettingInput, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigurationError) refuseSettings(error, input);
    throw error;
  }
}

/** File filters are told only when the run starts: they select clauses, since one entry states them all. */
function select(vitest: Vitest, { input, reporter }: PluginParts): void {
  const [start, collect] = [vitest.start.bind(vitest), vitest.collect.bind(vitest)];
  const { testNamePattern: pattern } = vitest.config;
  const translate = (filters: readonly string[] = []): void => {
    const selection = orRefused(input, () => selectionOf({ filters, pattern }));
    reporter.asked = pattern?.source;
    if (selection !== undefined) vitest.setGlobalTestNamePattern(selection);
  };
  vitest.start = async (filters) => {
    translate(filters);
    return await start();
  };
  vitest.collect = async (filters, options) => {
    translate(filters);
    // Vitest 5 would look for tests in the text of the entry, which states none by itself.
    return await collect(undefined, { ...options, staticParse: false });
  };
}

function entryOf(shard: { readonly index: number; readonly count: number }, parts: PluginParts): string {
  const { shardEntries: entries, input } = parts;
  const entry = entries[shard.index - 1];
  if (entry !== undefined && shard.count <= entries.length) return entry;
  // Vitest would print an error thrown here with its stack, and exit with a code of its own.
  return refuseSettings(
    new ConfigurationError({
      setting: '--shard',
      found: `${shard.index}/${shard.count}`,
      expected: `at most ${entries.length} shards`,
      remedy: `For example: --shard=1/${entries.length}`,
    }),
    input,
  );
}

/** Vitest exits with 1 for whatever goes wrong in it; here that says that the implementation does not conform. */
function keepOneForFails({ exitCode }: MatrixReporter): void {
  if (process.exitCode === 1 && exitCode !== 1) process.exitCode = exitCode === undefined ? 4 : exitCode || 4;
}

/** Who reads only the first lines of the matrix (`| head`) ends no run: it goes on to its clean-up. */
function bearClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0)
      stream.on('error', (error: NodeJS.ErrnoException) => {
        // A terminal that has hung up answers EIO.
        if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
      });
}

/** A shard that only hands its blob to a later merge states no verdict of its own. */
function isBlobAlone({ config }: Vitest): boolean {
  const names = config.reporters.map((reporter) => (Array.isArray(reporter) ? reporter[0] : undefined));
  return names.length > 0 && names.every((name) => name === 'blob');
}

/** `--reporter` on the command line replaces the configured reporters; ours reports all the same. */
function reportAlways({ config }: Vitest, reporter: Reporter): void {
  if (!config.reporters.some((configured) => configured === reporter)) config.reporters.push(reporter);
}

/**
 * Reports of other reporters go below the folder in which the command was started, not below the package: also blobs,
 * which `--merge-reports` looks for there.
 */
function placeOutputs({ config }: Vitest, cwd: string): void {
  const { outputFile, shard } = config;
  const named = typeof outputFile === 'string' ? { blob: outputFile } : outputFile;
  if (typeof outputFile === 'string') config.outputFile = resolve(cwd, outputFile);
  else if (outputFile !== undefined)
    config.outputFile = Object.fromEntries(
      Object.entries(outputFile).map(([name, file]) => [name, resolve(cwd, file)]),
    );
  if (named?.['blob'] !== undefined) return;
  const usual = shard === undefined ? 'blob.json' : `blob-${shard.index}-${shard.count}.json`;
  for (const reporter of config.reporters)
    if (Array.isArray(reporter) && reporter[0] === 'blob')
      reporter[1] = {
        outputFile: resolve(cwd, version.startsWith('4.') ? '.vitest-reports' : '.vitest/blob', usual),
      };
}

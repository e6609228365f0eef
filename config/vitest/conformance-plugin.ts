import type { Plugin } from 'vitest/config';
import { defined } from '../../clause/defined.ts';
import { BaseSequencer, version, type TestProject, type Vitest } from 'vitest/node';
import { commandLine } from '../../reporters/commands/command-line.ts';
import type { MatrixReporter } from '../../reporters/matrix-reporter.ts';
import { ConfigurationError, refusal } from '../input/configuration-error.ts';
import { packageFolder } from '../packaging/package-folder.ts';
import { takeOverSignals } from '../runs/interruption.ts';
import { checkReportFiles } from '../settings/report-folder.ts';
import { refuseSettings } from '../secrets/given-secrets.ts';
import type { SettingInput } from '../settings/sources.ts';
import type { SaidOfRun } from '../runs/facts/facts-of-run.ts';
import { briefShard, type RunBrief } from '../runs/run-brief.ts';
import { junitByClause, placeOutputs } from './placed-outputs.ts';
import type { StatedSuite } from '../register/stated-places.ts';
import { isOfSuites, selectionOf, suitesNamed } from './selection.ts';
import type { Shard } from './shard.ts';
import { suiteSequencer } from './suite-sequencer.ts';
import { listsReporter, type PluginApi } from './listed-reporter.ts';
import { refuseUnbearable, settleFlags } from './settled-flags.ts';
import { refuseVitestFlags } from './vitest-flags.ts';
import type { Provided } from './provided.ts';

export interface PluginParts {
  readonly brief: RunBrief;
  readonly said: SaidOfRun;
  readonly inForce: Provided['inForce'];
  /** When the run began, by `monotonicMs`. */
  readonly began: number;
  readonly reporter: MatrixReporter;
  readonly reportDir: string;
  readonly input: SettingInput;
  readonly suites: readonly StatedSuite[];
  /** The brief of a run that stops after this many failures, as `--bail` requests. */
  readonly stoppingAfter: (failures: number) => RunBrief;
}

/**
 * Adds to a resolved vitest what its configuration cannot contain: shards, our reporter in every case, and signals. If
 * the suite is one of several projects, vitest keeps its flags, files and reporters.
 */
export function conformancePlugin(parts: PluginParts): Plugin {
  const api: PluginApi = { reporter: parts.reporter };
  return {
    name: 'resource-conformance',
    api,
    configureVitest({ vitest, project }) {
      orRefused(parts.input, () => refuseOtherVitest(vitest.version));
      const isAlone = isRoot(vitest, project);
      if (!isAlone && vitest.config.watch) return leaveOut(project);
      // Beside other projects, the suites are not divided: one shard gets them all.
      const shard = isAlone ? vitest.config.shard : undefined;
      const said = shard === undefined ? parts.said : { ...parts.said, shard };
      const { bail = 0 } = vitest.config;
      const whole = bail > 0 ? parts.stoppingAfter(bail) : parts.brief;
      const brief = shard === undefined ? whole : briefShard(whole, shard.count);
      if (shard !== undefined) refuseMoreShards(parts, shard);
      const { inForce, began, suites } = parts;
      project.provide('conformance', { brief, said, inForce, began, suites });
      refuseFlags(vitest, project, parts);
      for (const config of isAlone ? [vitest.config, project.config] : [project.config]) settleFlags(config);
      const { sequence } = vitest.config;
      sequence.sequencer = suiteSequencer(isAlone ? BaseSequencer : sequence.sequencer, {
        project,
        suites,
        refuseShard: (empty) => refuseEmptyShard(parts, empty),
        ...defined({ shard }),
      });
      select(vitest, parts, isAlone);
      if (!isAlone) {
        // Vitest takes the folder of a project's configuration for its root folder.
        project.config.dir ??= packageFolder;
        parts.reporter.beside = project.name;
      }
      junitByClause(vitest.config);
      if (!isBlobAlone(vitest)) {
        // `--reporter` on the command line replaces the configured reporters; ours reports anyway.
        if (!listsReporter(vitest) && !vitest.config.reporters.some((one) => one === parts.reporter))
          vitest.config.reporters.push(parts.reporter);
        if (isAlone) process.on('exit', () => keepOneForFails(parts.reporter));
      }
      if (isAlone) placeOutputs(vitest.config, parts.input.cwd);
      bearClosedPipe();
      if (vitest.config.mergeReports === undefined)
        vitest.onClose(takeOverSignals(brief.options.runId, brief.ledgers));
    },
  };
}

/** Only the suite's own vitest gets the tests of the suite; any other vitest finds no tests. */
function refuseOtherVitest(running: string): void {
  if (running !== version)
    throw new ConfigurationError({
      setting: 'vitest',
      found: `vitest ${running}, which runs the suite here`,
      expected: `vitest ${version}, which came with the suite`,
      remedy: `Start it by its own command: ${commandLine('run')}; or install vitest ${version} in this project.`,
    });
}

function refuseFlags(
  vitest: Vitest,
  project: TestProject,
  { reporter, reportDir, input }: PluginParts,
): void {
  const { config } = vitest;
  const isAlone = isRoot(vitest, project);
  orRefused(input, () => {
    refuseUnbearable({ config, project: project.config, isAlone }, input.env);
    if (isAlone) refuseVitestFlags(config, reporter, input.cwd);
    checkReportFiles(reportDir, { isFiltered: config.testNamePattern !== undefined });
  });
}

/** Whether vitest runs only the suite. Compares servers, because vitest's own answer is not ready at that time. */
function isRoot(vitest: Vitest, project: TestProject): boolean {
  return project.vite === vitest.vite;
}

/** Without it, vitest would print an error from a plugin with its stack, and exit with a code of its own. */
function orRefused<T>(input: SettingInput, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigurationError) refuseSettings(error, input);
    throw error;
  }
}

/** File filters are known only when the run starts. Beside others, only a filter such as `suites/4.5` means clauses. */
function select(vitest: Vitest, { input, reporter, suites }: PluginParts, isAlone: boolean): void {
  const [start, collect] = [vitest.start.bind(vitest), vitest.collect.bind(vitest)];
  const { testNamePattern: pattern } = vitest.config;
  const translate = (filters: readonly string[] = []): string[] => {
    const isOurs = (filter: string): boolean => isAlone || isOfSuites(filter, suites);
    if (!isAlone && !filters.some(isOurs)) return [...filters];
    if (isAlone) reporter.asked = pattern?.source;
    reporter.isOfFiles = filters.length > 0;
    if (pattern !== undefined) vitest.setGlobalTestNamePattern(selectionOf(pattern));
    return orRefused(input, () =>
      filters.flatMap((filter) => (isOurs(filter) ? suitesNamed(filter, suites) : [filter])),
    );
  };
  vitest.start = async (filters) => await start(translate(filters));
  // Vitest 5 would search the text of suites for tests, so it gets no text of a suite.
  vitest.collect = async (filters, options) =>
    await collect(translate(filters), isAlone ? { ...options, staticParse: false } : options);
}

/** On each change, the tests of other projects begin again, but no run does: a run writes to its target. */
function leaveOut({ name, config }: TestProject): void {
  config.include = [];
  process.stderr.write(`note: ${name} writes to its target, and is not watched: start it by vitest run\n`);
}

function refuseMoreShards({ input, suites: { length } }: PluginParts, { index, count }: Shard): void {
  if (count <= length) return;
  const [found, expected] = [`${index}/${count}`, `at most ${length} shards`];
  const remedy = `For example: --shard=1/${length}`;
  refuseSettings(refusal('--shard', found, expected, remedy), input);
}

function refuseEmptyShard({ input }: PluginParts, { index, count }: Shard): never {
  return refuseSettings(
    new ConfigurationError({
      setting: '--shard',
      found: `${index}/${count}, which gets none of the suites that the file filters name`,
      expected: 'a filter that names a suite in each shard',
      remedy: 'Select clauses by their ids: -t 4.10/',
    }),
    input,
  );
}

/** Vitest exits with 1 for any error of its own, but 1 means here that the implementation does not conform. */
function keepOneForFails({ exitCode }: MatrixReporter): void {
  if (process.exitCode === 1 && exitCode !== 1) process.exitCode = exitCode === undefined ? 4 : exitCode || 4;
}

/** A reader who takes only the first lines of the matrix (`| head`) does not end the run before its clean-up. */
function bearClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0)
      stream.on('error', (error: NodeJS.ErrnoException) => {
        // A terminal that has hung up answers EIO.
        if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
      });
}

/** A shard that hands its blob to a later merge states no verdict itself. */
function isBlobAlone({ config }: Vitest): boolean {
  const names = config.reporters.map((reporter) => (Array.isArray(reporter) ? reporter[0] : undefined));
  return names.length > 0 && names.every((name) => name === 'blob');
}

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { fixedRows } from './support/played-rows.ts';
import { inBuilds, longFiles, nightFiles, quickJourneys } from './tiers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that take longest, longest first; anyone who begins with them is not left alone with one at the end. */
const longest = [
  'one-run-stands-behind-all-suites',
  'the-packed-package-runs',
  'tapes-are-judged-by-the-command',
  'faults-of-endpoints',
  'choices-go-together',
  'faults-of',
];

/** Projects one after the other, so that files that share what they load follow one another. */
const projects = ['processes', 'journeys', 'rehearsed', 'pure', 'real'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) =>
        projects.indexOf(one.project.name) - projects.indexOf(other.project.name) ||
        weight(one.moduleId) - weight(other.moduleId),
    );
  }
}

function weight(file: string): number {
  const at = longest.findIndex((name) => file.includes(name));
  return at < 0 ? longest.length : at;
}

const globOf = ({ file }: { readonly file: string }): string => `tests/${file}.test.ts`;

/** Night files none of whose tables has a fixed row: a row that failed in a night brings its file back. */
function resting(): readonly string[] {
  const fixed = fixedRows();
  return nightFiles.filter(({ tables }) => !tables.some((table) => Object.hasOwn(fixed, table))).map(globOf);
}

/** What a project leaves out, by `--mode`. */
function leftOut(mode: string): readonly string[] {
  if (mode === 'gate') return [...inBuilds, ...longFiles, ...nightFiles].map(globOf);
  if (mode === 'build') return [...longFiles, ...nightFiles].map(globOf);
  return mode === 'processes' ? resting() : [];
}

/** What a project consists of, by `--mode`. */
function included(name: string, mode: string): readonly string[] {
  const all = [
    `tests/${name}/**/*.test.ts`,
    ...(name === 'rehearsed' ? ['tests/regressions/*.test.ts'] : []),
  ];
  if (name === 'journeys' && mode === 'build') return quickJourneys.map(globOf);
  if ((mode !== 'build' && mode !== 'processes') || name === 'processes' || name === 'journeys') return all;
  return [...inBuilds, ...longFiles, ...nightFiles]
    .filter(({ file }) => file.startsWith(`${name}/`))
    .map(globOf);
}

/**
 * The suite's own tests; `config/vitest.config.ts` is the run that they are about. `--mode` names the tier: `gate`,
 * `build`, `processes`, or nothing for every file.
 */
export default defineConfig(({ mode }) => {
  const project = (name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig => ({
    root,
    envDir: false,
    test: {
      name,
      include: [...included(name, mode)],
      exclude: [...leftOut(mode)],
      // These end what hangs; how busy a machine is must not decide a test.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      ...test,
    },
  });

  return {
    root,
    envDir: false,
    test: {
      // Rehearsed runs wait for nothing but the processor; what starts processes waits for them.
      maxWorkers: Math.max(
        mode === 'processes' || mode === 'build' ? 3 : 2,
        Math.floor(availableParallelism() / 2),
      ),
      watch: false,
      // What a file is transformed into hangs on its content alone: projects share it, and so do runs.
      experimental: { fsModuleCache: true },
      sequence: { sequencer: LongestFirst },
      projects: [
        project('pure', { pool: 'threads', isolate: false }),
        // A run holds all that it knows in objects of its own: the plan is loaded once a worker.
        project('rehearsed', { pool: 'forks', isolate: false }),
        // Some start processes of their own, and signals to them must not reach other tests.
        project('processes', { pool: 'forks' }),
        // From a clone to the end, by the lines that documents and runs print.
        project('journeys', { pool: 'forks' }),
        // Servers that others have written, one after the other.
        project('real', { pool: 'forks' }),
      ],
    },
  };
});

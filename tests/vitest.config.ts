import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { saltOfCommit, touchedByCommit } from './support/sampling/commit.ts';
import { resting } from './support/sampling/resting-files.ts';
import type { Touched } from './support/sampling/touched.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that take longest, longest first; whoever begins with them is not left alone with one at the end. */
const longest = [
  'a-habit-alone',
  'faults-show-under-disturbances',
  'faults-of',
  'faults-blame',
  'habits-in-any-combination',
  'leave-traces',
  'a-profile-is-drafted',
  'second-implementation-conforms',
];

/** Projects one after the other, so that files that share what they load follow one another. */
const projects = ['processes', 'rehearsed', 'pure', 'real'];

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

/** Whoever names a file wants to see it: `imports`, but not the folders that the scripts name. */
const isNamed = process.argv
  .slice(2)
  .some(
    (word, at, all) =>
      !word.startsWith('-') && !/^--?[a-z]/i.test(all[at - 1] ?? '') && !/^(?:run|tests\/)/.test(word),
  );

/** The suite's own tests; `config/vitest.config.ts` is the run that they are about. `--mode` names the tier. */
export default defineConfig(({ mode }) => {
  const salt = process.env['SALT'] ?? saltOfCommit();
  const touched = mode === 'all' ? '{}' : (process.env['TOUCHED'] ?? JSON.stringify(touchedByCommit()));
  const isSampled = mode !== 'all' && mode !== 'real';
  const asleep = isSampled && !isNamed ? resting(salt, JSON.parse(touched) as Touched) : [];
  process.stdout.write(
    mode === 'all'
      ? 'all rows of all tables\n'
      : `samples by SALT=${salt}, and what the commit has touched; ${asleep.length} files rest on this commit\n`,
  );

  /** The tests of a folder. */
  const project = (name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig => ({
    root,
    envDir: false,
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      exclude: asleep.map((file) => `tests/${file}*.test.ts`),
      env: { SALT: salt, TIER: mode, TOUCHED: touched },
      testTimeout: 60_000,
      hookTimeout: 120_000,
      ...test,
    },
  });

  return {
    root,
    envDir: false,
    test: {
      // Rehearsed runs wait for nothing but the processor; what starts processes waits for them.
      maxWorkers: Math.max(mode === 'processes' ? 3 : 2, Math.floor(availableParallelism() / 2)),
      watch: false,
      sequence: { sequencer: LongestFirst },
      projects: [
        project('pure', { pool: 'threads', isolate: false }),
        // A run holds all that it knows in objects of its own: the plan is loaded once a worker.
        project('rehearsed', { pool: 'forks', isolate: false }),
        // Some start processes of their own, and signals to them must not reach other tests.
        project('processes', { pool: 'forks' }),
        // Servers that others have written, one after the other.
        project('real', { pool: 'forks' }),
      ],
    },
  };
});

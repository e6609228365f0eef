import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes; whoever begins with them is not left alone with one at the end. */
const longest = /rehearsals|faults-are-caught|second-implementation/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The suite's own tests; `config/vitest.config.ts` is the run that they are about. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  envDir: false,
  test: {
    include: ['tests/**/*.test.ts'],
    // Some start processes of their own, and signals to them must not reach other tests.
    pool: 'forks',
    // Most of the time goes to rehearsed runs, which wait for nothing but the processor.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    watch: false,
    sequence: { sequencer: LongestFirst },
  },
});

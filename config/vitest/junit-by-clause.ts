import type { RunnerTask } from 'vitest';
import { JUnitReporter, type Vitest } from 'vitest/node';
import { classnameOf } from '../../reporters/as-junit.ts';

/**
 * The JUnit of vitest, with a class name that shows the clause: vitest uses the file, which depends on the
 * compilation.
 */
class JUnitByClause extends JUnitReporter {
  /**
   * Vitest takes the class name for the name of the file; a later version hands over the whole path of the
   * file as well.
   */
  override async writeTasks(
    ...[tasks, file, ...more]: Parameters<JUnitReporter['writeTasks']>
  ): Promise<void> {
    for (const task of tasks) await super.writeTasks([task], classnameIn(task) ?? file, ...more);
  }
}

function classnameIn({ meta }: RunnerTask): string | undefined {
  const { conformance: subject } = meta;
  return subject === undefined ? undefined : classnameOf(subject.section, subject.clause);
}

/** Replaces the reporter of vitest, if that was requested. */
export function junitByClause(config: Vitest['config']): void {
  config.reporters = config.reporters.map((reporter) =>
    Array.isArray(reporter) && reporter[0] === 'junit'
      ? new JUnitByClause((reporter[1] ?? {}) as ConstructorParameters<typeof JUnitReporter>[0])
      : reporter,
  );
}

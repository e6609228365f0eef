import { resolve } from 'node:path';
import { version, type ResolvedConfig, JUnitReporter, type Vitest } from 'vitest/node';
import { classnameOf } from '../../reporters/as-junit.ts';

type Outputs = Pick<ResolvedConfig, 'reporters'> & Partial<Pick<ResolvedConfig, 'outputFile' | 'shard'>>;

/**
 * Reports of other reporters go below the folder of the command, and not below the package. So do the page of `html`,
 * and blobs: `--merge-reports` looks for them there.
 */
export function placeOutputs(config: Outputs, cwd: string): void {
  const { outputFile, shard } = config;
  const named: Readonly<Record<string, string>> | undefined =
    typeof outputFile === 'string' ? { blob: outputFile, html: outputFile } : outputFile;
  if (typeof outputFile === 'string') config.outputFile = resolve(cwd, outputFile);
  else if (outputFile !== undefined)
    config.outputFile = Object.fromEntries(
      Object.entries(outputFile).map(([name, file]) => [name, resolve(cwd, file)]),
    );
  const blob = shard === undefined ? 'blob.json' : `blob-${shard.index}-${shard.count}.json`;
  const usual = new Map([
    ['blob', `${version.startsWith('4.') ? '.vitest-reports' : '.vitest/blob'}/${blob}`],
    ['html', 'html/index.html'],
  ]);
  for (const reporter of config.reporters) {
    if (!Array.isArray(reporter)) continue;
    const file = usual.get(reporter[0]);
    if (file !== undefined && named?.[reporter[0]] === undefined)
      reporter[1] = { outputFile: resolve(cwd, file) };
  }
}

/** The class name shows the clause; vitest would use the file, which depends on the compilation. */
class JUnitByClause extends JUnitReporter {
  /** Vitest passes the file as the class name; a later version passes the whole path as well. */
  override async writeTasks(
    ...[tasks, file, ...more]: Parameters<JUnitReporter['writeTasks']>
  ): Promise<void> {
    for (const task of tasks) {
      const { conformance: subject } = task.meta;
      const name = subject === undefined ? file : classnameOf(subject.section, subject.clause);
      await super.writeTasks([task], name, ...more);
    }
  }
}

/** Replaces the JUnit reporter of vitest, if the user requested it. */
export function junitByClause(config: Vitest['config']): void {
  config.reporters = config.reporters.map((reporter) =>
    Array.isArray(reporter) && reporter[0] === 'junit'
      ? new JUnitByClause((reporter[1] ?? {}) as ConstructorParameters<typeof JUnitReporter>[0])
      : reporter,
  );
}

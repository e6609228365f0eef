import { defined } from '../../clause/defined.ts';
import { startVitest } from 'vitest/node';
import type { Report } from '../../clause/report.ts';
import { growHeapSlowly } from '../../config/vitest/slow-heap.ts';
import { vitestOptions } from '../../config/vitest/vitest-options.ts';
import type { SettingInput } from '../../config/settings/sources.ts';
import { MatrixReporter } from '../../reporters/matrix-reporter.ts';

/** Options of a run that a program starts, beside the settings. */
export interface ProgrammaticOptions {
  /** Folder for relative paths and for `.env`; the current folder unless given. */
  readonly cwd?: string;
  /** Only clauses whose id matches, as `-t` does. */
  readonly testNamePattern?: string;
  /** Print the matrix too. */
  readonly print?: boolean;
}

/** The result of a run. */
export interface ProgrammaticResult {
  readonly report: Report;
  /** The exit code that the command would have had. */
  readonly exitCode: 0 | 1 | 2 | 3 | 4;
}

/**
 * Runs the suite as the command does, writes the report, and passes it on. The exit code of the process stays
 * unchanged.
 *
 * @param settings - by their names in the environment (`CONFORMANCE_BASE_URL`), over it and over `.env`
 * @throws ConfigurationError for settings and a profile that cannot be used
 */
export async function run(
  settings: Readonly<Record<string, string>> = {},
  { cwd = process.cwd(), testNamePattern, print = false }: ProgrammaticOptions = {},
): Promise<ProgrammaticResult> {
  return await runAs({ env: { ...process.env, ...settings }, cwd, silent: !print }, testNamePattern);
}

/** The same with settings in the form of the command line. */
export async function runAs(input: SettingInput, testNamePattern?: string): Promise<ProgrammaticResult> {
  const before = process.exitCode;
  const options = vitestOptions(input);
  const reporter = [options.test?.reporters].flat().find((one) => one instanceof MatrixReporter);
  const growAsBefore = growHeapSlowly();
  try {
    const vitest = await startVitest(
      'test',
      [],
      {
        config: false,
        run: true,
        watch: false,
        ...defined({ testNamePattern }),
      },
      options,
    );
    await vitest?.close();
    const { report, exitCode } = reporter ?? {};
    if (report === undefined || exitCode === undefined) throw new Error('the run left no report');
    return { report, exitCode };
  } finally {
    growAsBefore();
    process.exitCode = before;
  }
}

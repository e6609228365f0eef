import type { Reporter, Vitest } from 'vitest/node';
import type { Report } from '../../clause/report.ts';
import { ConfigurationError } from '../../config/input/configuration-error.ts';
import { refuseSettings } from '../../config/secrets/given-secrets.ts';
import { runReporterOf } from '../../config/vitest/listed-reporter.ts';
import type { MatrixReporter } from '../../reporters/matrix-reporter.ts';

/** What to do with the report besides printing its matrix. */
export interface ConformanceReporterOptions {
  /** Gets the report and the exit code of the run as soon as both exist. Not called if no clause was selected. */
  readonly onReport?: (report: Report, exitCode: 0 | 1 | 2 | 3 | 4) => void | Promise<void>;
}

/**
 * Prints the matrix of the suite's project, and ignores the tests of other projects. If a configuration lists no
 * reporter, the matrix follows the output of the other reporters.
 */
export class ConformanceReporter implements Reporter {
  /** Of this suite. */
  readonly reportsRuns = true;
  readonly #options: ConformanceReporterOptions;
  #own: MatrixReporter | undefined;

  constructor(options: ConformanceReporterOptions = {}) {
    this.#options = options;
  }

  /** A configuration without the suite's project ends the process with exit code 2. */
  onInit(vitest: Vitest): void {
    this.#own = runReporterOf(vitest) ?? refuseAlone();
    this.#own.onInit(vitest);
  }

  async onTestRunEnd(...ended: Parameters<NonNullable<Reporter['onTestRunEnd']>>): Promise<void> {
    const [modules, errors] = ended;
    await this.#own?.onTestRunEnd(modules, errors);
    const { report, exitCode } = this.#own ?? {};
    if (report !== undefined && exitCode !== undefined) await this.#options.onReport?.(report, exitCode);
  }
}

function refuseAlone(): never {
  return refuseSettings(
    new ConfigurationError({
      setting: 'reporters',
      found: 'resource-conformance/reporter without a project of the suite',
      expected: 'both or neither',
      remedy: "Add conformanceProject() of 'resource-conformance/suite' to projects.",
    }),
    { env: process.env, cwd: process.cwd() },
  );
}

export default ConformanceReporter;

import type { Vitest } from 'vitest/node';
import type { MatrixReporter } from '../../reporters/matrix-reporter.ts';
import { suiteVersion } from '../packaging/package-folder.ts';

export interface PluginApi {
  readonly reporter: MatrixReporter;
}

/** Whether a configuration lists the reporter, as an instance or by its module. */
export function listsReporter({ config: { reporters } }: Vitest): boolean {
  const module = `${suiteVersion().name}/reporter`;
  return reporters.some((one) =>
    // The reporter may come from another copy of the module.
    Array.isArray(one) ? one[0] === module : 'reportsRuns' in one,
  );
}

/** The reporter of the project of the suite; undefined if there is no such project. */
export function runReporterOf({ projects }: Vitest): MatrixReporter | undefined {
  const plugins = projects.flatMap(({ vite }) => vite.config.plugins);
  const api = plugins.find(({ name }) => name === suiteVersion().name)?.api as PluginApi | undefined;
  return api?.reporter;
}

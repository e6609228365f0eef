import type { Vitest } from 'vitest/node';
import type { MatrixReporter } from '../../reporters/matrix-reporter.ts';
import { suiteVersion } from '../packaging/package-folder.ts';

/** What the plugin hands to such a reporter. */
export interface PluginApi {
  readonly reporter: MatrixReporter;
}

/** Whether a configuration lists one, as an instance or by its module. */
export function listsReporter({ config: { reporters } }: Vitest): boolean {
  const module = `${suiteVersion().name}/reporter`;
  return reporters.some((one) =>
    // An instance may be of another copy of its module.
    Array.isArray(one) ? one[0] === module : 'reportsRuns' in one,
  );
}

/** The reporter of the suite's project; undefined where no project is the suite's. */
export function runReporterOf({ projects }: Vitest): MatrixReporter | undefined {
  const plugins = projects.flatMap(({ vite }) => vite.config.plugins);
  const api = plugins.find(({ name }) => name === suiteVersion().name)?.api as PluginApi | undefined;
  return api?.reporter;
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { optionsOrExit } from '../../config/vitest/options-or-exit.ts';

/** How the suite runs beside other tests. */
export interface ConformanceProject {
  /** Settings by their names in the environment (`CONFORMANCE_BASE_URL`); they override environment and `.env`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder for relative paths and for `.env`; the current folder unless given. */
  readonly cwd?: string;
  /** Global set-ups of vitest that run before the first request; one of the set-ups starts the server. */
  readonly globalSetup?: string | URL | readonly (string | URL)[];
}

/**
 * The suite as one project of vitest. Its matrix and its reports cover this project alone; other projects keep their
 * flags and reporters. Settings that cannot be used end the process with exit code 2.
 */
export function conformanceProject({
  settings = {},
  cwd = process.cwd(),
  globalSetup = [],
}: ConformanceProject = {}): TestProjectInlineConfiguration {
  const { test = {}, ...options } = optionsOrExit({ env: { ...process.env, ...settings }, cwd });
  const own = [globalSetup]
    .flat()
    .map((one) => (one instanceof URL ? fileURLToPath(one) : resolve(cwd, one)));
  return { ...options, test: { ...test, globalSetup: [...own, ...[test.globalSetup ?? []].flat()] } };
}

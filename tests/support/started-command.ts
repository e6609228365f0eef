import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, type Ended } from './small-runs/started-run.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the command of the package in a folder, without the settings of this process. */
export function runCommand(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ended> {
  const command = join(repository, 'bin/resource-conformance.mjs');
  return run(cwd, process.execPath, [command, ...args], { env });
}

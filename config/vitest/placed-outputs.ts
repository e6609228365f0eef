import { resolve } from 'node:path';
import { version, type ResolvedConfig } from 'vitest/node';

type Outputs = Pick<ResolvedConfig, 'reporters'> & Partial<Pick<ResolvedConfig, 'outputFile' | 'shard'>>;

/**
 * Reports of other reporters go below the folder of the command, not below the package: including blobs, which
 * `--merge-reports` looks for there, and the page of `html`.
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

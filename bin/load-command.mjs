import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../', import.meta.url);
const sources = [
  'bin',
  'clause',
  'config',
  'contract',
  'faults',
  'reference',
  'reporters',
  'run',
  'schemas',
  'wire',
];

/**
 * Imports a command's compiled module. In the repository, where sources change, it is taken from the sources instead
 * when they are newer, so that nobody runs a stale build.
 *
 * @param {string} name - of the module in `bin`
 * @returns {Promise<{ main: (argv: readonly string[]) => Promise<void> }>}
 */
export async function loadCommand(name) {
  const compiled = new URL(`dist/bin/${name}.js`, folder);
  const inRepository = existsSync(new URL('tests/', folder));
  if (existsSync(compiled) && !(inRepository && isStale(compiled))) return await import(compiled.href);
  if (inRepository) return await importSource(fileURLToPath(new URL(`bin/${name}.ts`, folder)));
  process.stderr.write(
    `resource-conformance: ${fileURLToPath(compiled)} is missing; install the package again\n`,
  );
  process.exit(2);
}

/** @param {URL} compiled */
function isStale(compiled) {
  const built = statSync(compiled).mtimeMs;
  return sources.some((name) => {
    const within = new URL(`${name}/`, folder);
    const files = readdirSync(within, { recursive: true, withFileTypes: true });
    return files.some(
      (file) => /\.(ts|json)$/.test(file.name) && statSync(`${file.parentPath}/${file.name}`).mtimeMs > built,
    );
  });
}

/** @param {string} path */
async function importSource(path) {
  const { runnerImport } = await import('vite');
  const options = { configFile: false, envDir: false, root: fileURLToPath(folder), logLevel: 'error' };
  return (await runnerImport(path, options)).module;
}

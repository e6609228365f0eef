import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../', import.meta.url);
const sources = [
  'bin',
  'clause',
  'config',
  'contract',
  'faults',
  'properties',
  'reference',
  'reporters',
  'run',
  'schemas',
  'suites',
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
  if (inRepository) return await loadSource(name);
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

/**
 * Imports a command's module from the sources, where suites still know their lines.
 *
 * @param {string} name - of the module in `bin`
 * @returns {Promise<{ main: (argv: readonly string[]) => Promise<void> }>}
 */
export async function loadSource(name) {
  const { createRunnableDevEnvironment, resolveConfig } = await import('vite');
  const root = fileURLToPath(folder);
  const resolve = { external: true, mainFields: [], conditions: ['node'] };
  const inline = { consumer: 'server', dev: { moduleRunnerTransform: true }, resolve };
  const config = await resolveConfig(
    { configFile: false, envDir: false, cacheDir: root, root, logLevel: 'error', environments: { inline } },
    'serve',
  );
  const environment = createRunnableDevEnvironment('inline', config, {
    runnerOptions: { hmr: { logger: false } },
    hot: false,
  });
  await environment.init();
  const { main } = await environment.runner.import(`${root}bin/${name}.ts`);
  return {
    // Commands import what only they need when they run: the runner stays open until then.
    main: async (argv) => {
      try {
        await main(argv);
      } finally {
        await environment.close();
      }
    },
  };
}

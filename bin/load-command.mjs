import { fileURLToPath } from 'node:url';
import { freshBuild, inRepository } from '../config/packaging/fresh-build.mjs';

const folder = new URL('../', import.meta.url);

/**
 * Imports a command's compiled module. In the repository, where sources change, it is taken from the sources instead
 * when they are newer.
 *
 * @param {string} name - of the module in `bin`
 * @returns {Promise<{ main: (argv: readonly string[]) => Promise<void> }>}
 */
export async function loadCommand(name) {
  const built = freshBuild();
  if (built !== undefined) return await import(new URL(`bin/${name}.js`, built).href);
  if (inRepository) return await loadSource(name);
  const missing = fileURLToPath(new URL(`dist/bin/${name}.js`, folder));
  process.stderr.write(`resource-conformance: ${missing} is missing; install the package again\n`);
  process.exit(2);
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

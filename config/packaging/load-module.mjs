import { fileURLToPath } from 'node:url';
import { freshBuild, inRepository } from './fresh-build.mjs';

const folder = new URL('../../', import.meta.url);

/**
 * A module of the suite, and how to close the loader of the module.
 *
 * @template M
 * @typedef {{ readonly module: M, readonly close: () => Promise<void> }} Loaded
 */

/**
 * Imports a compiled module. In the repository, the module comes from the sources if they are newer.
 *
 * @template M
 * @param {string} name - path below the package's folder, without its ending
 * @returns {Promise<Loaded<M>>}
 */
export async function loadModule(name) {
  const built = freshBuild();
  if (built !== undefined)
    return {
      module: await import(/* @vite-ignore */ new URL(`${name}.js`, built).href),
      close: async () => {},
    };
  if (inRepository) return await loadSource(name);
  const missing = fileURLToPath(new URL(`dist/${name}.js`, folder));
  process.stderr.write(`resource-conformance: ${missing} is missing; install the package again\n`);
  process.exit(2);
}

/**
 * Imports a module from the sources: only from there do suites know their lines. The module can import further modules
 * until it is closed.
 *
 * @template M
 * @param {string} name - path below the repository's folder, without its ending
 * @returns {Promise<Loaded<M>>}
 */
export async function loadSource(name) {
  const root = fileURLToPath(folder);
  const [sign] = /[#?]/.exec(root) ?? [];
  if (sign !== undefined) {
    process.stderr.write(
      `resource-conformance: found "${sign}" in the name of the folder ${root}; expected none there: sources cannot be loaded from it.\nCompile them (npm run build), or rename the folder.\n`,
    );
    process.exit(2);
  }
  const { createRunnableDevEnvironment, resolveConfig } = await import('vite');
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
  const module = await environment.runner.import(`${root}${name}.ts`);
  return { module, close: () => environment.close() };
}

import { loadModule, loadSource } from '../config/packaging/load-module.mjs';

/**
 * A command's module: `main` takes its arguments.
 *
 * @typedef {{ main: (argv: readonly string[]) => Promise<void> }} Command
 */

/**
 * Imports a command's compiled module, or its source if the source is newer.
 *
 * @param {string} name - of the module in `bin`
 * @returns {Promise<Command>}
 */
export async function loadCommand(name) {
  return open(await loadModule(`bin/${name}`));
}

/**
 * Imports a command's module from the sources.
 *
 * @param {string} name - of the module in `bin`
 * @returns {Promise<Command>}
 */
export async function loadSourceCommand(name) {
  return open(await loadSource(`bin/${name}`));
}

/** Commands import further modules while they run, so their loader stays open until then. */
function open({ module, close }) {
  return {
    main: async (argv) => {
      try {
        await module.main(argv);
      } finally {
        await close();
      }
    },
  };
}

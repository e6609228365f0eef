import './packaging/supported-node.mjs';
import { loadModule } from './packaging/load-module.mjs';
import type * as Options from './vitest/options-or-exit.ts';

// Loaded by its path: a process that imports this file as a source would compile and keep everything that it needs.
const { module } = await loadModule<typeof Options>('config/vitest/options-or-exit');

export default module.optionsOrExit({ env: process.env, cwd: process.cwd() });

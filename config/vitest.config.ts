import './packaging/supported-node.mjs';
import { loadModule } from './packaging/load-module.mjs';
import type * as Options from './vitest/options-or-exit.ts';

// Not imported as a source: anyone who loads this file would compile all that it needs, and keep that.
const { module } = await loadModule<typeof Options>('config/vitest/options-or-exit');

export default module.optionsOrExit({ env: process.env, cwd: process.cwd() });

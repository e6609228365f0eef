import { freshBuild } from './packaging/fresh-build.mjs';
import type * as Options from './vitest/options-or-exit.ts';

// What is compiled and current starts in half the time.
const built = freshBuild();
const { optionsOrExit } =
  built === undefined
    ? await import('./vitest/options-or-exit.ts')
    : ((await import(new URL('config/vitest/options-or-exit.js', built).href)) as typeof Options);

export default optionsOrExit({ env: process.env, cwd: process.cwd() });

import { freshBuild } from './fresh-build.mjs';
import type * as Options from './options-or-exit.ts';

// What is compiled and current starts in half the time.
const built = freshBuild();
const { optionsOrExit } =
  built === undefined
    ? await import('./options-or-exit.ts')
    : ((await import(new URL('config/options-or-exit.js', built).href)) as typeof Options);

export default optionsOrExit({ env: process.env, cwd: process.cwd() });

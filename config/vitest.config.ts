import { optionsOrExit } from './options-or-exit.ts';

export default optionsOrExit({ env: process.env, cwd: process.cwd() });

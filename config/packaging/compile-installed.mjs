import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// npm runs this in a clone after a change of the installed packages, and never in a project that depends on the
// package. Compiled code starts faster and takes half the memory. Without the compiler (`npm ci --omit=dev`) the
// sources run.
const folder = new URL('../../', import.meta.url);
if (existsSync(new URL('node_modules/typescript/', folder)))
  execSync('npm run build', { cwd: folder, stdio: 'inherit' });

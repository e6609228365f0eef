import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// npm runs this when a clone is installed and when the package is packed: what is compiled starts faster and takes half
// the memory. Where the compiler was left out (`npm ci --omit=dev`) the sources run; a package needs it.
const folder = new URL('../../', import.meta.url);
const isInstall = ['ci', 'install'].includes(process.env.npm_command ?? '');
const hasCompiler = existsSync(new URL('node_modules/typescript/', folder));
if (hasCompiler || !isInstall) execSync('npm run build', { cwd: folder, stdio: 'inherit' });

import '../config/packaging/supported-node.mjs';
import './start/closed-pipe.mjs';
import { register } from 'node:module';

// For developers of the suite: it runs the code that they have just written.
register('./source-hook.mjs', import.meta.url);
const { main } = await import('./rehearse.ts');
await main(process.argv.slice(2));

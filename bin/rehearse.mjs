import '../config/packaging/supported-node.mjs';
import './start/closed-pipe.mjs';
import { register } from 'node:module';

// For those who change the suite: what they have just written is what has to run.
register('./source-hook.mjs', import.meta.url);
const { main } = await import('./rehearse.ts');
await main(process.argv.slice(2));

import '../config/packaging/supported-node.mjs';
import { register } from 'node:module';

register('../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./command.ts');
await main(process.argv.slice(2));

import { register } from 'node:module';

register('../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./support/picture.ts');
await main();

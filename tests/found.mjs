import { register } from 'node:module';

register('../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./support/write-found-page.ts');
main();

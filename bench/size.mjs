import { register } from 'node:module';

register('../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./size/command.ts');
main(process.argv.slice(2));

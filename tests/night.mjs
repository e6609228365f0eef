import { register } from 'node:module';

// `npm run test:night`: rows that are too many for every commit, drawn by a seed.
register('../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./night/command.ts');
await main(process.argv.slice(2));

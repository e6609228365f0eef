import { register } from 'node:module';

// What has just been written is what has to be tried.
register('../../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./command.ts');
await main(process.argv.slice(2));

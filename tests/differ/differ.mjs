import { register } from 'node:module';

// `npm run differ`: a new judge beside the one that runs today, on what was recorded.
register('../../bin/source-hook.mjs', import.meta.url);
const { main } = await import('./command.ts');
await main(process.argv.slice(2));

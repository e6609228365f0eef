import { loadSource } from './load-command.mjs';

const { main } = await loadSource('docs');
await main(process.argv.slice(2));

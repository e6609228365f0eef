import { loadSource } from './load-command.mjs';

const { main } = await loadSource('power');
await main(process.argv.slice(2));

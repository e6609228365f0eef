import './start/supported-node.mjs';
import './start/closed-pipe.mjs';

const { loadSource } = await import('./load-command.mjs');
const { main } = await loadSource('docs');
await main(process.argv.slice(2));

import '../config/packaging/supported-node.mjs';
import './start/closed-pipe.mjs';

const { loadSourceCommand } = await import('./load-command.mjs');
const { main } = await loadSourceCommand('power');
await main(process.argv.slice(2));

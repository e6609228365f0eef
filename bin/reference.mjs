#!/usr/bin/env node
import '../config/packaging/supported-node.mjs';
import './start/closed-pipe.mjs';

const { loadCommand } = await import('./load-command.mjs');
const { main } = await loadCommand('reference');
await main(process.argv.slice(2));

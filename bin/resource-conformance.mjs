#!/usr/bin/env node
import '../config/packaging/supported-node.mjs';
import './start/closed-pipe.mjs';
import { tellUnloadable } from './start/unloadable.mjs';

const { loadCommand } = await import('./load-command.mjs');
const { main } = await loadCommand('main').catch(tellUnloadable);
await main(process.argv.slice(2));

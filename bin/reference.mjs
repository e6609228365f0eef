#!/usr/bin/env node
import { loadCommand } from './load-command.mjs';

const { main } = await loadCommand('reference');
await main(process.argv.slice(2));

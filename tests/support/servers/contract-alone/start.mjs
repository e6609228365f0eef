import { createServer } from 'node:http';
import { timeOf } from './time.mjs';

// Serves one of the servers on a port of this machine: the path of its module below this folder, then the port.
const [path = '', port = '0'] = process.argv.slice(2);
const { handlerOf } = await import(new URL(`${path.split('/')[0]}/base.mjs`, import.meta.url));
const { default: server } = await import(new URL(path, import.meta.url));
const time = timeOf({ now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });
const listening = createServer(handlerOf(server(time), time)).listen(Number(port), '127.0.0.1', () =>
  console.log(`ready: http://127.0.0.1:${listening.address().port}`),
);

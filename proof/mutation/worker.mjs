import { once } from 'node:events';
import { register } from 'node:module';

/** What a worker is to do, which anyone who has forked it says first: see `task.ts`. */
const [task] = await once(process, 'message');

register('./hook.mjs', import.meta.url, { data: task.loading });
const { work } = await import('./worker.ts');
await work(task);

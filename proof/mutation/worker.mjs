import { once } from 'node:events';
import { register } from 'node:module';

/** The task of a worker, which is the first message of its parent process: see `task.ts`. */
const [task] = await once(process, 'message');

register('./hook.mjs', import.meta.url, { data: task.loading });
const { work } = await import('./worker.ts');
await work(task);

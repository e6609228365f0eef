import { fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { AskedProcess } from '../asked-process.ts';
import type { Task, Told, Trial, Tried } from './task.ts';

const script = new URL('worker.mjs', import.meta.url);

const options: ForkOptions = { execArgv: ['--max-old-space-size=2048'] };

/** No item, and no loading of items, takes longer than this: a later outcome does not come. */
const mostMs = 20_000;

/**
 * The messages of a worker until its task is done.
 *
 * @throws UnreadableTape for values that no run gets, so that no worker spends hours on an invented head
 */
export async function toldBy(task: Task, onTold: (told: Told) => void): Promise<void> {
  const worker = fork(script, [], { ...options, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  worker.send(task);
  worker.on('message', (told) => {
    onTold(told as Told);
  });
  const [code] = (await once(worker, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`a worker that was to ${task.job} ended with exit code ${code}`);
}

/** A worker that tries mutants successively. */
export class TryingWorker {
  readonly #task: Task;
  // A mutant may print, and a test that cannot be loaded with it ends with output.
  readonly #process = new AskedProcess(script, { ...options, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

  constructor(task: Omit<Task, 'job'>) {
    this.#task = { ...task, job: 'try' };
  }

  /** The result of a mutant; nothing if no end came. */
  async tryOut(trial: Trial): Promise<Tried | undefined> {
    const isReady = this.#process.isRunning || (await this.#process.ask(this.#task, mostMs)) !== undefined;
    // The tests that cannot even be loaded with it.
    if (!isReady) return { difference: 'other', by: 'loading', tried: 0, unsteady: [] };
    const allowed = mostMs + trial.items.length * 1_000;
    return (await this.#process.ask(trial, allowed)) as Tried | undefined;
  }

  close(): void {
    this.#process.close();
  }
}

import { fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { AskedProcess } from '../asked-process.ts';
import type { Task, Told, Trial, Tried } from './task.ts';

const script = new URL('worker.mjs', import.meta.url);

const options: ForkOptions = { execArgv: ['--max-old-space-size=2048'] };

/** The most time for an item, and for loading items: a later outcome never comes. */
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

/** A worker that tries one mutant after another. */
export class TryingWorker {
  readonly #task: Task;
  // A mutant may print, and a test that the mutant keeps from loading prints as well.
  readonly #process = new AskedProcess(script, { ...options, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

  constructor(task: Omit<Task, 'job'>) {
    this.#task = { ...task, job: 'try' };
  }

  /** The result of a mutant; undefined if it did not end. */
  async tryOut(trial: Trial): Promise<Tried | undefined> {
    const isReady = this.#process.isRunning || (await this.#process.ask(this.#task, mostMs)) !== undefined;
    // The tests that the mutant keeps from loading.
    if (!isReady) return { difference: 'other', by: 'loading', tried: 0, unsteady: [] };
    const allowed = mostMs + trial.items.length * 1_000;
    return (await this.#process.ask(trial, allowed)) as Tried | undefined;
  }

  close(): void {
    this.#process.close();
  }
}

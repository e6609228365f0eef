import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import type { Task, Told, Trial, Tried } from './task.ts';

const script = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** Longer than this no item takes: an end that has not come by then does not. */
const mostMs = 20_000;

function start(task: Task): ChildProcess {
  const worker = fork(script, [], {
    execArgv: ['--max-old-space-size=2048'],
    // A mutant may print, and what cannot be loaded with it ends noisily.
    stdio: ['ignore', 'ignore', task.job === 'try' ? 'ignore' : 'inherit', 'ipc'],
  });
  worker.send(task);
  return worker;
}

/** What a worker tells until it has done its task. */
export async function toldBy(task: Task, onTold: (told: Told) => void): Promise<void> {
  const worker = start(task);
  worker.on('message', (told) => {
    onTold(told as Told);
  });
  const [code] = (await once(worker, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`a worker that was to ${task.job} ended with exit code ${code}`);
}

/** A worker that tries mutants one after the other; a mutant that never ends takes it along, and the next one has another. */
export class TryingWorker {
  readonly #task: Task;
  #worker: ChildProcess | undefined;

  constructor(task: Omit<Task, 'job'>) {
    this.#task = { ...task, job: 'try' };
  }

  /** What came of a mutant; nothing where no end came. */
  async tryOut(trial: Trial): Promise<Tried | undefined> {
    const worker = this.#worker ?? (await this.#ready());
    // What cannot even be loaded with it.
    if (worker === undefined) return { difference: 'other', by: 'loading', tried: 0, unsteady: [] };
    const allowed = mostMs + trial.items.length * 1_000;
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        worker.kill('SIGKILL');
      }, allowed);
      const end = (tried: Tried | undefined): void => {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('exit', leave);
        resolve(tried);
      };
      const hear = (told: Told): void => {
        if (told.kind === 'tried') end(told);
      };
      const leave = (): void => {
        this.#worker = undefined;
        end(undefined);
      };
      worker.on('message', hear);
      worker.on('exit', leave);
      worker.send(trial);
    });
  }

  close(): void {
    this.#worker?.kill('SIGKILL');
    this.#worker = undefined;
  }

  async #ready(): Promise<ChildProcess | undefined> {
    const worker = start(this.#task);
    this.#worker = worker;
    const [told] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [unknown];
    if (typeof told !== 'object' || told === null) this.#worker = undefined;
    return this.#worker;
  }
}

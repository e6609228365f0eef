import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';

/**
 * A script in its own process, which answers one message after another. A script without an end is killed with its
 * process; the next message starts another process.
 */
export class AskedProcess {
  readonly #script: URL;
  readonly #options: ForkOptions;
  readonly #first: object | undefined;
  #child: ChildProcess | undefined;

  /** @param first - the first message to a process, which gets no answer */
  constructor(script: URL, options: ForkOptions, first?: object) {
    this.#script = script;
    this.#options = options;
    this.#first = first;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** The answer; undefined if the process ends without it: all its work waits forever, or the time is over. */
  async ask(question: object, mostMs: number): Promise<unknown> {
    const child = (this.#child ??= this.#start());
    const over = new AbortController();
    const { signal } = over;
    const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
    try {
      child.send(question);
      return await Promise.race([
        once(child, 'message', { signal }).then(([answer]) => answer as unknown),
        once(child, 'exit', { signal }).then(() => {
          this.#child = undefined;
          return undefined;
        }),
      ]);
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const child = fork(this.#script, [], this.#options);
    if (this.#first !== undefined) child.send(this.#first);
    return child;
  }
}

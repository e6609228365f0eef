import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';

/**
 * A script in a process of its own, which answers one message after the other. What never ends takes the process along,
 * and the next message starts another.
 */
export class AskedProcess {
  readonly #script: URL;
  readonly #options: ForkOptions;
  readonly #first: object | undefined;
  #child: ChildProcess | undefined;

  /** @param first - what a process is told as it starts, and answers nothing to */
  constructor(script: URL, options: ForkOptions, first?: object) {
    this.#script = script;
    this.#options = options;
    this.#first = first;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Its answer; nothing if it ends instead, by itself, since all that is left waits for ever, or after that long. */
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

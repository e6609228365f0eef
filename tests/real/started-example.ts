import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'dotenv';
import { examples } from './installed-examples.ts';

/** An answer of a third party: its status, and its body where that is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An example that listens, in a process of its own. */
export class StartedExample implements AsyncDisposable {
  readonly #ownUrl: string;
  readonly #token: string;
  readonly #end: () => Promise<void>;

  private constructor(ownUrl: string, token: string, end: () => Promise<void>) {
    this.#ownUrl = ownUrl;
    this.#token = token;
    this.#end = end;
  }

  /** Starts one that writes `.env` and what it names into a folder; throws if it ends before it listens. */
  static async start(command: readonly string[], folder: string): Promise<StartedExample> {
    const [program = '', ...args] = command;
    // The channel ends with this process, however that ends, and the example ends with the channel.
    const child = spawn(process.execPath, [join(examples, program), '--write', folder, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const exited = once(child, 'exit');
    const end = async (): Promise<void> => {
      child.kill('SIGTERM');
      await exited;
    };
    if (child.stdout === null) throw new Error('no pipe to read from');
    for await (const line of createInterface({ input: child.stdout })) {
      const [, ownUrl] = /own port (\S+),/.exec(line) ?? [];
      if (ownUrl === undefined) continue;
      const { CONFORMANCE_TOKEN_MANAGE_TEST: token = '' } = parse(readFileSync(join(folder, '.env')));
      return new StartedExample(ownUrl, token, end);
    }
    await exited;
    throw new Error(`${program} ended before it listened`);
  }

  /** Asks the third party at its own port: no adapter is on the way. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${this.#ownUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

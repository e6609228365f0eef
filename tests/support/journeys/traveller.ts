import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from './documented-commands.ts';

/** How a typed line ended, and all that it printed. */
export interface Typed {
  readonly code: number | null;
  readonly said: string;
}

/** What a reader fills in for a placeholder, by the placeholder as it is printed: `<clause>`. */
export type AnswerBook = Readonly<Record<string, string>>;

/**
 * Somebody who types lines, one after the other, in one folder, with a home of his own. Nothing is set but what the lines
 * set. Whatever asks a registry for a package fails at once: its port is closed.
 */
export class Traveller {
  readonly folder = mkdtempSync(join(tmpdir(), 'journey-'));
  readonly #home = mkdtempSync(join(tmpdir(), 'home-'));
  readonly #answers: AnswerBook;
  readonly #started: ChildProcess[] = [];
  /** Each line that was typed, as it is printed where it was read. */
  readonly walked: string[] = [];

  constructor(answers: AnswerBook = {}) {
    this.#answers = answers;
  }

  /**
   * In place of `git clone` and `npm ci`, which take a minute and a registry: what a clone of the working tree holds, the
   * installed packages beside it, and what `npm ci` has compiled, where the working tree has compiled it.
   */
  clone(): void {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: repository, encoding: 'utf8' }); // prettier-ignore
    const files = listed.split('\0').filter((file) => file !== '' && !/^(?:tests|proof|bench)\//.test(file));
    for (const file of [...files, 'dist']) {
      const from = join(repository, file);
      if (!existsSync(from)) continue;
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      cpSync(from, join(this.folder, file), { recursive: true, preserveTimestamps: true });
    }
    symlinkSync(join(repository, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Types a line into a shell, its placeholders filled in; of `npm ci &&` it is known that it was done (see `clone`). */
  async type(line: string): Promise<Typed> {
    const child = this.#shell(line);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    return await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve({ code, said }));
    });
  }

  /** Types a line into a second terminal, and goes on once it has printed the text; it is ended with the journey. */
  async start(line: string, until: RegExp): Promise<string> {
    const child = this.#shell(line);
    this.#started.push(child);
    let said = '';
    return await new Promise((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`${line} ended with ${code}: ${said}`)));
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (until.test(said)) resolve(said);
        });
    });
  }

  /** Fills in lines of `.env` as a reader does with an editor: the line that is there, else one more. */
  fillIn(...settings: readonly string[]): void {
    const path = join(this.folder, '.env');
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const setting of settings) {
      const name = setting.slice(0, setting.indexOf('='));
      const at = lines.findIndex((line) => line.startsWith(`${name}=`));
      lines.splice(at < 0 ? lines.length - 1 : at, at < 0 ? 0 : 1, this.filled(setting));
    }
    writeFileSync(path, lines.join('\n'));
  }

  /** A text with what the reader knows in the place of what a document leaves to him. */
  filled(text: string): string {
    return Object.entries(this.#answers).reduce(
      (rest, [printed, answer]) => rest.replaceAll(printed, answer),
      text,
    );
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Ends what was started, and leaves nothing. */
  async end(): Promise<void> {
    await this.stop();
    for (const folder of [this.folder, this.#home])
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Ends what was started in further terminals. */
  async stop(): Promise<void> {
    for (const child of this.#started.splice(0)) {
      const closed = new Promise((resolve) => {
        child.once('close', resolve);
      });
      // A shell and what it has started are one group.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await closed;
    }
  }

  #shell(line: string): ChildProcess {
    this.walked.push(line);
    const typed = this.filled(line).replace(/^npm ci && /, '');
    return spawn('sh', ['-c', typed], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.#home,
        LANG: 'C.UTF-8',
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0',
        npm_config_update_notifier: 'false',
      },
    });
  }
}

/** What a run prints behind `next:`, to be typed or filled in as it stands. */
export function nextIn({ said }: Typed): string | undefined {
  return /^next: (.+)$/m.exec(said)?.[1];
}

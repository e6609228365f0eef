import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';

const PROGRAM = fileURLToPath(new URL('server.py', import.meta.url));
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

/** The names under which the program issues its tokens. */
export type TokenName =
  | 'manage_test'
  | 'view_test'
  | 'manage_products'
  | 'view_products'
  | 'view_published_products'
  | 'no_scope'
  | 'other_project';

/** The line that the program prints once it listens. */
export interface Announcement {
  readonly baseUrl: string;
  readonly projectKey: string;
  readonly otherProjectKey: string;
  readonly tokens: Readonly<Record<TokenName, string>>;
  readonly fixture: { readonly id: string; readonly key: string };
}

/** A fault as `--list-faults` prints it. */
export interface ListedFault {
  readonly name: string;
  readonly section: string;
  readonly summary: string;
}

/** An answer: status, headers, the body as text and, where it is JSON, as a value. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

/** What to send besides method and path; `as` names the token, a text that is no token name is sent itself. */
export interface Asked {
  readonly as?: TokenName | (string & {});
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether python3 can be started here. */
export function pythonIsPresent(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

/** The catalogue of faults, as the program lists it. */
export function listFaults(): readonly ListedFault[] {
  const printed = execFileSync('python3', [PROGRAM, '--list-faults'], { env: ENVIRONMENT, encoding: 'utf8' });
  return JSON.parse(printed) as readonly ListedFault[];
}

/** A running program and the ways to ask it. Ends with `await using`. */
export class StartedServer implements AsyncDisposable {
  readonly announced: Announcement;
  readonly #agent = new Agent({ connections: 16 });
  readonly #end: () => Promise<void>;

  private constructor(announced: Announcement, end: () => Promise<void>) {
    this.announced = announced;
    this.#end = end;
  }

  /** Starts the program with these arguments on a free port; throws if it ends before it listens. */
  static async start(...args: readonly string[]): Promise<StartedServer> {
    const child = spawn('python3', [PROGRAM, '--port', '0', ...args], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      return new StartedServer(JSON.parse(line) as Announcement, async () => {
        child.kill('SIGTERM');
        await exited;
      });
    }
    throw new Error(`the program ended before it listened: ${args.join(' ')}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
    await this.#end();
  }

  /** Asks `{baseUrl}/{projectKey}/resource{path}`, or the same below another project key. */
  async ask(
    method: string,
    path: string,
    asked: Asked = {},
    projectKey = this.announced.projectKey,
  ): Promise<Answer> {
    const json = asked.json === undefined ? undefined : JSON.stringify(asked.json);
    const response = await request(`${this.announced.baseUrl}/${projectKey}/resource${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        ...(asked.as === undefined ? {} : { Authorization: `Bearer ${this.#token(asked.as)}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...asked.headers,
      },
      body: asked.body ?? json ?? null,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const text = String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
    };
  }

  /** Everything that follows the header section of the answer to a HEAD, as the socket delivers it. */
  async bytesAfterHead(as: TokenName): Promise<string> {
    const { hostname, port, pathname } = new URL(this.announced.baseUrl);
    const socket = connect(Number(port), hostname);
    const lines = [
      `HEAD ${pathname}/${this.announced.projectKey}/resource HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${this.#token(as)}`,
      'Connection: close',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    return received.slice(received.indexOf('\r\n\r\n') + 4);
  }

  #token(name: string): string {
    return Object.entries(this.announced.tokens).find(([known]) => known === name)?.[1] ?? name;
  }
}

import { readdirSync } from 'node:fs';
import { inProcessTransport } from '../../../../config/runs/in-process-transport.ts';
import { rehearsalOptions } from '../../../../config/runs/rehearsal.ts';
import { suppliedTokens } from '../../../../config/runs/supplied-tokens.ts';
import { tokenNames } from '../../../../config/settings/tokens.ts';
import type { Request, Response } from '../../../../reference/message.ts';
import type { Clock } from '../../../../wire/clock.ts';
import { createVirtualClock } from '../../../../wire/virtual-clock.ts';
import { judgeWhole, type WholeRun } from '../../whole-run.ts';

/** A request, and where its answer goes, as far as the servers look at what node's `http` hands over. */
type Handler = (
  request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly socket: { readonly destroy: () => void };
    readonly [Symbol.asyncIterator]: () => AsyncIterator<Uint8Array>;
  },
  answer: {
    readonly writeHead: (status: number, headers: Readonly<Record<string, unknown>>) => void;
    readonly writeEarlyHints: () => void;
    readonly write: (part: string | Uint8Array) => void;
    readonly end: (part?: string | Uint8Array) => void;
  },
) => Promise<void>;

/** What a folder of servers has in `base.mjs`, and in `../time.mjs`. */
interface Base {
  readonly handlerOf: (options: unknown, time: unknown) => Handler;
}
interface Time {
  readonly timeOf: (clock: Pick<Clock, 'now' | 'sleep'>, seed: number) => unknown;
}
interface Server {
  readonly default: (time: unknown) => unknown;
}

/** What the token of each setting is called in the servers. */
const tokens = suppliedTokens({
  projectKey: 'demo',
  otherProjectKey: 'other',
  manifestTokens: [],
  tokens: tokenNames.map((name) => ({
    name,
    token: name === 'other_project' ? 'other-everything' : `demo-${name.replaceAll('_', '-')}`,
  })),
});

const here = new URL('./', import.meta.url);

/** Paths of the servers of a folder, below this one. */
export function serversOf(folder: 'honest' | 'defects'): readonly string[] {
  return readdirSync(new URL(folder, here), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /^\w+\/\w+\/[\w-]+\.mjs$/.test(path))
    .toSorted();
}

/** Judges a server by its path below this folder, in virtual time, as somebody would who has declared nothing. */
export async function judgeServer(path: string, seed = 1): Promise<WholeRun> {
  const began = new Date('2026-01-01T00:00:00.000Z');
  const clock = createVirtualClock(began);
  const { timeOf } = await load<Time>('time.mjs');
  const { handlerOf } = await load<Base>(`${path.split('/')[0]}/base.mjs`);
  const { default: server } = await load<Server>(path);
  const time = timeOf({ now: () => began.getTime() + clock.now(), sleep: (ms) => clock.sleep(ms) }, seed);
  const handler = handlerOf(server(time), time);
  const transport = inProcessTransport((request) => answered(handler, request), clock, { latencyMs: 1 });
  const options = { ...rehearsalOptions({}, seed), tokens };
  return judgeWhole({ transport, clock, options });
}

async function load<T>(path: string): Promise<T> {
  return (await import(new URL(path, here).href)) as T;
}

/** Hands a request over as node does, and waits for the end of the answer. */
function answered(handler: Handler, { method, target, headers, body }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    let head: Omit<Response, 'body'> = { status: 200, headers: [] };
    const parts: Uint8Array[] = [];
    const write = (part: string | Uint8Array = ''): void => void parts.push(Buffer.from(part));
    handler(
      {
        method,
        url: target,
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
        socket: { destroy: () => resolve({ status: 0, headers: [], body, wire: { kind: 'drop' } }) },
        async *[Symbol.asyncIterator]() {
          yield await Promise.resolve(body);
        },
      },
      {
        writeHead: (status, fields) => {
          head = { status, headers: Object.entries(fields).map(([name, value]) => [name, String(value)]) };
        },
        writeEarlyHints: () => {},
        write,
        end: (part) => {
          write(part);
          resolve({ ...head, body: new Uint8Array(Buffer.concat(parts)) });
        },
      },
    ).catch(reject);
  });
}

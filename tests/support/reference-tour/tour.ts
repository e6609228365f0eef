import { answer } from '../../../reference/in-process.ts';
import { createReference, type Reference } from '../../../reference/create.ts';
import type { Header, Request, Response } from '../../../reference/message.ts';
import { tokenOf } from '../../../reference/tokens.ts';

/** Time that passes only when every request waits for it. */
export class VirtualTime {
  #now: number;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(now = 1_732_175_009_090) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ at: this.#now + ms, wake }));
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Waits for all of the work and lets time pass whenever nothing else can happen. */
  async until<T>(work: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const finished = work.finally(() => (state.isDone = true));
    while (!state.isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || state.isDone) continue;
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    return finished;
  }
}

/** Parts of a request that differ from the ordinary. */
export interface Asked {
  /** Bearer token; empty for none. */
  readonly token?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: readonly Header[];
  readonly connection?: string;
}

/** A request as a client of the project `demo` would send it. */
export function ask(method: string, target: string, asked: Asked = {}): Request {
  const { token = tokenOf.everything, json, text = '', headers = [], connection } = asked;
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const typed: Header[] =
    !isTyped && (json !== undefined || text !== '') ? [['Content-Type', 'application/json']] : [];
  const bearer: Header[] = token === '' ? [] : [['Authorization', `Bearer ${token}`]];
  const body = new TextEncoder().encode(json === undefined ? text : JSON.stringify(json));
  const from = connection === undefined ? {} : { connection };
  return { method, target, headers: [...bearer, ...typed, ...headers], body, ...from };
}

/** Requests sent at once, after some time has passed. */
export interface Stop {
  readonly afterMs?: number;
  readonly requests: readonly Request[];
}

/** All answers of a reference to a tour, as comparable text. */
export async function travel(reference: Reference, tour: readonly Stop[]): Promise<string[]> {
  const time = new VirtualTime();
  const seen: string[] = [];
  for (const { afterMs = 1, requests } of tour) {
    time.pass(afterMs);
    const answers = Promise.all(requests.map((request) => answer(reference, request, time)));
    for (const [index, response] of (await time.until(answers)).entries())
      seen.push(`${requests[index]?.method} ${requests[index]?.target} ${shown(response)}`);
  }
  return seen;
}

function shown({ status, headers, body, wire }: Response): string {
  return JSON.stringify([status, headers, Buffer.from(body).toString('latin1'), wire ?? null]);
}

/** The ids and keys that a fresh reference gives to its first resources. */
export async function firstIds(count: number): Promise<string[]> {
  const reference = createReference();
  const body = { objectTypeProperty: {} };
  const request = ask('POST', '/demo/resource', { json: body });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const response = await answer(reference, request, new VirtualTime());
    ids.push(String(JSON.parse(new TextDecoder().decode(response.body)).id));
  }
  return ids;
}

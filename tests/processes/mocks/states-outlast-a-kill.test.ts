import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { mock, type StartedMock } from '../../../mock/published.ts';
import { killed, startMock } from '../../support/mocks/started-mock.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';

const headers = { Authorization: 'Bearer demo-manage-test', 'Content-Type': 'application/json' };

/** A resource as answers have shown it; nothing of one that was deleted. */
type Known = { readonly version: number; readonly value: string | undefined } | undefined;

/** What a client was told, and what it asked for and was told nothing of. */
class Client {
  readonly acknowledged = new Map<string, Known>();
  readonly #open = new Map<string, Known>();
  answers = 0;

  /** Creates, updates and deletes until no answer comes any more. */
  async write(url: string): Promise<void> {
    try {
      for (;;) {
        const { id } = await this.#ask<{ id: string }>(`${url}/demo/resource`, 'POST', {
          objectTypeProperty: {},
        });
        this.acknowledged.set(id, { version: 1, value: undefined });
        for (let version = 1; version < 4; version += 1) await this.#update(url, id, version);
        if (this.answers % 2 === 0) await this.#remove(url, id);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async #update(url: string, id: string, version: number): Promise<void> {
    const value = `${id} at ${version}`;
    this.#open.set(id, { version: version + 1, value });
    const actions = [{ action: 'changeSomeProperty', someProperty: value }];
    await this.#ask(`${url}/demo/resource/${id}`, 'POST', { version, actions });
    this.acknowledged.set(id, { version: version + 1, value });
    this.#open.delete(id);
  }

  async #remove(url: string, id: string): Promise<void> {
    this.#open.set(id, undefined);
    await this.#ask(`${url}/demo/resource/${id}?version=4`, 'DELETE');
    this.acknowledged.set(id, undefined);
    this.#open.delete(id);
  }

  async #ask<T>(url: string, method: string, body?: unknown): Promise<T> {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method, headers, ...given });
    const read = (await answer.json()) as T;
    expect(answer.ok, JSON.stringify(read)).toBe(true);
    this.answers += 1;
    return read;
  }

  /** What may be found: what was acknowledged, or what was asked for last. */
  mayBe(id: string): readonly Known[] {
    return [this.acknowledged.get(id), ...(this.#open.has(id) ? [this.#open.get(id)] : [])];
  }

  /** What was asked for is told by what is there. */
  settle(id: string, found: Known): void {
    this.acknowledged.set(id, found);
    this.#open.delete(id);
  }
}

/** From the first write to the last; several are under way at each of them. */
const moments = Array.from({ length: 20 }, (_, at) => 1 + at * 7);

test('a mock that is killed at twenty moments still has every acknowledged write', async () => {
  const cwd = newFolder();
  const client = new Client();
  for (const moment of moments) {
    const { child, url } = await startMock(cwd, '--state', 'state.mock');
    const until = client.answers + moment;
    const watch = setInterval(() => {
      if (client.answers >= until) child.kill('SIGKILL');
    }, 1);
    await Promise.all([1, 2, 3, 4].map(() => client.write(url)));
    clearInterval(watch);
    await killed(child);
    const api = await mock({ listen: false, state: join(cwd, 'state.mock') });
    for (const id of client.acknowledged.keys()) {
      const answer = await api.fetch(`/demo/resource/${id}`, { headers });
      const body = (await answer.json()) as { version: number; someProperty?: string };
      const found: Known = answer.ok ? { version: body.version, value: body.someProperty } : undefined;
      expect(client.mayBe(id), `${id} after ${client.answers} answers`).toContainEqual(found);
      client.settle(id, found);
    }
    await api.close();
  }
  expect(client.acknowledged.size).toBeGreaterThan(100);
}, 120_000);

test('an update that was accepted for later is there, though the mock was killed before', async () => {
  const cwd = newFolder();
  const choice = ['--choice', 'updates-take-effect-later'] as const;
  const { child, url } = await startMock(cwd, '--state', 'state.mock', ...choice);
  const created = await fetch(`${url}/demo/resource`, {
    method: 'POST',
    headers,
    body: '{"objectTypeProperty":{}}',
  });
  const { id } = (await created.json()) as { id: string };
  const body = '{"version":1,"actions":[{"action":"changeSomeProperty","someProperty":"later"}]}';
  const accepted = await fetch(`${url}/demo/resource/${id}`, { method: 'POST', headers, body });
  expect(accepted.status).toBe(202);
  await killed(child);
  await using api = await mock({ listen: false, state: join(cwd, 'state.mock') });
  expect(await (await api.fetch(`/demo/resource/${id}`, { headers })).json()).toMatchObject({
    version: 2,
    someProperty: 'later',
  });
});

test('a mock that is interrupted leaves its file to the next mock', async () => {
  const cwd = newFolder();
  const { child, url } = await startMock(cwd, '--state', 'state.mock');
  await fetch(`${url}/demo/resource`, { method: 'POST', headers, body: '{"objectTypeProperty":{}}' });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const state = await (
    await fetch(`${(await startMock(cwd, '--state', 'state.mock')).url}/__mock/state`)
  ).text();
  expect(state).toContain('"version":"1"');
});

async function create(api: StartedMock): Promise<string> {
  const answer = await api.fetch('/demo/resource', {
    method: 'POST',
    headers,
    body: '{"objectTypeProperty":{}}',
  });
  return ((await answer.json()) as { id: string }).id;
}

test('a later start finds the resources unchanged, and draws only new ids', async () => {
  const state = join(newFolder(), 'state.mock');
  const api = await mock({ listen: false, seed: 7, state });
  await api.fetch('/demo/resource', {
    method: 'POST',
    headers,
    body: '{"objectTypeProperty":{"arrayOfIntExample":[1732175009123456789]}}',
  });
  const [id, snapshot] = [await create(api), api.snapshot()];
  await api.close();
  await using again = await mock({ listen: false, seed: 7, state });
  expect(again.snapshot()).toBe(snapshot);
  expect(await create(again)).not.toBe(id);
});

test.for(['reset', 'restore'] as const)('a %s is kept as well', async (how) => {
  const state = join(newFolder(), 'state.mock');
  const api = await mock({ listen: false, state });
  await create(api);
  const before = api.snapshot();
  await create(api);
  if (how === 'reset') api.reset();
  else api.restore(before);
  const after = api.snapshot();
  await api.close();
  await using again = await mock({ listen: false, state });
  expect(again.snapshot()).toBe(after);
  expect(after.match(/"id"/g)?.length ?? 0).toBe(how === 'reset' ? 0 : 1);
});

test('of two mocks with one file, the first continues and the second acknowledges no write', async () => {
  const state = join(newFolder(), 'state.mock');
  await using one = await mock({ listen: false, state });
  await create(one);
  await using other = await mock({ listen: false, state });
  await create(one);
  const refused = await other.fetch('/demo/resource', {
    method: 'POST',
    headers,
    body: '{"objectTypeProperty":{}}',
  });
  expect([refused.status, await refused.text()]).toEqual([
    500,
    expect.stringContaining('another mock has written'),
  ]);
  expect(() => other.reset()).toThrow(ConfigurationError);
});

test.for([
  ['text', (path: string) => writeFileSync(path, 'some text that is longer than a head')],
  ['a few octets', (path: string) => writeFileSync(path, 'x')],
  ['a folder', (path: string) => mkdirSync(path)],
] as const)('%s is no state file, and stays unchanged', async ([kind, make]) => {
  const state = join(newFolder(), 'state.mock');
  make(state);
  await expect(mock({ listen: false, state })).rejects.toThrow(/^--state: found /);
  if (kind === 'text') expect(readFileSync(state, 'utf8')).toMatch(/^some text/);
});

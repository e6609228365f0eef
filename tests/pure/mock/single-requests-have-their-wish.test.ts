import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { mock, type PlannedWish, type StartedMock } from '../../../mock/published.ts';

let api: StartedMock;
beforeAll(async () => {
  api = await mock({ listen: false });
});
beforeEach(() => {
  api.reset();
});

const headers = { Authorization: 'Bearer demo-manage-test', 'Content-Type': 'application/json' };

async function created(): Promise<string> {
  const body = JSON.stringify({ objectTypeProperty: {} });
  const answer = await api.fetch('/demo/resource', { method: 'POST', headers, body });
  return ((await answer.json()) as { id: string }).id;
}

async function update(id: string, version: number, prefer: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ version, actions: [{ action: 'doSomeThing' }] });
  return await api.fetch(`/demo/resource/${id}`, {
    method: 'POST',
    headers: { ...headers, ...prefer },
    body,
  });
}

async function versionOf(id: string): Promise<number> {
  const answer = await api.fetch(`/demo/resource/${id}`, { headers });
  return ((await answer.json()) as { version: number }).version;
}

describe('a wish in a header', () => {
  test('refuses one request, without an effect', async () => {
    const id = await created();
    const refused = await update(id, 1, { Prefer: 'mock-status=409' });
    expect([refused.status, refused.headers.get('preference-applied')]).toEqual([409, 'mock-status=409']);
    expect(await versionOf(id)).toBe(1);
    expect((await update(id, 1)).status).toBe(200);
  });

  test('breaks the contract once, on the same resources', async () => {
    const id = await created();
    const statuses = [];
    for (const prefer of [{}, { Prefer: 'mock-fault=mismatch-answered-400' }, {}])
      statuses.push((await update(id, 7, prefer)).status);
    expect(statuses).toEqual([409, 400, 409]);
    expect((await update(id, 7, { Prefer: 'mock-fault=version-never-checked' })).status).toBe(200);
    expect(await versionOf(id)).toBe(2);
  });

  test.for([
    ['before', 1],
    ['after', 2],
  ] as const)('ends the connection %s the effect', async ([when, version]) => {
    const id = await created();
    await expect(update(id, 1, { Prefer: `mock-drop=${when}` })).rejects.toThrow('fetch failed');
    expect(await versionOf(id)).toBe(version);
  });

  test('may be one of several, and other preferences are ignored', async () => {
    const id = await created();
    const prefer = 'respond-async, wait=10, mock-delay="1"; a=b, MOCK-STATUS = 503 ,mock-status=401';
    const answer = await update(id, 1, { Prefer: prefer });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(answer.headers.get('preference-applied')).toBe('mock-delay=1, mock-status=503');
    expect((await update(id, 1, { Prefer: 'handling=strict' })).headers.has('preference-applied')).toBe(
      false,
    );
  });

  test.for([
    ['mock-status=200', 'Prefer: mock-status', '"200"', 'an integer from 400 to 599'],
    ['mock-delay=soon', 'Prefer: mock-delay', '"soon"', 'an integer from 0 to 60000'],
    ['mock-drop', 'Prefer: mock-drop', '""', 'before or after'],
    [
      'mock-fault=version-never-chekced',
      'Prefer: mock-fault',
      '"version-never-chekced"',
      'the name of a fault',
    ],
    [
      'mock-stauts=409',
      'Prefer: mock-stauts',
      'a name that is not known',
      'one of mock-status, mock-delay, mock-fault, mock-drop',
    ],
  ] as const)(
    'a wish that cannot be granted is refused with the reason: %s',
    async ([prefer, setting, found, expected]) => {
      const id = await created();
      const answer = await update(id, 1, { Prefer: prefer });
      expect(answer.status).toBe(400);
      const remedy: unknown = expect.stringMatching(/./);
      expect(await answer.json()).toEqual({ mock: 'refused', setting, found, expected, remedy });
      expect(await versionOf(id)).toBe(1);
    },
  );
});

describe('a wish for later requests', () => {
  test('covers requests of an operation, as often as stated', async () => {
    const id = await created();
    api.next({ operation: '4.10', status: 409, times: 2 });
    api.next({ operation: '4.10', fault: 'mismatch-answered-400' });
    expect(await versionOf(id)).toBe(1);
    const statuses = [];
    for (const version of [1, 1, 7, 7]) statuses.push((await update(id, version)).status);
    expect(statuses).toEqual([409, 409, 400, 409]);
  });

  test('a wish may come with a request, and waits until it is granted', async () => {
    const wish = { operation: '4.2', status: 500 };
    const post = { method: 'POST', body: JSON.stringify(wish) };
    expect((await api.fetch('/__mock/next', post)).status).toBe(204);
    expect(await (await api.fetch('/__mock/next')).json()).toEqual([{ ...wish, times: 1 }]);
    expect((await api.fetch('/demo/resource/x', { headers })).status).toBe(500);
    expect(await (await api.fetch('/__mock/next')).json()).toEqual([]);
  });

  test('yields to the wish of the request itself', async () => {
    const id = await created();
    api.next({ status: 409 });
    expect((await update(id, 1, { Prefer: 'mock-status=503' })).status).toBe(503);
    expect((await update(id, 1)).status).toBe(200);
  });

  test.for([
    [{ operation: '4.19' }, 'next.operation'],
    [{ stauts: 409 }, 'next.stauts'],
    [{ times: 0 }, 'next.times'],
    [{ delayMs: 1.5 }, 'next.delayMs'],
  ] as const)('a wish for later requests that cannot be granted is refused: %j', async ([wish, setting]) => {
    expect(() => api.next(wish as PlannedWish)).toThrow(ConfigurationError);
    const body = JSON.stringify(wish);
    const answer = await api.fetch('/__mock/next', { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ setting })]);
  });
});

describe('a request that steers a mock', () => {
  test.for([
    ['GET', '/__mock/rest', 'path'],
    ['GET', '/__mock/reset', 'method'],
    ['POST', '/__mock/next', 'body'],
    ['PUT', '/__mock/state', 'the state'],
  ] as const)('is refused if it is invalid: %s %s', async ([method, path, setting]) => {
    const answer = await api.fetch(path, { method, ...(method === 'GET' ? {} : { body: '[1]' }) });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ setting })]);
  });

  test('each answer shows that it comes from a mock', async () => {
    for (const path of ['/demo/resource', '/__mock/state', '/x'])
      expect((await api.fetch(path)).headers.get('resource-conformance-mock')).toBe('rehearsal');
  });
});

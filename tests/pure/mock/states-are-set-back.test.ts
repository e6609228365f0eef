import { beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { mock, type StartedMock } from '../../../mock/published.ts';
import { SeenRequests } from '../../../mock/seen-requests.ts';

let api: StartedMock;
beforeEach(async () => {
  api = await mock({ listen: false });
});

const headers = { Authorization: 'Bearer demo-manage-test', 'Content-Type': 'application/json' };

async function create(content: string): Promise<string> {
  const body = `{"objectTypeProperty":${content}}`;
  const answer = await api.fetch('/demo/resource', { method: 'POST', headers, body });
  return ((await answer.json()) as { id: string }).id;
}

const read = async (id: string): Promise<Response> => await api.fetch(`/demo/resource/${id}`, { headers });

test('a snapshot restores the earlier state, to the digit', async () => {
  const id = await create('{"arrayOfIntExample":[1732175009123456789],"arrayOfFloatExample":[1.0]}');
  const before = await (await read(id)).text();
  const snapshot = api.snapshot();
  await api.fetch(`/demo/resource/${id}`, { method: 'DELETE', headers });
  await create('{}');
  expect((await read(id)).status).toBe(404);
  api.restore(snapshot);
  expect(await (await read(id)).text()).toBe(before);
  expect(before).toContain('[1732175009123456789]');
  expect(api.snapshot()).toBe(snapshot);
});

test('a snapshot is sent over HTTP, and into another mock', async () => {
  const id = await create('{}');
  const text = await (await api.fetch('/__mock/state')).text();
  api = await mock({ listen: false });
  expect((await api.fetch('/__mock/state', { method: 'PUT', body: text })).status).toBe(204);
  expect((await read(id)).status).toBe(200);
});

test.for([
  '',
  '{}',
  '{"mockState":"2","projects":{}}',
  '{"mockState":"1","projects":{"demo":{"resources":{}}}}',
  '{"mockState":"1","projects":{"demo":{"resources":[{"id":"a","key":"b"}]}}}',
  '{"mockState":"1","projects":{"demo":{"resources":[{"id":"a","key":"b","version":1,"objectTypeProperty":{}}]}}}',
])('text that is no snapshot changes nothing: %s', async (text) => {
  const id = await create('{}');
  expect(() => api.restore(text)).toThrow(ConfigurationError);
  expect((await read(id)).status).toBe(200);
});

test.for(['by a program', 'over HTTP'])('a reset %s leaves no state', async (how) => {
  const id = await create('{}');
  api.next({ status: 500 });
  if (how === 'over HTTP') await api.fetch('/__mock/reset', { method: 'POST' });
  else api.reset();
  expect(api.requests).toEqual([]);
  expect((await read(id)).status).toBe(404);
});

describe('requests', () => {
  test('are kept with their answers, except requests that steer', async () => {
    const id = await create('{"arrayOfIntExample":[1]}');
    await api.fetch('/__mock/requests');
    await api
      .fetch(`/demo/resource/${id}`, { headers: { ...headers, Prefer: 'mock-drop=after' } })
      .catch(() => 0);
    expect(api.requests.map(({ method, operation, status }) => [method, operation, status])).toEqual([
      ['POST', '4.6', 201],
      ['GET', '4.2', undefined],
    ]);
    expect(api.requests[0]?.body).toBe('{"objectTypeProperty":{"arrayOfIntExample":[1]}}');
    expect(await (await api.fetch('/__mock/requests')).json()).toHaveLength(2);
  });

  test('are the latest thousand', () => {
    const seen = new SeenRequests();
    const request = { method: 'GET', headers: [], body: new Uint8Array() };
    for (let at = 0; at < 2_100; at += 1) seen.note({ ...request, target: `/x?${at}` }, undefined, at);
    expect(seen.all).toHaveLength(1_000);
    expect(seen.all.at(-1)?.target).toBe('/x?2099');
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mock, type StartedMock } from 'resource-conformance/mock';

let api: StartedMock;
beforeAll(async () => {
  api = await mock();
});
beforeEach(() => api.reset());
afterAll(async () => await api.close());

/** The code under test: a client that reads again and repeats its update if it meets a conflict. */
async function rename(id: string, name: string): Promise<number> {
  const url = `${api.url}/${api.projectKey}/resource/${id}`;
  const headers = {
    Authorization: `Bearer ${api.tokens['MANAGE_TEST']}`,
    'Content-Type': 'application/json',
  };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { version } = (await (await fetch(url, { headers })).json()) as { version: number };
    const actions = [{ action: 'changeSomeProperty', someProperty: name }];
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ version, actions }),
    });
    if (answer.status !== 409) return answer.status;
  }
  return 409;
}

async function newResource(): Promise<string> {
  const answer = await fetch(`${api.url}/${api.projectKey}/resource`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${api.tokens['MANAGE_TEST']}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ objectTypeProperty: { arrayOfStringExample: ['one'] } }),
  });
  return ((await answer.json()) as { id: string }).id;
}

test('a conflict is met with a second attempt', async () => {
  const id = await newResource();
  api.next({ operation: '4.10', status: 409 });
  expect(await rename(id, 'other')).toBe(200);
  expect(api.requests.filter(({ operation }) => operation === '4.10').map(({ status }) => status)).toEqual([
    409, 200,
  ]);
});

test('after three conflicts the client gives up', async () => {
  const id = await newResource();
  api.next({ operation: '4.10', status: 409, times: 3 });
  expect(await rename(id, 'other')).toBe(409);
});

test('a server that forgets its versions is not noticed', async () => {
  const id = await newResource();
  api.next({ operation: '4.10', fault: 'version-never-checked' });
  expect(await rename(id, 'other')).toBe(200);
});

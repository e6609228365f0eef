import { describe, expect, test } from 'vitest';
import { createReference, type Reference } from '../../../reference/create.ts';
import { answer } from '../../../reference/in-process.ts';
import type { Request } from '../../../reference/message.ts';
import { tokenOf } from '../../../reference/tokens.ts';

const clock = { now: () => 1_732_175_009_090, sleep: () => Promise.resolve() };

interface Asked {
  readonly token?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Request['headers'];
}

function asked(reference: Reference) {
  return async (method: string, target: string, options: Asked = {}) => {
    const { token = tokenOf.everything, json, text, headers = [] } = options;
    const content = json === undefined ? (text ?? '') : JSON.stringify(json);
    const typed = json === undefined ? [] : [['Content-Type', 'application/json'] as const];
    const bearer = token === '' ? [] : [['Authorization', `Bearer ${token}`] as const];
    const body = new TextEncoder().encode(content);
    const request = { method, target, headers: [...bearer, ...typed, ...headers], body };
    const response = await answer(reference, request, clock);
    const shown = new TextDecoder().decode(response.body);
    return { ...response, text: shown, json: shown === '' ? undefined : JSON.parse(shown) };
  };
}

const content = { arrayOfIntExample: [1, 2], arrayOfStringExample: ['canary'], arrayOfFloatExample: [1.5] };
const record = { id: 'a', version: '1', createdAt: '2024-11-21T07:43:29.090Z' };

async function withResource() {
  const ask = asked(createReference());
  const created = await ask('POST', '/demo/resource', { json: { objectTypeProperty: content } });
  const { id, key, version } = created.json;
  return { ask, created, id, key, version };
}

describe('the resources', () => {
  test('a create answers an ExampleResource that can be read by id and by key', async () => {
    const { ask, created, id, key } = await withResource();
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ version: 1, objectTypeProperty: content });
    expect((await ask('GET', `/demo/resource/${id}`, { token: tokenOf.viewTest })).json).toEqual(
      created.json,
    );
    expect((await ask('GET', `/demo/resource/key=${key}`)).json).toEqual(created.json);
  });

  test('the collection shows the members of ObjectTypeProperty beside its paging members', async () => {
    const { ask } = await withResource();
    const page = await ask('GET', '/demo/resource?floatParameter=1.0&arrayOfString=a&arrayOfString=b');
    expect(page.json).toMatchObject({ ...content, arrayOfObjectType: [], total: 1 });
    expect((await ask('GET', '/demo/resource?stringParameter=none')).json).toMatchObject({
      arrayOfIntExample: [],
    });
    expect((await ask('GET', '/demo/resource?floatParameter=one')).status).toBe(400);
  });

  test('an existence check answers 200 or 404, without a body', async () => {
    const { ask } = await withResource();
    expect(await ask('HEAD', '/demo/resource')).toMatchObject({ status: 200, text: '' });
    expect(await ask('HEAD', '/demo/resource?stringParameter=none')).toMatchObject({ status: 404, text: '' });
    expect(await ask('HEAD', '/demo/resource', { token: tokenOf.noScope })).toMatchObject({
      status: 403,
      text: '',
    });
  });

  test('overwrites apply to the resource created last and check its version', async () => {
    const { ask, id } = await withResource();
    const other = { objectTypeProperty: { arrayOfIntExample: [9] } };
    expect((await ask('PATCH', '/demo/resource', { json: { version: 7, ...other } })).status).toBe(409);
    expect((await ask('PATCH', '/demo/resource', { json: { version: 1, ...other } })).json.version).toBe(2);
    expect((await ask('PUT', '/demo/resource', { json: { version: 2, ...other } })).json).toMatchObject({
      id,
      ...other,
    });
    await ask('DELETE', `/demo/resource/${id}`);
    expect((await ask('PUT', '/demo/resource', { json: { version: 0, ...other } })).status).toBe(201);
  });

  test('a delete shows the last state of the resource and removes it', async () => {
    const { ask, id, created } = await withResource();
    expect((await ask('DELETE', `/demo/resource/${id}`)).json).toEqual(created.json);
    expect((await ask('GET', `/demo/resource/${id}`)).status).toBe(404);
    expect((await ask('HEAD', '/demo/resource')).status).toBe(404);
  });

  test('search and sorted queries list resources', async () => {
    const { ask, id } = await withResource();
    expect((await ask('GET', '/demo/resource/searchApiPattern?text.en=a&fuzzy=true')).json.hits[0].id).toBe(
      id,
    );
    const page = await ask(
      'GET',
      '/demo/resource/sorted-query-parameters?limit=10.0&var.x=1&var.x=2&withTotal=true',
    );
    expect(page.json.results[0].id).toBe(id);
  });
});

describe('an update by id', () => {
  test('applies its actions in order when the version matches', async () => {
    const { ask, id } = await withResource();
    const actions = ['a', 'b'].map((someProperty) => ({ action: 'changeSomeProperty', someProperty }));
    const updated = await ask('POST', `/demo/resource/${id}`, { json: { version: 1, actions } });
    expect(updated.json).toMatchObject({ version: 2, someProperty: 'b' });
  });

  test.each(['0', '2', '-1', '1.5', '11', '257', '1e2'])(
    'is refused with 409 when it states %s',
    async (version) => {
      const { ask, id, created } = await withResource();
      const text = `{"version":${version},"actions":[{"action":"doSomeThing"}]}`;
      const headers = [['Content-Type', 'application/json'] as const];
      expect((await ask('POST', `/demo/resource/${id}`, { text, headers })).status).toBe(409);
      expect((await ask('GET', `/demo/resource/${id}`)).json).toEqual(created.json);
    },
  );

  test.each(['1', '1.0', '1e0', '10e-1'])('is accepted when it states the version as %s', async (version) => {
    const { ask, id } = await withResource();
    const text = `{"version":${version},"actions":[{"action":"doSomeThing"}]}`;
    const headers = [['Content-Type', 'application/json'] as const];
    expect((await ask('POST', `/demo/resource/${id}`, { text, headers })).status).toBe(200);
  });

  test.each(['{', '[]', '', '{"version":1}', '{"version":null,"actions":[]}', '{"version":01,"actions":[]}'])(
    'answers 400 to the odd body %s',
    async (text) => {
      const { ask, id } = await withResource();
      const headers = [['Content-Type', 'application/json'] as const];
      expect((await ask('POST', `/demo/resource/${id}`, { text, headers })).status).toBe(400);
    },
  );
});

describe('the other endpoints', () => {
  const long = '/demo/resource/artificially-complex/path/uri-parameter-one=x/y';

  test('an OrderedRecord is answered with one of four bodies, or with dates', async () => {
    const ask = asked(createReference());
    const bodies = await Promise.all(
      ['0', '1.0', '2', '3'].map((one) =>
        ask('POST', `${long}?queryParameterOne=${one}&queryParameterTwo=t`, { json: record }),
      ),
    );
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(4);
    const dated = await ask('POST', '/demo/resource/description-with-urn-links', { json: record });
    expect(dated.json).toEqual({
      dateOnlyExample: '2024-11-21',
      timeOnlyExample: '07:43:29',
      dateTimeOnlyExample: '2024-11-21T07:43:29',
      dateTimeExample: record.createdAt,
      dateTimeExampleDefaultFormat: record.createdAt,
      dateTimeExampleRfc: 'Thu, 21 Nov 2024 07:43:29 GMT',
    });
    const typed = await ask('POST', '/demo/resource/description-with-urn-links?queryParameterOne=3', {
      json: record,
    });
    expect(typed.json).toHaveProperty('arrayOfObjectType');
  });

  test('product search takes a form and images are one of three types', async () => {
    const ask = asked(createReference());
    const form = [['Content-Type', 'application/x-www-form-urlencoded'] as const];
    const search = { token: tokenOf.viewPublishedProducts, headers: form, text: 'text.en=a' };
    expect((await ask('POST', '/demo/resource/product-projection-search', search)).json.results).toHaveLength(
      3,
    );
    for (const [type, status] of [
      ['image/gif', 200],
      ['image/webp', 415],
      ['', 400],
    ] as const) {
      const headers = type === '' ? [] : [['Content-Type', type] as const];
      const upload = { token: tokenOf.manageProducts, headers, text: 'GIF89a' };
      expect((await ask('POST', '/demo/resource/images?variant=1', upload)).status).toBe(status);
    }
  });

  test('the namespace action keeps data, and carts have two line items', async () => {
    const ask = asked(createReference());
    await ask('POST', '/demo/resource/namespace-action', { json: { kept: 1 } });
    expect((await ask('GET', '/demo/resource/namespace-action')).json).toEqual({ data: { kept: 1 } });
    expect((await ask('GET', '/demo/resource/namespace-action-with-example')).json.lineItems).toHaveLength(2);
    const headers = [['Accept', 'application/json'] as const, ['Service-Locale', 'en-US'] as const];
    const path = '/demo/resource/namespace-action-with-headers';
    expect((await ask('GET', path, { headers })).json.cartVersion).toBe('3');
    expect((await ask('GET', path)).status).toBe(400);
  });

  test('odd paths and queries are answered, not thrown', async () => {
    const ask = asked(createReference());
    const odd = [
      '/demo/resource/%zz',
      '/demo/resource?a=%',
      '/',
      '//',
      '*',
      '/demo/resource/a/b',
      '/__proto__/resource',
    ];
    for (const target of odd) expect((await ask('GET', target)).status).toBeGreaterThanOrEqual(400);
    expect((await ask('__proto__', '/demo/resource')).status).toBe(405);
    const large = 'a'.repeat(1_000_001);
    expect((await ask('POST', '/demo/resource', { json: large })).status).toBe(413);
  });
});

describe('access', () => {
  const cases = [
    [
      'GET',
      '/demo/resource',
      ['manageTest', 'viewTest', 'viewProductsThenViewTest', 'viewTestThenViewProducts', 'everything'],
    ],
    ['POST', '/demo/resource', ['manageTest', 'everything']],
    ['DELETE', '/demo/resource/x', ['manageTest', 'everything']],
    [
      'POST',
      '/demo/resource/product-projection-search',
      [
        'viewProducts',
        'viewPublishedProducts',
        'everything',
        'viewProductsThenViewTest',
        'viewTestThenViewProducts',
      ],
    ],
    ['POST', '/demo/resource/images', ['manageProducts', 'everything']],
  ] as const;

  test.each(cases)('%s %s is open to exactly %j', async (method, target, open) => {
    const ask = asked(createReference());
    const refused = [401, 403];
    for (const [name, token] of Object.entries(tokenOf)) {
      const { status } = await ask(method, target, { token });
      expect([name, refused.includes(status)]).toEqual([name, !open.some((opened) => opened === name)]);
    }
    for (const token of ['', 'unknown']) expect((await ask(method, target, { token })).status).toBe(401);
  });

  test('a resource of one project cannot be reached through another', async () => {
    const { ask, id } = await withResource();
    expect((await ask('GET', `/other/resource/${id}`, { token: tokenOf.otherProject })).status).toBe(404);
  });
});

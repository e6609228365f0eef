import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommercetoolsMock, InMemoryStorage } from '@labdigital/commercetools-mock';
import { announce, issueTokens, listen, parsed, urlOf } from './front.mjs';

const { values } = parseArgs({
  options: { write: { type: 'string', default: 'trial' }, storage: { type: 'string', default: 'memory' } },
});

/** The stores that the package takes: its own two, and one that it invites others to write. */
const storages = {
  memory: async () => new InMemoryStorage(),
  awaiting: async () => new (await import('./awaiting-storage.mjs')).AwaitingStorage(),
  sqlite: async () => new (await import('@labdigital/commercetools-mock/sqlite')).SQLiteStorage(),
};
const storage = await storages[/** @type {keyof typeof storages} */ (values.storage)]();

// As the server that comes with the package starts it, with its own tokens on.
const mock = new CommercetoolsMock({
  storage,
  strict: true,
  enableAuthentication: true,
  validateCredentials: true,
});
await mock.app.listen({ port: 0, host: '127.0.0.1' });
const own = urlOf(mock.app.server);

/** @param {readonly string[]} scopes */
async function issue(scopes) {
  const scope = encodeURIComponent(scopes.join(' '));
  const headers = { Authorization: `Basic ${btoa('example:example')}` };
  const answer = await fetch(`${own}/oauth/token?grant_type=client_credentials&scope=${scope}`, {
    method: 'POST',
    headers,
  });
  return /** @type {{ access_token: string }} */ (await answer.json()).access_token;
}

const tokens = await issueTokens(issue);
const token = await issue([]);

/**
 * One request to the mock's own port.
 * @param {string} method
 * @param {string} path
 * @param {string} [body]
 */
async function ask(method, path, body) {
  const given = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers = { Authorization: `Bearer ${token}`, ...given };
  const answer = await fetch(`${own}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: parsed(await answer.text()) };
}

// The members of ObjectTypeProperty are custom fields of a category, declared as the mock lets one declare them.
const integers = { name: 'Set', elementType: { name: 'Number' } };
const fieldDefinitions = Object.entries({
  arrayOfIntExample: integers,
  arrayOfUniqueIntExample: integers,
  arrayOfTwonumbersExample: integers,
  arrayOfFloatExample: integers,
  arrayOfNumberNoDefaultsExample: integers,
  arrayOfStringExample: { name: 'Set', elementType: { name: 'String' } },
}).map(([name, type]) => ({ name, label: { en: name }, required: false, type }));
for (const project of ['demo', 'other']) {
  const type = { key: 'object', name: { en: 'object' }, resourceTypeIds: ['category'], fieldDefinitions };
  await ask('POST', `/${project}/types`, JSON.stringify(type));
}

/** @param {any} category */
function shown({ id, version, key, createdAt, lastModifiedAt, custom, description }) {
  const someProperty = description?.en;
  return { id, version, key, createdAt, lastModifiedAt, objectTypeProperty: custom?.fields, someProperty };
}

/** @param {any} body */
function draftOf(body) {
  const key = randomUUID();
  const custom = { type: { typeId: 'type', key: 'object' }, fields: body.objectTypeProperty };
  return { key, name: { en: key }, slug: { en: key }, custom };
}

/** @param {any} action */
function actionOf(action) {
  if (action?.action === 'changeSomeProperty')
    return { action: 'setDescription', description: { en: action.someProperty } };
  // An asset gets an id of the mock's, so that each one is a change.
  if (action?.action === 'doSomeThing')
    return { action: 'addAsset', asset: { name: { en: 'something' }, sources: [] } };
  return action;
}

/** @param {any} body */
function updateOf(body) {
  return Array.isArray(body.actions) ? { ...body, actions: body.actions.map(actionOf) } : body;
}

/**
 * The text of a body with its members renamed; the mock gets any other body unchanged.
 * @param {string} text
 * @param {(body: any) => unknown} renamed
 */
function renaming(text, renamed) {
  const body = parsed(text);
  return typeof body === 'object' && body !== null ? JSON.stringify(renamed(body)) : text;
}

/** @type {(asked: import('./front.mjs').Asked) => Promise<import('./front.mjs').Answer>} */
async function answer({ name, project, id, key, query, text }) {
  const all = `/${project}/categories`;
  if (name === 'query') {
    const { status, body } = await ask('GET', `${all}?${query}`);
    return { status, body: status === 200 ? { ...body, results: body.results.map(shown) } : body };
  }
  if (name === 'exists') return { status: (await ask('HEAD', `${all}?${query}`)).status };
  if (name === 'search') return ask('GET', `/${project}/product-projections/search?${query}`);
  const requests = {
    create: () => ask('POST', all, renaming(text, draftOf)),
    read: () => ask('GET', `${all}/${id}?${query}`),
    readByKey: () => ask('GET', `${all}/key=${key}?${query}`),
    update: () => ask('POST', `${all}/${id}`, renaming(text, updateOf)),
    remove: () => ask('DELETE', `${all}/${id}`),
  };
  const { status, body } = await requests[/** @type {keyof typeof requests} */ (name)]();
  return { status, body: status < 300 ? shown(body) : body };
}

const profile = {
  update: { observable: '/someProperty' },
  search: { method: 'GET' },
  query: { shape: 'paged' },
};
const baseUrl = await listen(tokens.held, answer);
const without = '4.7,4.8,4.9,4.13,4.15,4.16,4.17,4.18';
announce(resolve(values.write), profile, { without, baseUrl, ownUrl: own }, tokens);

import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { announce, issueTokens, listen, parsed } from './front.mjs';
import { startCouchDB } from './started-couchdb.mjs';

const { values } = parseArgs({
  options: {
    write: { type: 'string', default: 'trial' },
    'without-schema': { type: 'boolean', default: false },
  },
});
const { own, ask } = await startCouchDB({ checked: !values['without-schema'] });

/**
 * A document as a resource: the version is the number in front of its revision, which CouchDB counts.
 * @param {any} document
 */
function shown({ _id: id, _rev, ...members }) {
  return { id, version: Number(/^\d+/.exec(_rev)?.[0]), ...members };
}

/**
 * A document after CouchDB has stored it. Its schema check refuses with 403; here 403 refuses callers.
 * @param {string} project
 * @param {any} document
 */
async function stored(project, { _id, ...members }) {
  const { status, body } = await ask('PUT', `/${project}/${_id}`, members);
  if (status === 201) return { status: 200, body: shown({ _id, ...members, _rev: body.rev }) };
  return { status: status === 403 ? 400 : status, body };
}

/**
 * The answer from an existing document, or CouchDB's answer that it does not exist.
 * @param {{ project: string, id: string }} asked
 * @param {(document: any) => import('./front.mjs').Answer | Promise<import('./front.mjs').Answer>} made
 */
async function ofDocument({ project, id }, made) {
  const { status, body } = await ask('GET', `/${project}/${id}`);
  return status === 200 ? made(body) : { status, body };
}

/**
 * The answer from the documents that CouchDB selects, without CouchDB's own documents.
 * @param {{ project: string, query: string }} asked
 * @param {Record<string, unknown>} selector
 * @param {(documents: any[]) => import('./front.mjs').Answer} made
 */
async function ofSelected({ project, query }, selector, made) {
  const given = new URLSearchParams(query);
  const page = { limit: Number(given.get('limit') ?? 20), skip: Number(given.get('offset') ?? 0) };
  const { status, body } = await ask('POST', `/${project}/_find`, { selector, ...page });
  return status === 200 ? made(body.docs) : { status, body };
}
const everything = { _id: { $gt: null } };

/** @param {any} document @param {any} action one of an unknown name makes it undefined */
function changed(document, action) {
  if (action?.action === 'doSomeThing') return document;
  if (action?.action !== 'changeSomeProperty') return undefined;
  return { ...document, someProperty: action.someProperty };
}

/** @type {Record<string, (asked: import('./front.mjs').Asked) => Promise<import('./front.mjs').Answer>>} */
const answers = {
  query: (asked) =>
    ofSelected(asked, everything, (documents) => {
      const results = documents.map(shown);
      // 4.1 shows the members of ObjectTypeProperty at the top level: here the members of the first resource.
      return { status: 200, body: { ...results[0]?.objectTypeProperty, count: results.length, results } };
    }),
  exists: (asked) => ofSelected(asked, everything, ({ length }) => ({ status: length === 0 ? 404 : 200 })),
  async create({ project, text }) {
    const objectTypeProperty = parsed(text)?.objectTypeProperty;
    return stored(project, { _id: randomUUID(), key: randomBytes(8).toString('hex'), objectTypeProperty });
  },
  read: (asked) => ofDocument(asked, (document) => ({ status: 200, body: shown(document) })),
  readByKey: ({ project, key }) =>
    ofSelected({ project, query: '' }, { key: decodeURIComponent(key) }, ([document]) =>
      document === undefined ? { status: 404 } : { status: 200, body: shown(document) },
    ),
  update: (asked) =>
    ofDocument(asked, (document) => {
      const { version, actions } = parsed(asked.text) ?? {};
      // The revision that the caller means; whether it is the current one is CouchDB's to say.
      const meant = { ...document, _rev: document._rev.replace(/^\d+/, JSON.stringify(version) ?? '') };
      const next = Array.isArray(actions)
        ? actions.reduce((now, one) => now && changed(now, one), meant)
        : undefined;
      return next === undefined
        ? { status: 400, body: { message: 'no known actions' } }
        : stored(asked.project, next);
    }),
  remove: (asked) =>
    ofDocument(asked, async (document) => {
      const { status, body } = await ask('DELETE', `/${asked.project}/${document._id}?rev=${document._rev}`);
      return { status, body: status === 200 ? shown(document) : body };
    }),
};

const tokens = await issueTokens(() => randomBytes(16).toString('hex'));
const baseUrl = await listen(
  tokens.held,
  (asked) => answers[asked.name]?.(asked) ?? Promise.resolve({ status: 404 }),
);
const without = '4.7,4.8,4.9,4.13,4.14,4.15,4.16,4.17,4.18';
announce(
  resolve(values.write),
  { update: { observable: '/someProperty' } },
  { without, baseUrl, ownUrl: own },
  tokens,
);

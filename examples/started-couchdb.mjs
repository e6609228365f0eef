import { createServer } from 'node:http';
import expressPouchDB from 'express-pouchdb';
import memoryAdapter from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import mapReduce from 'pouchdb-mapreduce';
import { parsed, urlOf } from './front.mjs';
import { validateDocument } from './schema.mjs';

/**
 * Starts a CouchDB in memory, with a database per project; returns its address, and a function for requests.
 * @param {{ checked: boolean }} options whether its schema check is set up
 */
export async function startCouchDB({ checked }) {
  // The parts that serve documents, queries and the schema check; all other parts of a CouchDB are left out.
  PouchDB.plugin(memoryAdapter).plugin(mapReduce);
  const couch = expressPouchDB(PouchDB.defaults({ adapter: 'memory' }), {
    mode: 'minimumForPouchDB',
    overrideMode: { include: ['routes/find', 'validation'] },
    inMemoryConfig: true,
  });
  const server = createServer(couch);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const own = urlOf(server);

  /**
   * One request to the port of the CouchDB.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async function ask(method, path, body) {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const answer = await fetch(`${own}${path}`, { method, headers, ...given });
    return { status: answer.status, body: parsed(await answer.text()) };
  }

  for (const project of ['demo', 'other']) {
    await ask('PUT', `/${project}`);
    const design = { validate_doc_update: String(validateDocument) };
    if (checked) await ask('PUT', `/${project}/_design/schema`, design);
  }
  return { own, ask };
}

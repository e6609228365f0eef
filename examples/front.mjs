import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { further, named, operationOf, refusalOf } from './access.mjs';

/**
 * A request of the contract that was granted access, and its answer; an `undefined` body is no body.
 * @typedef {{ name: string, project: string, id: string, key: string, query: string, text: string }} Asked
 * @typedef {{ status: number, body?: unknown }} Answer
 */

/**
 * Tokens for a run, and the scopes of each.
 * @param {(scopes: readonly string[]) => string | Promise<string>} issue
 */
export async function issueTokens(issue) {
  const byName = new Map();
  for (const [name, scopes] of Object.entries(named))
    byName.set(name, { token: await issue(scopes), scopes });
  const others = [];
  for (const scopes of further) others.push({ token: await issue(scopes), scopes });
  const all = [...byName.values(), ...others];
  return { byName, others, held: new Map(all.map(({ token, scopes }) => [token, scopes])) };
}

/**
 * Listens on a free port for the requests of the contract; returns the base URL.
 * @param {ReadonlyMap<string, readonly string[]>} held
 * @param {(asked: Asked) => Promise<Answer>} answer
 */
export async function listen(held, answer) {
  const server = createServer((request, response) => {
    void respond(request, held, answer)
      .catch((error) => ({ status: 502, body: { message: `the adapter failed: ${error}` } }))
      .then(({ status, body }) => {
        response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return urlOf(server);
}

/** @type {(request: import('node:http').IncomingMessage, ...more: Parameters<typeof listen>) => Promise<Answer>} */
async function respond(request, held, answer) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url = '' } = request;
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const [, project = '', rest] = /^\/([^/]+)\/resource(\/.*)?$/.exec(path) ?? [];
  const operation = project === '' ? undefined : operationOf(method, rest ?? '');
  if (operation === undefined) return { status: 404, body: { message: `no ${method} ${path} here` } };
  const refused = refusalOf(held, request.headers.authorization, operation.scopes, project);
  if (refused !== undefined) return { status: refused, body: { message: 'not for you' } };
  return answer({ ...operation, project, query, text: Buffer.concat(chunks).toString('utf8') });
}

/** @param {import('node:http').Server} server one that listens */
export function urlOf(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not on a port');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * A JSON value; undefined for any other text.
 * @param {string} text
 * @returns {any}
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes `.env`, `tokens.json` and `profile.json` into a folder, and says in one line where everything listens.
 * @param {string} folder
 * @param {Record<string, unknown>} profile
 * @param {{ without: string, baseUrl: string, ownUrl: string }} told
 * @param {Awaited<ReturnType<typeof issueTokens>>} tokens
 */
export function announce(folder, profile, { without, baseUrl, ownUrl }, { byName, others }) {
  const lines = [
    `CONFORMANCE_BASE_URL=${baseUrl}`,
    'CONFORMANCE_PROJECT_KEY=demo',
    'CONFORMANCE_OTHER_PROJECT_KEY=other',
    ...[...byName].map(([name, { token }]) => `CONFORMANCE_TOKEN_${name}=${token}`),
    `CONFORMANCE_TOKENS=${join(folder, 'tokens.json')}`,
    `CONFORMANCE_PROFILE=${join(folder, 'profile.json')}`,
    `CONFORMANCE_WITHOUT=${without}`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify(others));
  writeFileSync(join(folder, 'profile.json'), JSON.stringify(profile));
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
  process.stdout.write(
    `adapter ${baseUrl}, third party's own port ${ownUrl}, settings ${join(folder, '.env')}\n`,
  );
  // A parent process that started this over a channel, and has ended, no longer needs it.
  process.once('disconnect', () => process.exit(0));
}

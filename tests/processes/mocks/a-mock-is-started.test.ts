import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { startMock } from '../../support/mocks/started-mock.ts';
import { newFolder, run } from '../../support/small-runs/started-run.ts';

test('a mock prints its address and its tokens, and is gone once it is interrupted', async () => {
  const cwd = newFolder();
  const faults = ['version-never-checked', 'mismatch-answered-400'];
  const { child, lines, env, url } = await startMock(
    cwd,
    ...faults.flatMap((name) => ['--fault', name]),
    '--write',
    'w',
  );
  expect(lines[0]).toBe(`Mock: ${url} (${faults.join(', ')})`);
  expect(env['CONFORMANCE_TOKEN_MANAGE_TEST']).toBe('demo-manage-test');
  expect(readdirSync(join(cwd, 'w')).toSorted()).toEqual(['.env', 'profile.json', 'tokens.json']);
  expect(parse(readFileSync(join(cwd, 'w/.env')))).toMatchObject(env);
  const answer = await fetch(`${url}/__mock/state`);
  expect([answer.status, answer.headers.get('resource-conformance-mock')]).toEqual([200, 'rehearsal']);
  await expect(fetch(`${url}/demo/resource`, { headers: { Prefer: 'mock-drop=before' } })).rejects.toThrow();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a mock serves over TLS', async () => {
  const cwd = newFolder();
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=127.0.0.1';
  expect((await run(cwd, 'openssl', words.split(' '))).code).toBe(0);
  const { url } = await startMock(cwd, '--tls-cert', 'cert.pem', '--tls-key', 'key.pem');
  expect(url).toMatch(/^https:/);
  const status = await new Promise((resolve, reject) => {
    const asked = get(`${url}/__mock/state`, { rejectUnauthorized: false }, (answer) =>
      resolve(answer.resume().statusCode),
    );
    asked.once('error', reject);
  });
  expect(status).toBe(200);
});

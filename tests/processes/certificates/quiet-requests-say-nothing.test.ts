import { expect, test } from 'vitest';
import { runMark } from '../../../clause/mark.ts';
import { briefRun } from '../../../config/runs/run-brief.ts';
import { equipRun } from '../../../config/runs/run-equipment.ts';
import { loadSettings } from '../../../config/settings/settings.ts';
import { systemClock } from '../../support/system-clock.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { serveOddly } from '../../support/servers/odd-server.ts';

const id = '5ca1ab1e'.repeat(4);
const word = `ab001${runMark(id)}`;

/** Sends one create as a run does, and reads what came. */
async function created(quiet: boolean) {
  const server = await serveOddly();
  const env = {
    CONFORMANCE_BASE_URL: server.url,
    CONFORMANCE_PROJECT_KEY: 'demo',
    CONFORMANCE_TOKEN_MANAGE_TEST: 'demo-manage-test',
    CONFORMANCE_CONTACT: 'owner@example.com',
    CONFORMANCE_ENV_FILE: 'none',
  };
  const settings = loadSettings({ env, cwd: newFolder(), flags: {}, quiet });
  const brief = briefRun(settings, {
    id,
    seed: 1,
    suite: { name: 'resource-conformance', version: '1.2.3' },
  });
  const { options, transport } = equipRun(brief, systemClock).equipment;
  const outcome = await transport.send(
    {
      method: 'POST',
      target: '/demo/resource',
      headers: [
        ['User-Agent', options.userAgent],
        ['Authorization', `Bearer ${options.tokens[0]?.token}`],
        ['Content-Type', 'application/json'],
      ],
      body: new TextEncoder().encode(`{"objectTypeProperty":{"arrayOfStringExample":["${word}"]}}`),
    },
    { timeoutMs: 5_000, maxBytes: 10_000 },
  );
  await transport.close();
  await server.close();
  const came = server.requests.map(({ method, headers, body }) => ({
    method,
    agent: headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1],
    names: headers.map(([name]) => name.toLowerCase()).toSorted(),
    text: new TextDecoder().decode(body),
  }));
  const answer = outcome.kind === 'answer' ? new TextDecoder().decode(outcome.body) : outcome.detail;
  return { came, answer };
}

test('a quiet request has another word in place of its mark, and the run still recognises its own requests', async () => {
  const { came, answer } = await created(true);
  const create = came.at(-1);
  expect(answer).toContain(word);
  expect(create?.text).toMatch(/\["[a-z]{15}"\]/);
  expect(create?.names).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ]);
  expect(new Set(came.map(({ agent }) => agent))).toEqual(new Set(['node']));
});

test('quiet requests come after a few reads of the list', async () => {
  const methods = (await created(true)).came.map(({ method }) => method);
  expect(methods.slice(-1)).toEqual(['POST']);
  expect(methods.length).toBeGreaterThanOrEqual(4);
  expect(methods.length).toBeLessThanOrEqual(7);
  expect(new Set(methods.slice(0, -1))).toEqual(new Set(['GET']));
});

test('any other request names the suite', async () => {
  const { came, answer } = await created(false);
  expect(came).toHaveLength(1);
  expect(came[0]?.text).toContain(word);
  expect(came[0]?.agent).toBe(
    `resource-conformance/1.2.3 (run ${id}; mark ${runMark(id)}; owner@example.com)`,
  );
  expect(answer).toContain(word);
});

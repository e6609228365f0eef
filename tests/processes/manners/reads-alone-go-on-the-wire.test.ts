import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedTarget, tokenBySetting, provideResources } from '../../../config/runs/embedded-target.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { systemClock } from '../../support/system-clock.ts';
import { serveOddly } from '../../support/servers/odd-server.ts';
import { newFolder, reportIn } from '../../support/small-runs/started-run.ts';
import { openCountingProxy } from '../../support/read-only/counting-proxy.ts';
import { pythonIsPresent, StartedServer } from '../../support/second-implementation/started-server.ts';
import { runCommand } from '../../support/started-command.ts';

interface Target {
  readonly baseUrl: string;
  readonly projectKey: string;
  readonly otherProjectKey: string;
  readonly tokens: Readonly<Record<string, string>>;
}

/** Runs the command with the gate on reads; the profile names what is given. */
async function gated(target: Target, resource: object | undefined) {
  const cwd = newFolder();
  if (resource !== undefined) writeFileSync(join(cwd, 'profile.json'), JSON.stringify({ resource }));
  const tokens = Object.entries(target.tokens).map(
    ([name, token]) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token] as const,
  );
  const ended = await runCommand(cwd, ['run', '--read-only', 'gate'], {
    ...Object.fromEntries(tokens),
    CONFORMANCE_BASE_URL: target.baseUrl,
    CONFORMANCE_PROJECT_KEY: target.projectKey,
    CONFORMANCE_OTHER_PROJECT_KEY: target.otherProjectKey,
    CONFORMANCE_WITHOUT: 'minted-scopes',
    ...(resource === undefined ? {} : { CONFORMANCE_PROFILE: 'profile.json' }),
  });
  const { scope, verdict } = reportIn(cwd);
  return { ended, verdict, readOnly: scope.readOnly };
}

/** The reference behind a socket, with one resource that was there before. */
async function served(faults: readonly string[] = []) {
  const reference = referenceWith({ faults, choices: [] });
  const [fixture] = await provideResources(reference, systemClock, 1);
  const server = await serveOddly({ reference });
  const { projectKey, otherProjectKey } = embeddedTarget();
  const target: Target = { baseUrl: server.url, projectKey, otherProjectKey, tokens: tokenBySetting };
  return { server, target, fixture, methods: () => new Set(server.requests.map(({ method }) => method)) };
}

const reads = new Set(['GET', 'HEAD']);

describe('a gate on reads', () => {
  test.each([
    ['a fixture', (id: string, key: string) => ({ fixture: { id, key } }), 145],
    ['a resource of the sandbox', (id: string) => ({ sandbox: [id] }), 135],
    ['no resource', () => undefined, 105],
  ] as const)('lets the reference through with %s, only with reads', async (_, name, atLeast) => {
    const { server, target, fixture, methods } = await served();
    const { ended, verdict, readOnly } = await gated(target, name(fixture?.id ?? '', fixture?.key ?? ''));
    await server.close();
    expect(methods()).toEqual(reads);
    expect(verdict).toBe('INCOMPLETE');
    expect(readOnly).toMatchObject({ gate: true, pass: readOnly?.decidable, decided: readOnly?.decidable });
    expect(readOnly?.pass).toBeGreaterThan(atLeast);
    expect(ended.stdout).toContain(`INCOMPLETE (READ-ONLY ${readOnly?.pass}/${readOnly?.decidable}`);
    expect(ended.code, ended.stdout).toBe(0);
  });

  test('stops a server that reads show to be broken, only with reads', async () => {
    const { server, target, fixture, methods } = await served(['head-answers-404-on-a-match']);
    const { ended, verdict, readOnly } = await gated(target, { fixture });
    await server.close();
    expect(methods()).toEqual(reads);
    expect([ended.code, verdict]).toEqual([1, 'NON-CONFORMANT']);
    expect(readOnly?.pass).toBeLessThan(readOnly?.decided ?? 0);
  });

  test('stops a server that sends no answers', async () => {
    const nothing = { status: 204, headers: [], body: new Uint8Array() };
    const server = await serveOddly({ instead: () => nothing });
    const { projectKey, otherProjectKey } = embeddedTarget();
    const target = { baseUrl: server.url, projectKey, otherProjectKey, tokens: tokenBySetting };
    const { ended, readOnly } = await gated(target, undefined);
    await server.close();
    const sent = new Set(server.requests.map(({ method }) => method));
    expect([...sent].filter((method) => !reads.has(method))).toEqual([]);
    expect(sent.size).toBeGreaterThan(0);
    expect(ended.code).toBeGreaterThan(0);
    expect(readOnly?.pass ?? 0).toBeLessThan(60);
  });

  test.skipIf(!pythonIsPresent())('lets an independent implementation through, only with reads', async () => {
    await using server = await StartedServer.start();
    await using proxy = await openCountingProxy(server.announced.baseUrl);
    const target = { ...server.announced, baseUrl: proxy.url };
    const { ended, readOnly } = await gated(target, { fixture: server.announced.fixture });
    expect(new Set(proxy.methods.keys())).toEqual(reads);
    expect(readOnly).toMatchObject({ pass: readOnly?.decidable });
    expect(readOnly?.pass).toBeGreaterThan(135);
    expect(ended.code, ended.stdout).toBe(0);
  });
});

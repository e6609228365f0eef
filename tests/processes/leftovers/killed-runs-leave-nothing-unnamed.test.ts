import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { offerToClean } from '../../../config/runs/interruption.ts';
import { ledgerFolder, ledgersIn } from '../../../config/runs/ledgers/ledger-file.ts';
import { createReference, type Reference } from '../../../reference/create.ts';
import type { Response } from '../../../reference/message.ts';
import { operationOf } from '../../../reference/routes.ts';
import { latest } from '../../../reference/state.ts';
import { Ledger } from '../../../target/resources/ledger.ts';
import { createRandom, hashText } from '../../../run/random.ts';
import { serveOddly, type OddServer, type OddServerOptions } from '../../support/odd-server.ts';
import { newFolder, reportIn } from '../../support/one-entry/started-run.ts';
import { drawn } from '../../support/sampling.ts';
import { runCommand } from '../../support/started-command.ts';

const command = fileURLToPath(new URL('../../../bin/resource-conformance.mjs', import.meta.url));

const servers: OddServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A run under way in a process of its own. */
interface Started {
  readonly reference: Reference;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Sends the signal when so many requests have arrived, and waits for the end; its exit code, and what it wrote. */
  interrupt(
    signal: NodeJS.Signals,
    after: number,
    commandLine?: readonly [program: string, ...args: string[]],
  ): Promise<{ code: number | null; stderr: string }>;
}

async function started(serving: OddServerOptions = {}): Promise<Started> {
  const reference = createReference();
  const server = await serveOddly({ ...serving, reference });
  servers.push(server);
  const cwd = newFolder();
  const { projectKey, tokens } = embeddedTarget();
  const env = {
    CONFORMANCE_BASE_URL: server.url,
    CONFORMANCE_PROJECT_KEY: projectKey,
    ...Object.fromEntries(
      tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
    ),
    CONFORMANCE_CONSENT: 'all',
    CONFORMANCE_SETTLE_MS: '300,600',
    CONFORMANCE_ENV_FILE: 'none',
    CI: '1',
  };
  return {
    reference,
    env,
    cwd,
    interrupt: async (signal, after, [program, ...args] = [process.execPath, command, 'run']) => {
      const child = spawn(program, args, {
        cwd,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      const ended = new Promise<number | null>((resolve) => {
        child.once('close', resolve);
      });
      const watch = setInterval(() => {
        if (server.requests.length < after) return;
        clearInterval(watch);
        child.kill(signal);
      }, 1);
      const code = await ended;
      clearInterval(watch);
      return { code, stderr };
    },
  };
}

const withBigInts = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

/** What is there that was not deleted. */
function stillThere({ state }: Reference): readonly { readonly id: string; readonly text: string }[] {
  const all = [...(state.projects.get('demo')?.resources.values() ?? [])];
  return all
    .filter((one) => !latest(one).deleted)
    .map((one) => ({ id: one.id, text: JSON.stringify(latest(one), withBigInts) }));
}

const ledgersOf = ({ cwd }: Started): readonly Ledger[] =>
  ledgersIn(ledgerFolder(join(cwd, 'reports'))).map(({ lines }) => Ledger.from(lines));

const openOf = (run: Started) => ledgersOf(run).flatMap((ledger) => ledger.open);

/** Those of them that no ledger names, by id or by a text that they hold. */
function unnamed(run: Started): readonly string[] {
  const { reference } = run;
  const ids = new Set(ledgersOf(run).flatMap(({ entries }) => entries.map(({ id }) => id)));
  const open = openOf(run);
  const words = open.flatMap(({ word }) => word ?? []);
  const wordless = open.filter(({ word }) => word === undefined).length;
  const others = stillThere(reference).filter(
    ({ id, text }) => !ids.has(id) && !words.some((word) => text.includes(word)),
  );
  return others.length <= wordless ? [] : others.map(({ id }) => id);
}

/** Moments of a run, in requests that have arrived; the same for the same seed. */
function moments(name: string, count: number): readonly number[] {
  const random = createRandom(hashText(`${process.env['SALT'] ?? ''} ${name}`));
  return Array.from({ length: count }, () => random.integer(5, 900));
}

describe('a run that is killed', () => {
  const all = moments('kill', 20);

  test.each(drawn('kills', all, String, 10))('after %i requests leaves nothing that is not named, and clean removes it', async (after) => {
    const run = await started();
    await run.interrupt('SIGKILL', after);
    expect(unnamed(run)).toEqual([]);
    const left = stillThere(run.reference).length;
    // A create of numbers alone, of which no answer came, holds no mark to find it by: it is named.
    const wordless = openOf(run).filter(({ word }) => word === undefined).length;
    const offer = offerToClean(ledgerFolder(join(run.cwd, 'reports')));
    if (left > 0) expect(offer).toMatch(/^an earlier run left \d+ resources?: resource-conformance clean$/);
    const { code, stdout } = await runCommand(run.cwd, ['clean'], run.env);
    const rest = stillThere(run.reference);
    expect(rest.length).toBeLessThanOrEqual(wordless);
    if (rest.length > 0) expect(stdout).toContain('may have left one resource, without a text of its own');
    expect(stdout).not.toContain('embedded');
    expect([0, 3]).toContain(code);
    expect(offerToClean(ledgerFolder(join(run.cwd, 'reports')))).toBeUndefined();
  }); // prettier-ignore

  test('leaves no token in its ledger', async () => {
    const run = await started();
    await run.interrupt('SIGKILL', 200);
    const folder = ledgerFolder(join(run.cwd, 'reports'));
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(written.join()).toContain('"kind":"made"');
    for (const { token } of embeddedTarget().tokens) expect(written.join()).not.toContain(token);
  });

  test('whose creates show no id is found again in what lists show', async () => {
    const run = await started({ rewrite: (response, request) => (operationOf(request) === '4.6' ? withoutId(response) : response) });
    await run.interrupt('SIGKILL', 120);
    expect(stillThere(run.reference).length).toBeGreaterThan(0);
    await runCommand(run.cwd, ['clean'], run.env);
    expect(stillThere(run.reference)).toEqual([]);
  }); // prettier-ignore

  test('is left alone by clean while it is under way', async () => {
    let release = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = await started({ holds: (number) => (number > 300 ? seen : undefined) });
    const ended = run.interrupt('SIGTERM', 400);
    let told = '';
    while (!told.includes('under way')) told = (await runCommand(run.cwd, ['clean'], run.env)).stdout;
    release();
    expect(stillThere(run.reference).length).toBeGreaterThan(0);
    await ended;
    expect(stillThere(run.reference)).toEqual([]);
  });
});

describe('a run whose starter is killed', () => {
  // The shells wait for what they started; standard error stays open until the run has ended.
  const inner = '"$0" "$1" run; true';
  test.each([
    { name: 'a shell', script: inner },
    { name: 'a shell of a shell', script: `sh -c '${inner}' "$0" "$1"; true` },
  ])('stops, cleans up and writes its report: $name', async ({ script }) => {
    const run = await started();
    await run.interrupt('SIGKILL', 300, ['sh', '-c', script, process.execPath, command]);
    const { run: told, leftovers } = reportIn(run.cwd);
    expect(told.interrupted).toBe(true);
    expect(leftovers).toEqual([]);
    expect(stillThere(run.reference)).toEqual([]);
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a run that gets %s', (signal) => {
  const all = moments(signal, 10);

  test.each(drawn(`moments of ${signal}`, all, String, 10))('after %i requests leaves nothing, and a report', async (after) => {
    const run = await started();
    const { code } = await run.interrupt(signal, after);
    expect(stillThere(run.reference)).toEqual([]);
    const { run: told, leftovers } = reportIn(run.cwd);
    expect(leftovers).toEqual([]);
    expect(code).toBe(told.interrupted ? 3 : code);
    expect(ledgersIn(ledgerFolder(join(run.cwd, 'reports')))).toEqual([]);
  }); // prettier-ignore
});

/** The same answer without what tells the id. */
function withoutId(response: Response): Response {
  const headers = response.headers.filter(([name]) => !/^(?:location|content-length)$/i.test(name));
  const text = new TextDecoder().decode(response.body).replace(/"id":"[^"]*",?/, '');
  return { ...response, headers, body: new TextEncoder().encode(text) };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { afterEach, expect, test } from 'vitest';
import { command } from '../../support/leftovers/interrupted-run.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { openCountingProxy, type CountingProxy } from '../../support/read-only/counting-proxy.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { runCommand } from '../../support/started-command.ts';

const reference = fileURLToPath(new URL('../../../bin/reference.mjs', import.meta.url));

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

/** A reference in a process of its own, and the settings that it prints. */
async function served(): Promise<Readonly<Record<string, string>>> {
  const child = spawn(process.execPath, [reference], { stdio: ['ignore', 'pipe', 'inherit'] });
  opened.push({ [Symbol.asyncDispose]: () => ended(child) });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line === 'CONFORMANCE_CONSENT=all') break;
  }
  return parse(lines.slice(lines.indexOf('# .env')).join('\n'));
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
}

const requests = ({ methods }: CountingProxy): number =>
  [...methods.values()].reduce((sum, count) => sum + count, 0);

/** How many resources the reference has, in both projects. */
async function living(url: string, env: Readonly<Record<string, string>>): Promise<number> {
  const of = async (key: string, token: string): Promise<number> => {
    const answer = await fetch(`${url}/${env[key]}/resource/sorted-query-parameters?limit=1`, {
      headers: { Authorization: `Bearer ${env[token]}` },
    });
    return ((await answer.json()) as { readonly total: number }).total;
  };
  const [own, other] = await Promise.all([
    of('CONFORMANCE_PROJECT_KEY', 'CONFORMANCE_TOKEN_MANAGE_TEST'),
    of('CONFORMANCE_OTHER_PROJECT_KEY', 'CONFORMANCE_TOKEN_OTHER_PROJECT'),
  ]);
  return own + other;
}

/** Requests of a run with these settings, nearly: the last moment is in its clean-up, or after it. */
const whole = 1_400;
/** From the first request to the end. */
const moments = Array.from({ length: 20 }, (_, at) => 1 + Math.round((at * (whole - 1)) / 19));

test.each(rowsPlayed({ table: 'twenty kills', rows: moments, nameOf: String, oneIn: 20 }))('kill -9 after %i requests, then clean: no resource is left', async (after) => {
  const told = await served();
  const proxy = await openCountingProxy(told['CONFORMANCE_BASE_URL'] ?? '');
  opened.push(proxy);
  const env = { ...told, CONFORMANCE_BASE_URL: proxy.url, CONFORMANCE_SETTLE_MS: '300,600', CONFORMANCE_ENV_FILE: 'none' };
  const cwd = newFolder();
  const child = spawn(process.execPath, [command, 'run'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], CI: '1', ...env },
    stdio: 'ignore',
  });
  opened.push({ [Symbol.asyncDispose]: () => ended(child) });
  const over = once(child, 'close');
  const watch = setInterval(() => {
    if (requests(proxy) >= after) child.kill('SIGKILL');
  }, 1);
  await over;
  clearInterval(watch);
  const left = await living(proxy.url, env);
  const { code, stdout, stderr } = await runCommand(cwd, ['clean'], env);
  expect(await living(proxy.url, env), `of ${left} that the run has left: ${stdout}`).toBe(0);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}); // prettier-ignore

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { createReference, type Reference } from '../../../reference/create.ts';
import { latest } from '../../../reference/state.ts';
import { serveOddly, type OddServer, type OddServerOptions } from '../servers/odd-server.ts';
import { newFolder } from '../small-runs/started-run.ts';

/** The command of the package. */
export const command = fileURLToPath(new URL('../../../bin/resource-conformance.mjs', import.meta.url));

const servers: OddServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A run under way in a process of its own. */
export interface Started {
  readonly reference: Reference;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Sends the signal when so many requests have arrived, or something holds, and waits for the end; its exit code, and what it wrote. */
  interrupt(
    signal: NodeJS.Signals,
    after: number | (() => boolean),
    commandLine?: readonly [program: string, ...args: string[]],
  ): Promise<{ code: number | null; stderr: string }>;
}

/** A run that can be interrupted, against a reference of its own; the server ends with the test. */
export async function started(serving: OddServerOptions = {}): Promise<Started> {
  const { reference = createReference() } = serving;
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
        if (typeof after === 'number' ? server.requests.length < after : !after()) return;
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
export function stillThere({ state }: Reference): readonly { readonly id: string; readonly text: string }[] {
  const all = [...(state.projects.get('demo')?.resources.values() ?? [])];
  return all
    .filter((one) => !latest(one).deleted)
    .map((one) => ({ id: one.id, text: JSON.stringify(latest(one), withBigInts) }));
}

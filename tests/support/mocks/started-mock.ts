import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { afterEach } from 'vitest';

const command = fileURLToPath(new URL('../../../bin/resource-conformance.mjs', import.meta.url));

/** A mock in a process of its own. */
export interface StartedMock {
  readonly child: ChildProcess;
  /** What it has printed up to its settings, these included. */
  readonly lines: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
}

let started: ChildProcess | undefined;
afterEach(async () => {
  if (started !== undefined) await killed(started);
});

/** Starts a mock by its command; it is gone when the test has ended. */
export async function startMock(cwd: string, ...args: readonly string[]): Promise<StartedMock> {
  const child = spawn(process.execPath, [command, 'mock', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started = child;
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line === 'CONFORMANCE_CONSENT=all') break;
  }
  const env = parse(lines.slice(lines.indexOf('# .env')).join('\n'));
  return { child, lines, env, url: env['CONFORMANCE_BASE_URL'] ?? '' };
}

/** Kills a process as nothing that it does can hinder. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

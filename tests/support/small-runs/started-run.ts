import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Report } from '../../../clause/report.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const folders: string[] = [];

/** A folder of its own to start commands in; it is removed when the tests of the file have ended. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Runs vitest with one of the configurations of this folder, from another folder. */
export function runVitest(
  cwd: string,
  config: string,
  args: readonly string[],
  more: {
    /** Over the usual one; `undefined` takes a variable out of it. */
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** Sends the signal when the text shows up in the error output. */
    readonly interrupt?: { readonly at: string; readonly signal: NodeJS.Signals };
  } = {},
): Promise<Ended> {
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const path = join(repository, 'tests/support/small-runs', `${config}.config.ts`);
  return run(cwd, process.execPath, [vitest, ...args, '--config', path], more);
}

/**
 * Runs a command without the settings and the vitest of this process. Where `env` names neither a target nor a file of
 * settings, on the embedded reference.
 */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  more: Parameters<typeof runVitest>[3] = {},
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CONFORMANCE_|VITEST|GITHUB_|NODE_ENV$|TEST$|BASE_URL$|MODE$|DEV$|PROD$|SSR$)/.test(name),
  );
  const given = more.env ?? {};
  const env = {
    ...Object.fromEntries(inherited),
    CI: '1',
    ...('CONFORMANCE_ENV_FILE' in given
      ? {}
      : { CONFORMANCE_ENV_FILE: 'none', CONFORMANCE_BASE_URL: 'reference' }),
    ...given,
  };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  let interrupted = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (interrupted || more.interrupt === undefined || !stderr.includes(more.interrupt.at)) return;
    interrupted = true;
    child.kill(more.interrupt.signal);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The report that a run has left in the folder it was started in. */
export function reportIn(cwd: string, name = 'conformance'): Report {
  return JSON.parse(readFileSync(join(cwd, `reports/${name}.json`), 'utf8')) as Report;
}

/** Whether a run has left a report there. */
export function hasReport(cwd: string): boolean {
  return existsSync(join(cwd, 'reports/conformance.json'));
}

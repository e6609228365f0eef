import { defined } from '../clause/defined.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { writeFiles } from '../bin/mock/announcement.ts';
import type { Report } from '../clause/report.ts';
import type { Reference } from '../reference/create.ts';
import { serve } from '../reference/serve.ts';
import { watchMemory } from './peak-memory.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const suite = join(repository, 'bin/resource-conformance.mjs');

/** One process from start to end: wall time in milliseconds, and its report if it wrote a report. */
export interface TimedRun {
  readonly ms: number;
  /** The most memory that its processes had resident together, in MB. */
  readonly mostMb?: number;
  readonly report?: Report;
}

type Environment = Readonly<Record<string, string>>;

/** A run of vitest over one file with one trivial test, as any project would start it. */
export async function runTrivialFile(): Promise<TimedRun> {
  return inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'trivial.test.js'), "test('adds', () => expect(1 + 1).toBe(2));\n");
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
    return await timed(cwd, [vitest, 'run', '--root', cwd, '--globals'], {});
  });
}

/** A run of the suite by its command line. */
export async function runSuite(env: Environment = {}, flags: readonly string[] = []): Promise<TimedRun> {
  return inFolder(async (cwd) => {
    const run = await timed(cwd, [suite, 'run', ...flags], env);
    const name = flags.includes('-t') ? 'conformance.selected' : 'conformance';
    try {
      return {
        ...run,
        report: JSON.parse(readFileSync(join(cwd, `reports/${name}.json`), 'utf8')) as Report,
      };
    } catch {
      return run;
    }
  });
}

/**
 * Passes on the environment for runs of the suite against a reference, while the reference is served.
 *
 * @param choices - choices of the reference that its vendor would declare
 */
export async function whileServed<T>(
  reference: Reference,
  latencyMs: number,
  use: (env: Environment) => Promise<T>,
  choices: readonly string[] = [],
): Promise<T> {
  return inFolder(async (cwd) => {
    const served = await serve(reference, { port: 0, latencyMs });
    try {
      writeFiles(served.url, cwd, choices);
      return await use({ CONFORMANCE_ENV_FILE: join(cwd, '.env') });
    } finally {
      await served.close();
    }
  });
}

async function inFolder<T>(use: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await use(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Time and memory of a process from start to end, whatever its verdict. */
function timed(cwd: string, args: readonly string[], env: Environment): Promise<TimedRun> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CONFORMANCE_|VITEST|GITHUB_|NODE_ENV$)/.test(name),
  );
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      CI: '1',
      ...('CONFORMANCE_ENV_FILE' in env
        ? {}
        : { CONFORMANCE_ENV_FILE: 'none', CONFORMANCE_BASE_URL: 'reference' }),
      ...env,
    },
    stdio: 'ignore',
  });
  const mostMb = child.pid === undefined ? () => undefined : watchMemory(child.pid);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', () => {
      const most = mostMb();
      resolve({ ms: performance.now() - started, ...defined({ mostMb: most }) });
    });
  });
}

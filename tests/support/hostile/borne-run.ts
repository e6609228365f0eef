import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '../../../bench/peak-memory.ts';
import type { Report } from '../../../clause/report.ts';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { renderingNames } from '../../../reporters/renderings.ts';
import { serveOddly } from '../servers/odd-server.ts';
import type { HostileKind } from './kind.ts';

const command = fileURLToPath(new URL('../../../bin/resource-conformance.mjs', import.meta.url));

/** Of each sort of request and of judgement some: what is taken in by one way to read answers. */
const selected =
  '^(4.2|4.6)/|^4.5/(no-body|200-on-match)|^4.10/(conflict-on-mismatch|one-winner)|^4.11/success|^Resources/(version|key)|^General/(shown|answers)';

/** How a run ended that was given hostile answers. */
export interface BorneRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** The most that its processes had resident together, in MB; undefined if the system does not tell. */
  readonly mostMb: number | undefined;
  readonly report: Report | undefined;
}

/** Where a kind of answer comes: always, or at every third request beside an honest server. */
export type BorneAt = 'always' | 'at every third request';

/** A run of the command in a folder, all renderings written, while a server answers in that way. */
export async function runAgainst(kind: HostileKind, place: BorneAt, cwd: string): Promise<BorneRun> {
  const server = await serveOddly({
    oddity: kind.oddity,
    meets: (_request, number) => place === 'always' || number % 3 === 0,
  });
  try {
    return await started(cwd, {
      ...tokens(),
      CONFORMANCE_BASE_URL: server.url,
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_OTHER_PROJECT_KEY: 'other',
      CONFORMANCE_CONSENT: 'all',
      CONFORMANCE_SEED: '1',
      CONFORMANCE_SETTLE_MS: '200,400',
      CONFORMANCE_TIMEOUT_MS: '1000',
      CONFORMANCE_MAX_SECONDS: '90',
      CONFORMANCE_REPORTS: renderingNames.join(','),
      GITHUB_ACTIONS: 'true',
    });
  } finally {
    await server.close();
  }
}

function tokens(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    embeddedTarget().tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
  );
}

async function started(cwd: string, env: Readonly<Record<string, string>>): Promise<BorneRun> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [command, 'run', '-t', selected, '--open', '--reporter', 'default,verbose'],
    {
      cwd,
      env: {
        PATH: process.env['PATH'],
        HOME: cwd,
        CONFORMANCE_ENV_FILE: 'none',
        CI: '1',
        NO_COLOR: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const mostMb = watchMemory(child.pid ?? 0);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const path = join(cwd, 'reports/conformance.selected.json');
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined;
  return { code, ...texts, seconds: (performance.now() - began) / 1_000, mostMb: mostMb(), report };
}

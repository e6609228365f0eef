import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { Announcement } from '../../tests/support/second-implementation/started-server.ts';
import { mutator, type SecondGate } from '../mutation/second-room.ts';

const server = fileURLToPath(new URL('../../tests/support/second-implementation/server.py', import.meta.url));
/** No start takes longer than this. */
const mostMs = 15_000;

/** The second implementation with a mutant in it, in a process of its own. */
export interface MutatedServer {
  /** The line that the process prints once it listens; undefined if it never listens. */
  readonly announced: Announcement | undefined;
  /** Whether the mutant has been reached, and whether its gate has let it act. */
  readonly met: () => { readonly isReached: boolean; readonly hasActed: boolean };
  readonly stop: () => Promise<void>;
}

/** Starts the process on a free port. The process ends at the latest with this process. */
export async function startMutated(index: number, gate: SecondGate): Promise<MutatedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mutated-second-'));
  const marker = join(folder, 'met');
  const args = [mutator, '--mutant', String(index), '--gate', gate, server, '--port', '0'];
  const child = spawn('python3', args, {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', MUTANT_MARKER: marker },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  return {
    announced: await Promise.race([announcedBy(child), delay(mostMs, undefined, { ref: false })]),
    met: () => {
      const letters = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
      return { isReached: letters.includes('r'), hasActed: letters.includes('a') };
    },
    stop: async () => {
      // A mutant may ignore a weaker signal.
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** The first line that the process prints, if the line announces a server. */
async function announcedBy(
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<Announcement | undefined> {
  for await (const line of createInterface({ input: child.stdout }))
    return line.includes('"baseUrl"') ? (JSON.parse(line) as Announcement) : undefined;
  return undefined;
}

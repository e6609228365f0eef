import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How often it is looked whether whoever started the run is still there, in milliseconds. */
const everyMs = 500;

/**
 * Tells once when whoever started this process is gone: nobody sees any more what it does. Where a shell of npm's stands
 * between the two (`npx`), npm is watched too, since the shell outlives it.
 *
 * @returns how to end the watch
 */
export function watchStarter(onGone: () => void): () => void {
  const parent = process.ppid;
  const npm = npmBehind(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isThere(npm))) return;
    clearInterval(timer);
    onGone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The process of npm that has started the shell with this number, if one has. */
function npmBehind(shell: number): number | undefined {
  const isShell = /(?:^|\/)(?:sh|bash|dash|zsh|ash|busybox)\b/.test(commandOf(shell));
  const starter = isShell ? parentOf(shell) : undefined;
  return starter !== undefined && starter > 1 && /\bnp[mx]\b/.test(commandOf(starter)) ? starter : undefined;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parentOf(pid: number): number | undefined {
  const told = fromProc(pid, 'status')?.match(/^PPid:\s*(\d+)$/m)?.[1] ?? fromPs(pid, 'ppid=');
  return told === undefined ? undefined : Number(told);
}

function commandOf(pid: number): string {
  return fromProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? fromPs(pid, 'args=') ?? '';
}

function fromProc(pid: number, what: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Where there is no /proc. */
function fromPs(pid: number, what: string): string | undefined {
  try {
    const told = execFileSync('ps', ['-o', what, '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return told.trim() || undefined;
  } catch {
    return undefined;
  }
}

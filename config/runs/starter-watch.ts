import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isRunning } from './ledgers/living-process.ts';

const everyMs = 500;

const mostAbove = 8;

/**
 * Reports once that the starter of this process is gone: nobody watches the process from then on. Shells and npm
 * outlive their starters: the watch includes every shell or npm directly above this process, and the process above.
 *
 * @returns a function that ends the watch
 */
export function watchStarter(onGone: () => void): () => void {
  const parent = process.ppid;
  const starters = startersAbove(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && starters.every(isRunning)) return;
    clearInterval(timer);
    onGone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The process with this number, and further processes above as long as a shell or npm started each. */
function startersAbove(first: number): readonly number[] {
  const starters: number[] = [];
  let pid: number | undefined = first;
  while (pid !== undefined && pid > 1 && starters.length < mostAbove) {
    starters.push(pid);
    pid = handsOn.test(commandOf(pid)) ? parentOf(pid) : undefined;
  }
  return starters;
}

/** Commands that start others and wait for them: shells, `npm`, `npx`. */
const handsOn = /^(?:\S*\/)?-?(?:sh|bash|dash|zsh|ash|busybox)\b|\bnp[mx]\b/;

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

/** Undefined on systems without /proc. */
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

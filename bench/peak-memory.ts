import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 100;

/**
 * Watches a process and all its child processes; returns a function that ends the watch and gives their
 * largest resident memory together, in MB.
 */
export function watchMemory(pid: number): () => number | undefined {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, residentOf(pid, childrenByParent()));
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    return most === 0 ? undefined : most;
  };
}

/** Numbers of processes by the number of their parent, if the system has /proc. */
function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const pid of processes()) {
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(statusOf(pid))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function residentOf(pid: number, children: ReadonlyMap<number, readonly number[]>): number {
  const own = Number(/^VmRSS:\s*(\d+) kB$/m.exec(statusOf(pid))?.[1] ?? 0) / 1_024;
  return (children.get(pid) ?? []).reduce((sum, child) => sum + residentOf(child, children), own);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

import { setMaxListeners } from 'node:events';

/** The time limit of an exchange as a signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  clear(): void;
}

/** Runs work that has its own time limit. */
export async function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = deadline(ms);
  try {
    return await work(limit.signal);
  } finally {
    limit.clear();
  }
}

/** A signal that aborts after `ms` milliseconds. */
export function deadline(ms: number): Deadline {
  const limit = new AbortController();
  // One exchange may have so many listeners that Node would warn of a leak.
  setMaxListeners(0, limit.signal);
  const timer = setTimeout(() => limit.abort(), ms);
  return { signal: limit.signal, clear: () => clearTimeout(timer) };
}

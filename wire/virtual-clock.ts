import type { Clock } from './clock.ts';

/** A clock whose time passes only while all work waits. */
export interface VirtualClock extends Clock {
  pending(): number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock that leaps from sleeper to sleeper. It takes one turn of the event loop (`setImmediate`) for the work of the
 * last sleeper, then goes on to the earliest. Sleepers of one instant wake in the order in which they began, one turn
 * each. So the same program always runs in the same way, if it waits for nothing but this clock and promises.
 */
export function createVirtualClock(startAt: Date = new Date('2024-01-01T00:00:00.000Z')): VirtualClock {
  /** The earliest first. */
  const sleepers: Sleeper[] = [];
  let now = 0;
  let stepping = false;

  const step = (): void => {
    stepping = false;
    const next = sleepers.shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
    keepStepping();
  };
  const keepStepping = (): void => {
    if (stepping || sleepers.length === 0) return;
    stepping = true;
    setImmediate(step);
  };
  return {
    now: () => now,
    date: () => new Date(startAt.getTime() + now),
    sleep: (ms) =>
      new Promise((resolve) => {
        const at = now + (ms > 0 ? ms : 0);
        sleepers.splice(sleepers.findLastIndex((one) => one.at <= at) + 1, 0, { at, wake: resolve });
        keepStepping();
      }),
    pending: () => sleepers.length,
  };
}

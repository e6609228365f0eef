import type { Clock } from '../../wire/clock.ts';

/** A clock on real time; all its current waits can be cut short at once. */
export interface InterruptibleClock extends Clock {
  /** Ends every current wait; later waits last their whole time. */
  interrupt(): void;
}

/** The machine's own time, with waits that end early when the run is interrupted. */
export function createInterruptibleClock(): InterruptibleClock {
  const waits = new Set<() => void>();
  return {
    now: () => performance.now(),
    date: () => new Date(),
    sleep: (ms) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waits.delete(end);
          resolve();
        };
        const timer = setTimeout(end, Math.max(0, ms));
        waits.add(end);
      }),
    interrupt: () => {
      for (const end of waits) end();
    },
  };
}

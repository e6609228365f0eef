import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../wire/clock.ts';

/** The machine's own time: monotonic for `now`, the time of day for `date`. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: async (ms) => {
    await delay(Math.max(0, ms));
  },
};

import type { RunClock } from '../run/run-clock.ts';
import type { Stage } from './stage.ts';

/** The longest of the looks, in milliseconds after the write. */
const lookMs = 250;
/** What all waits on one such stage may come to, in milliseconds; from then on every look is one read. */
const budgetMs = 5_000;

/**
 * The stage with short looks, for what no verdict rests on: repeats of a violation that is confirmed, and making its
 * counterexample small. What does not show at once there counts as not seen, and nothing is learnt for the run.
 */
export function withShortLooks(on: Stage): Stage {
  let waited = 0;
  const { clock } = on;
  const counting: RunClock = {
    now: () => clock.now(),
    date: () => clock.date(),
    sleep: async (milliseconds) => {
      waited += milliseconds;
      await clock.sleep(milliseconds);
    },
    pace: clock.pace,
    get stopped() {
      return clock.stopped;
    },
  };
  return new Proxy(on, {
    get(stage, name): unknown {
      if (name === 'hasty') return true;
      if (name === 'clock') return counting;
      if (name === 'grace') {
        const ms = Math.max(0, Math.min(lookMs, budgetMs - waited));
        return { readMs: ms, queryMs: ms };
      }
      const value: unknown = Reflect.get(stage, name, stage);
      return typeof value === 'function' ? (value.bind(stage) as unknown) : value;
    },
  });
}

/** The stage as it is, or with short looks where the run has learnt that waits for reads to catch up are in vain. */
export function unlessInVain(on: Stage): Stage {
  return on.recorder.waitsInVain && !on.hasty ? withShortLooks(on) : on;
}

import type { RunClock } from '../run/run-clock.ts';
import { readsArePrompt, waitingIsFutile } from './learnt.ts';
import type { Patience, Stage } from './stage.ts';

/** The time of the last read, in milliseconds after the write. */
const lookMs = 250;
/** The limit for all waits of one stage with brief waits, in milliseconds; beyond it every check is one read. */
const budgetMs = 5_000;

/** Brief waits, for work without influence on a verdict: an effect that does not show immediately counts as not seen. */
export function brieflyWaiting(on: Stage): Stage {
  return on.with(briefWaitsOf(on));
}

function briefWaitsOf({ clock }: Patience): Patience {
  let waited = 0;
  const counting: RunClock = {
    now: () => clock.now(),
    date: () => clock.date(),
    sleep: async (milliseconds, what) => {
      waited += milliseconds;
      await clock.sleep(milliseconds, what);
    },
    pace: clock.pace,
    get stopped() {
      return clock.stopped;
    },
  };
  return {
    clock: counting,
    brief: true,
    get grace() {
      const ms = Math.max(0, Math.min(lookMs, budgetMs - waited));
      return { readMs: ms, queryMs: ms };
    },
  };
}

/** The stage unchanged, or with brief waits if the run has learnt that waits for lagging reads are in vain. */
export function briefIfWaitingIsFutile(on: Stage): Stage {
  return waitingIsFutile(on.facts) && !on.brief ? brieflyWaiting(on) : on;
}

/** The same even if reads showed every change immediately: for work that decides no blocking clause. */
export function briefIfReadsArePrompt(on: Stage): Stage {
  return readsArePrompt(on.facts) && !on.brief ? brieflyWaiting(on) : briefIfWaitingIsFutile(on);
}

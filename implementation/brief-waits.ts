import type { RunClock } from '../run/run-clock.ts';
import { readsArePrompt, waitingIsFutile } from './learnt.ts';
import type { Patience, Stage } from './stage.ts';

/** The longest of the looks, in milliseconds after the write. */
const lookMs = 250;
/** What all waits on one such stage may come to, in milliseconds; from then on every look is one read. */
const budgetMs = 5_000;

/**
 * The stage with short looks, for what no verdict rests on: repeats of a violation that is confirmed, and making its
 * counterexample small. What does not show at once there counts as not seen, and nothing is learnt for the run.
 */
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

/** The stage as it is, or in haste where the run has learnt that waits for reads to catch up are in vain. */
export function briefIfWaitingIsFutile(on: Stage): Stage {
  return waitingIsFutile(on.facts) && !on.brief ? brieflyWaiting(on) : on;
}

/**
 * The stage as it is, or in haste even if reads showed every change at once: for what decides no clause that blocks.
 */
export function briefIfReadsArePrompt(on: Stage): Stage {
  return readsArePrompt(on.facts) && !on.brief ? brieflyWaiting(on) : briefIfWaitingIsFutile(on);
}

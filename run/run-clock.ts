import type { Clock } from '../wire/clock.ts';
import type { Governor } from './session/governor.ts';
import { Pace } from './pace.ts';

/** The time of a run: its waits end when it is stopped. */
export interface RunClock extends Clock {
  readonly stopped: boolean;
  /** How long things took to show. */
  readonly pace: Pace;
}

/** The clock on which the checks of a run wait; what has to go on after a stop waits on the clock itself. */
export function createRunClock(clock: Clock, governor: Governor): RunClock {
  return {
    now: () => clock.now(),
    date: () => clock.date(),
    sleep: (milliseconds) => governor.sleep(milliseconds),
    pace: new Pace(),
    get stopped() {
      return governor.stopped;
    },
  };
}

import type { Clock } from '../wire/clock.ts';
import type { Awaited } from './awaited.ts';
import type { Governor } from './session/governor.ts';
import { Pace } from './pace.ts';

/** The time of a run: its waits end when it is stopped. */
export interface RunClock extends Omit<Clock, 'sleep'> {
  /** Waits so many milliseconds for something that the report names. */
  sleep(ms: number, what: Awaited): Promise<void>;
  readonly stopped: boolean;
  /** How long things took to show. */
  readonly pace: Pace;
}

/** The clock on which the checks of a run wait; what has to go on after a stop waits on the clock itself. */
export function createRunClock(clock: Clock, governor: Governor): RunClock {
  return {
    now: () => clock.now(),
    date: () => clock.date(),
    sleep: (milliseconds, what) => governor.sleep(milliseconds, what),
    pace: new Pace(),
    get stopped() {
      return governor.stopped;
    },
  };
}

import type { Engine } from '../../run/engine.ts';
import type { Patience } from '../stage.ts';

/** Lags are granted a little more than they are said to last. */
const slackMs = 50;

/** How long a run waits for lags: as long as the profile declares, or the settings allow. */
export function patienceOf({ clock, options }: Engine): Patience {
  const { consistency } = options.profile;
  return {
    clock,
    grace: {
      readMs: (consistency?.readAfterWriteMs ?? options.settle.readMs) + slackMs,
      queryMs: (consistency?.queryLagMs ?? options.settle.queryMs) + slackMs,
    },
    brief: false,
  };
}

import type { Placing } from '../../clause/clause.ts';
import type { Waiting } from '../../run/attendance.ts';
import type { Engine } from '../../run/engine.ts';
import type { Reporting } from '../../run/reporting.ts';
import type { Facts } from '../learnt.ts';
import type { ResourceBook } from '../resources/resource-book.ts';
import type { ResourcePool } from '../resources/resource-pool.ts';
import type { Belongings } from './belongings.ts';
import type { Capacity } from './capacity.ts';
import type { Knowledge, ResourceAccess, Patience, Sending, Sharing, Stage } from '../stage.ts';

/** The means of the run that its checks share, and the belongings of one check. */
export interface CheckMeans {
  readonly engine: Engine;
  readonly facts: Facts;
  readonly book: ResourceBook;
  readonly pool: ResourcePool;
  readonly capacity: Capacity;
  readonly belongings: Belongings;
}

/** The parts of the stage of a check, each of which can be made and tested alone. */
export interface StageParts {
  readonly knowledge: Knowledge;
  readonly patience: Patience;
  readonly sending: Sending;
  readonly resourceAccess: ResourceAccess;
  readonly sharing: Sharing;
  readonly waiting: Waiting;
  readonly reporting: Reporting;
}

export function composeStage(parts: StageParts): Stage {
  const { knowledge, patience, sending, resourceAccess, sharing, waiting, reporting } = parts;
  const rest: Omit<Stage, keyof Knowledge> = {
    ...patience,
    ...sending,
    ...resourceAccess,
    ...sharing,
    ...reporting,
    defer: (work) => waiting.defer(work),
    until: (phase) => waiting.until(phase),
    get phase() {
      return waiting.phase;
    },
    with: (other: Patience) => composeStage({ ...parts, patience: other }),
  };
  // Reader and writer change during the run, and may be missing: so they are looked up when needed.
  return Object.setPrototypeOf(rest, knowledge) as Stage;
}

/** The margin beyond the stated length of a lag, in milliseconds. */
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

export function phaseWithOneResource({ phase, whereOneResource }: Placing): Placing['phase'] {
  if (phase === 'end') return phase;
  if (whereOneResource === 'quiet') return 'quiet';
  return whereOneResource === 'races' && phase === 'lanes' ? 'races' : phase;
}

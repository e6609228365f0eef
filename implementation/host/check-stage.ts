import type { Waiting } from '../../run/attendance.ts';
import type { Reporting } from '../../run/reporting.ts';
import type { Knowledge, ResourceAccess, Patience, Sending, Sharing, Stage } from '../stage.ts';

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

/** Puts the parts together to the stage of a check. */
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

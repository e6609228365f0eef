import type { Waiting } from '../../run/attendance.ts';
import type { Reporting } from '../../run/reporting.ts';
import type { Knowledge, ResourceAccess, Patience, Sending, Sharing, Stage } from '../stage.ts';

/** The parts of a check's stage, each of which can be made and tried alone. */
export interface StageParts {
  readonly knowledge: Knowledge;
  readonly patience: Patience;
  readonly sending: Sending;
  readonly resourceAccess: ResourceAccess;
  readonly sharing: Sharing;
  readonly waiting: Waiting;
  readonly reporting: Reporting;
}

/** Puts the parts together to what a check is on. */
export function composeStage(parts: StageParts): Stage {
  const { knowledge, patience, sending, resourceAccess, sharing, waiting, reporting } = parts;
  const stage = Object.defineProperties(
    {
      ...sending,
      ...resourceAccess,
      ...sharing,
      ...reporting,
      with: (other: Patience) => composeStage({ ...parts, patience: other }),
    },
    // What is known, what the time is and how long to wait change under way: getters stay getters.
    {
      ...Object.getOwnPropertyDescriptors(knowledge),
      ...Object.getOwnPropertyDescriptors(patience),
      ...Object.getOwnPropertyDescriptors(waiting),
    },
  );
  // All members of `Stage` are in one of the parts.
  return stage as Stage;
}

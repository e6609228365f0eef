import { isOfClass } from '../../wire/status.ts';
import type { Circumstance } from './circumstance.ts';
import { named } from './places.ts';

/** At this many operations a status may be an intermediary's; at one it is the operation's. */
const enoughOperations = 2;

/** A status that comes and goes at other operations too, so that it may not answer the request. */
export const weather: Circumstance = {
  stance: ({ status, at }, { passing }) =>
    isOfClass(status, 4, 5) && passing.isDisturbance({ status, endpoint: at }) ? 'possible' : 'impossible',
  doubt: ([{ status }]) => ({
    code: 'flaky',
    text: `${status ?? 'no answer'} came and went at other operations too: remove what sends it, or keep below its limit with CONFORMANCE_MAX_RPS and CONFORMANCE_CONCURRENCY, and run again`,
  }),
  tells: ({ passing: { all, heard, limits } }) => {
    const others = new Set(all.map(({ status }) => status).filter((status) => !limits.isKnown(status)));
    return [...others].flatMap((status) => {
      const some = all.filter((one) => one.status === status);
      const count = some.reduce((sum, one) => sum + one.count, 0);
      const where = named(some.map((one) => one.operation));
      return some.length < enoughOperations
        ? []
        : `${count} of ${heard} answers were ${status}, and came out right on a second request (${where}): remove what sends them, and run again`;
    });
  },
};

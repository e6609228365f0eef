import { says } from '../../wire/status.ts';
import { disturbances } from '../weather/disturbances.ts';
import type { Circumstance } from './circumstance.ts';

/** A limit of pace with a status other than 429: it depends on the other requests at the same time. */
export const limitByPace: Circumstance = {
  stance: ({ status, exchange }, { passing: { limits } }) => {
    if (exchange?.is('limit') === true) return 'shown';
    return status !== undefined && limits.mayBeKnown(status) ? 'possible' : 'impossible';
  },
  doubt: ([{ status }]) => ({
    code: 'flaky',
    text: `${status ?? 'no answer'} came and went at other operations too, as a limit of pace does: CONFORMANCE_MAX_RPS and CONFORMANCE_CONCURRENCY keep below one`,
  }),
  tells: ({ passing: { limits }, history }) => {
    const hadOutage = disturbances(history).silences.length > 0;
    return limits.statuses
      .filter((status) => !(hadOutage && says({ status }, 'gateway')))
      .map(
        (status) =>
          `${limits.count(status)} answers were ${status} to concurrent requests, and succeeded when requested again: a limit of pace; set CONFORMANCE_MAX_RPS or CONFORMANCE_CONCURRENCY below it, and run again`,
      );
  },
};

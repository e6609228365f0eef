import { operation } from '../../contract/endpoints.ts';
import { isOfClass, says } from '../../wire/status.ts';
import { disturbances } from '../weather/disturbances.ts';
import type { Circumstance } from './circumstance.ts';

/** A page with a success status, from a system in between, in place of an answer. */
export const pageInBetween: Circumstance = {
  stance: ({ exchange }) => (exchange?.isPage === true ? 'shown' : 'impossible'),
  doubt: () => ({
    code: 'noise',
    text: 'a page of somebody in between came in the place of some answers',
  }),
  tells: ({ pages: { lies, heard } }) =>
    lies.map(({ title, at }) => {
      const places = [...at].toSorted(([, one], [, other]) => other - one);
      const count = places.reduce((sum, [, times]) => sum + times, 0);
      const where = named(places.map(([name]) => operation(name)));
      return `${count} of ${heard} answers were a page (${title}) with a status of success, and no answer of the implementation (${where}): remove what sends it, and run again`;
    }),
};

/** A limit of pace with another status than 429: it depends on concurrent requests. */
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

/** A status at this many operations may come from an intermediary; at a single operation it belongs to the operation. */
const enoughOperations = 2;

/** A status that also comes and goes at other operations, so that it may be no answer to the request. */
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

/** A refusal that comes as a success, as the vendor declares: a body without the version of a resource. */
export const refusalInAnEnvelope: Circumstance = {
  stance: ({ exchange }, { profile }) => {
    const isDeclared = profile.refusal?.style === 'envelope';
    const isEnvelope = exchange?.succeeded === true && exchange.object !== undefined;
    return isDeclared && isEnvelope && exchange.object['version'] === undefined ? 'shown' : 'impossible';
  },
  doubt: () => ({
    code: 'two-readings',
    text: 'a success without the version of a resource may refuse what was asked for',
    supply: '"refusal": {"style": "envelope"}',
  }),
};

/** The most places that are named; further places are only counted. */
const mostNamed = 3;

function named(places: readonly string[]): string {
  return `${places.slice(0, mostNamed).join(', ')}${places.length > mostNamed ? ' …' : ''}`;
}

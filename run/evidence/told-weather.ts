import { says } from '../../wire/status.ts';
import { operation } from '../../contract/endpoints.ts';
import type { Gone } from '../../world/resources/presence.ts';
import type { Pages } from '../../world/weather/pages.ts';
import type { PassingAnswers } from '../../world/weather/passing-answers.ts';
import type { ToldLimits } from '../../world/weather/told-limits.ts';

/** Places that are named; further ones are counted. */
const mostTold = 3;
/** At so many operations a status may be that of something in between; at one it is that of the operation. */
const enoughOperations = 2;

/** The pages that lied, a sentence each. */
export function toldPages({ lies, heard }: Pick<Pages, 'lies' | 'heard'>): readonly string[] {
  return lies.map(({ title, at }) => {
    const places = [...at].toSorted(([, one], [, other]) => other - one);
    const count = places.reduce((sum, [, times]) => sum + times, 0);
    const where = named(places.map(([name]) => operation(name)));
    return `${count} of ${heard} answers were a page (${title}) with a status of success, and no answer of the implementation (${where}): remove what sends it, and run again`;
  });
}

/**
 * The limits that were told, a sentence each.
 *
 * @param hadOutage - what a gateway has answered is of that
 */
export function toldLimits(limits: ToldLimits, hadOutage: boolean): readonly string[] {
  return limits.statuses
    .filter((status) => !(hadOutage && says({ status }, 'gateway')))
    .map(
      (status) =>
        `${limits.count(status)} answers were ${status} to requests in company, and came out right when requested again: a limit of pace; set CONFORMANCE_MAX_RPS or CONFORMANCE_CONCURRENCY below it, and run again`,
    );
}

/** Statuses that came and went at more than one operation, so that none of them need have answered so, a sentence each. */
export function toldPassing({ all, heard, limits }: PassingAnswers): readonly string[] {
  const others = new Set(all.map(({ status }) => status).filter((status) => !limits.isKnown(status)));
  return [...others].flatMap((status) => {
    const some = all.filter((one) => one.status === status);
    const count = some.reduce((sum, one) => sum + one.count, 0);
    const where = named(some.map((one) => one.operation));
    return some.length < enoughOperations
      ? []
      : `${count} of ${heard} answers were ${status}, and came out right when requested again (${where}): remove what sends them, and run again`;
  });
}

function named(places: readonly string[]): string {
  return `${places.slice(0, mostTold).join(', ')}${places.length > mostTold ? ' …' : ''}`;
}

/** What to say of resources that no delete of the run has named and that are gone, or that were never there. */
export function whatBecameOfThem({ count, neverFound }: Gone, first: string, mark: string): string {
  const which = count === 1 ? '1 resource of this run was' : `${count} resources of this run were`;
  if (neverFound === count)
    return (
      `${which} never found by id, first at ${first}: is what a create names always stored, and read by that id? ` +
      `Or does another client delete at once what is marked ${mark}?`
    );
  const some = neverFound === 0 ? '' : ` (${neverFound} before any read found one)`;
  return (
    `${which} deleted, but not by a delete of this run that names ${count === 1 ? 'it' : 'them'}${some}, first at ` +
    `${first}: by another client, a clean-up job or a restored database? Keep these away from the resources of a run ` +
    `(marked ${mark}) while the run lasts. Or does the server remove more than a request names?`
  );
}

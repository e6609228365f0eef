import type { Gone } from '../../world/resources/presence.ts';

/** The report about resources that are gone without a delete of the run, or that never existed. */
export function whatBecameOfThem({ count, neverFound }: Gone, first: string, mark: string): string {
  const which = count === 1 ? '1 resource of this run was' : `${count} resources of this run were`;
  if (neverFound === count)
    return (
      `${which} never found by id, first at ${first}: does the server always store a resource whose create it accepts, and read it by that id? ` +
      `Or does another client immediately delete resources that are marked ${mark}?`
    );
  const some = neverFound === 0 ? '' : ` (${neverFound} before any read found one)`;
  return (
    `${which} deleted, but not by a delete of this run that names ${count === 1 ? 'it' : 'them'}${some}, first at ` +
    `${first}: by another client, a clean-up job or a restored database? Keep these away from the resources of a run ` +
    `(marked ${mark}) while the run lasts. Or does the server remove more than a request names?`
  );
}

import { endpoint } from '../../contract/endpoints.ts';
import { encodeComponent } from '../ask.ts';
import { suffices, type Caller } from '../caller.ts';
import { type Exchange, findsNothing } from '../exchange.ts';

interface Seen {
  /** A delete of this run was aimed at it. */
  isDeleted: boolean;
  /** When it was first found to be gone; undefined while it is there. */
  goneAt: number | undefined;
  /** A read has found it so, and not only a delete. */
  isReadGone: boolean;
  /** A request that named it was answered 2xx. */
  wasFound: boolean;
}

/** Resources that are gone. */
interface Gone {
  readonly count: number;
  /** When the first of them was found to be. */
  readonly first: number;
  /** How many of them no request has ever found. */
  readonly neverFound: number;
}

/** Resources that the run has made, and that are gone though no request of the run has deleted them. */
export class PresenceBook {
  readonly #projectKey: string;
  readonly #seen = new Map<string, Seen>();
  #deletes = 0;

  constructor(projectKey: string) {
    this.#projectKey = projectKey;
  }

  /** A resource of the run was made. */
  made(id: string): void {
    const path = `/${encodeComponent(this.#projectKey)}/resource/${encodeComponent(id)}`;
    this.#seen.set(path, { isDeleted: false, goneAt: undefined, isReadGone: false, wasFound: false });
  }

  /** Looks at every answer of the run. */
  note(exchange: Exchange): void {
    const { endpoint: name, request, outcome, succeeded, caller } = exchange;
    if (name !== 'readById' && name !== 'remove') return;
    const path = request.target.split('?', 1)[0] ?? '';
    const seen = this.#seen.get(path);
    if (seen === undefined) return;
    // What answered a delete with a redirect may have done it before it led on.
    const isTold = name === 'readById' || exchange.redirects === 0;
    const isGone = isTold && findsNothing(exchange) && this.#mayTell(name, caller);
    if (isGone && !seen.isDeleted) {
      seen.goneAt ??= outcome.answeredAt;
      seen.isReadGone ||= name === 'readById';
    } else if (succeeded) {
      seen.goneAt = undefined;
      seen.wasFound = true;
    }
    if (name !== 'remove') return;
    seen.isDeleted = true;
    if (succeeded) this.#deletes += 1;
  }

  get gone(): Gone | undefined {
    // Where no delete ever succeeds, its 404 says nothing of the resource.
    const gone = [...this.#seen.values()].filter(
      ({ goneAt, isReadGone }) => goneAt !== undefined && (isReadGone || this.#deletes > 0),
    );
    if (gone.length === 0) return undefined;
    const first = Math.min(...gone.map(({ goneAt = Infinity }) => goneAt));
    return { count: gone.length, first, neverFound: gone.filter(({ wasFound }) => !wasFound).length };
  }

  #mayTell(name: 'readById' | 'remove', caller: Caller): boolean {
    return caller.kind === 'supplied' && suffices(caller, endpoint(name), this.#projectKey);
  }
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

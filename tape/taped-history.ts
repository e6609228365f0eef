import { operationAt } from '../contract/operation-at.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Caller } from '../history/caller.ts';
import { Exchange } from '../history/exchange.ts';
import { header } from '../wire/media-type.ts';
import { outcomeOf, requestOf, type Completion, type TapedOutcome, type TapedRequest } from './events.ts';
import type { TapedEvents } from './tape.ts';

/** What is known of the run of a tape beside its events. */
interface KnownOfRun {
  /** Who a token is of; undefined for one that nobody was supplied with. */
  readonly callerOf: (authorization: string | undefined) => Caller | undefined;
  /** Whether an answer may be somebody else's page, as far as the exchanges so far tell. */
  readonly isPage: (name: EndpointName, outcome: Exchange['outcome']) => boolean;
}

/**
 * The exchanges that a tape tells, in the order in which the run learnt of them, without what the run alone knew. Each is
 * asked for when the one before has its place in a history.
 */
export function* exchangesOn(events: TapedEvents, { callerOf, isPage }: KnownOfRun): Generator<Exchange> {
  const known = new Set<string>();
  let number = 0;
  for (const event of events)
    for (const { q, a } of 'n' in event ? pairsIn(event) : []) {
      number += 1;
      const caller = callerOf(header(q.h, 'authorization'));
      // Where a redirect leads is for the run to follow; who holds a token that was made on the way is not known.
      if (caller === undefined || ('s' in a && a.s >= 300 && a.s < 400)) continue;
      const endpoint = q.o === true ? undefined : operationAt(q.m, q.t);
      const outcome = outcomeOf(a);
      const exchange = new Exchange({
        number,
        endpoint,
        caller,
        request: requestOf(q),
        outcome,
        redirects: 0,
        mayNotExist: endpoint !== undefined && !isKnown(endpoint, q.t, known),
        isPage: endpoint !== undefined && isPage(endpoint, outcome),
        ...('asked' in event && event.asked.op === 'race' ? { together: event.n } : {}),
      });
      noteIds(exchange, known);
      yield exchange;
    }
}

/** The requests of one operation, each with the result of it; none if it was none of sending. */
function pairsIn({
  asked,
  said,
}: Completion): readonly { readonly q: TapedRequest; readonly a: TapedOutcome }[] {
  const requests = 'q' in asked ? [asked.q].flat() : [];
  const outcomes = 'a' in said ? [said.a] : 'all' in said ? said.all : [];
  return requests.flatMap((q, at) => {
    const a = outcomes[at];
    return a === undefined ? [] : [{ q, a }];
  });
}

/** Whether what is asked for is known to be there; all that needs no name is. */
function isKnown(name: EndpointName, target: string, known: ReadonlySet<string>): boolean {
  if (name === 'readByKey') return false;
  return (name !== 'readById' && name !== 'update' && name !== 'remove') || known.has(idIn(target));
}

/** Resources that were shown, until somebody asks for their end. */
function noteIds({ endpoint, request, object, succeeded }: Exchange, known: Set<string>): void {
  if (endpoint === 'remove') known.delete(idIn(request.target));
  const id = object?.['id'];
  if (endpoint === 'create' && succeeded && typeof id === 'string') known.add(id);
}

function idIn(target: string): string {
  return decodeURIComponent(target.split(/[/?]/)[3] ?? '');
}

import { operationAt } from '../contract/operation-at.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Caller } from '../history/caller.ts';
import { Exchange } from '../history/exchange.ts';
import { header } from '../wire/media-type.ts';
import {
  outcomeOf,
  requestOf,
  sentIn,
  type Completion,
  type TapedOutcome,
  type TapedRequest,
} from './events.ts';
import type { TapedEvents } from './tape.ts';

/** Knowledge about the run of a tape, apart from its events. */
interface KnownOfRun {
  /** The caller with this token; undefined for a token that was not supplied. */
  readonly callerOf: (authorization: string | undefined) => Caller | undefined;
  /** Whether an answer may be an intermediary's page, judging by the exchanges so far. */
  readonly isPage: (name: EndpointName, outcome: Exchange['outcome']) => boolean;
}

/**
 * The exchanges that a tape reports, in the order in which the run received them, without the run's private
 * knowledge. The next exchange is requested once the previous one has its place in a history.
 */
export function* exchangesOn(events: TapedEvents, { callerOf, isPage }: KnownOfRun): Generator<Exchange> {
  const known = new Set<string>();
  let number = 0;
  for (const event of events)
    for (const { q, a } of 'n' in event ? pairsIn(event) : []) {
      number += 1;
      const caller = callerOf(header(q.h, 'authorization'));
      // Only the run knew the target of a redirect, and the holder of a token that it made itself.
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

function pairsIn(event: Completion): readonly { readonly q: TapedRequest; readonly a: TapedOutcome }[] {
  const { requests, outcomes } = sentIn(event);
  return requests.flatMap((q, at) => {
    const a = outcomes[at];
    return a === undefined ? [] : [{ q, a }];
  });
}

/** Whether the requested resource is known to exist; a request without a name needs no such knowledge. */
function isKnown(name: EndpointName, target: string, known: ReadonlySet<string>): boolean {
  if (name === 'readByKey') return false;
  return (name !== 'readById' && name !== 'update' && name !== 'remove') || known.has(idIn(target));
}

/** Notes resources that answers showed, until a request asks for their deletion. */
function noteIds({ endpoint, request, object, succeeded }: Exchange, known: Set<string>): void {
  if (endpoint === 'remove') known.delete(idIn(request.target));
  const id = object?.['id'];
  if (endpoint === 'create' && succeeded && typeof id === 'string') known.add(id);
}

function idIn(target: string): string {
  return decodeURIComponent(target.split(/[/?]/)[3] ?? '');
}

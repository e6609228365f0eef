import { operationAt } from '../../../contract/operation-at.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Callers, Caller } from '../../../run/caller.ts';
import { Exchange } from '../../../run/exchange.ts';
import type { Completion, TapedOutcome, TapedRequest } from '../../../tape/events.ts';
import { outcomeOf, requestOf } from '../../../tape/events.ts';
import type { TapedEvents } from '../../../tape/tape.ts';
import type { Request } from '../../../wire/exchange.ts';
import { header } from '../../../wire/media-type.ts';

/** A request on a tape with what came of it, in the order in which the run learnt of it. */
export interface TapedExchange {
  readonly q: TapedRequest;
  readonly a: TapedOutcome;
}

/** The exchanges of one operation; none where it was none of sending. */
export function exchangesOf({ asked, said }: Completion): readonly TapedExchange[] {
  if ((asked.op === 'send' || asked.op === 'raw') && 'a' in said) return [{ q: asked.q, a: said.a }];
  if ((asked.op !== 'row' && asked.op !== 'race') || !('all' in said)) return [];
  return asked.q.flatMap((q, at) => {
    const a = said.all[at];
    return a === undefined ? [] : [{ q, a }];
  });
}

/** What a tape shows of the exchanges of the run, one after another, without what the run alone knew of them. */
export function* tapedExchanges(events: TapedEvents, callers: Callers): Generator<Exchange> {
  const known = new Set<string>();
  let number = 0;
  for (const event of events)
    for (const { q, a } of 'n' in event ? exchangesOf(event) : []) {
      number += 1;
      const caller = callerOf(q, callers);
      // Where a redirect leads is for the run to follow; who holds a token that was made on the way is not known.
      if (caller === undefined || ('s' in a && a.s >= 300 && a.s < 400)) continue;
      const request = requestOf(q);
      const endpoint = q.o === true ? undefined : operationAt(q.m, q.t);
      const exchange = new Exchange({
        number,
        endpoint,
        caller,
        request,
        outcome: outcomeOf(a),
        redirects: 0,
        mayNotExist: endpoint !== undefined && !isKnown(endpoint, request, known),
      });
      noteIds(exchange, known);
      yield exchange;
    }
}

function callerOf({ h }: TapedRequest, { all, none }: Callers): Caller | undefined {
  const given = header(h, 'authorization');
  return given === undefined ? none : all.find(({ token }) => given === `Bearer ${token}`);
}

/** Whether what is asked for is known to be there; all that needs no name is. */
function isKnown(name: EndpointName, { target }: Request, known: ReadonlySet<string>): boolean {
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

import { says } from '../../wire/status.ts';
import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Came, History } from '../../history/history.ts';
import type { Outcome } from '../../wire/exchange.ts';
import { header } from '../../wire/media-type.ts';
import type { Barrier } from './barrier.ts';
import type { Chains, Delivery, Layer } from './dispatch.ts';
import type { Heeded } from './grants.ts';
import type { Governor } from './governor.ts';
import type { Outage } from './outage.ts';
import { askedToWait } from './retry-after.ts';
import { sortOf, type Silence } from './silence.ts';

/** The parts that are told of each outcome. */
export interface Heeding {
  readonly history: Pick<History, 'append'>;
  readonly outage: Pick<Outage, 'note'>;
  readonly barrier: Pick<Barrier, 'note' | 'isShut'>;
  readonly silence: Pick<Silence, 'note'>;
  readonly governor: Pick<Governor, 'rateLimited' | 'slowDown' | 'pause'>;
  readonly clock: Pick<Clock, 'date' | 'now'>;
  readonly isOverload: (name: EndpointName) => boolean;
  readonly heeded: Heeded;
}

/** The meaning of each outcome for the rest of the run. Only single requests show whether the server is silent. */
export function heeding(parts: Heeding): Layer<Delivery> {
  const { history, outage, barrier, silence, governor, clock, isOverload, heeded } = parts;
  const heed = (given: Outcome, outcome: Outcome, name: EndpointName, isSingle: boolean): void => {
    history.append(cameOf(outcome, { operation: operation(name), isSingle, at: clock.now() }));
    outage.note(outcome, isOverload(name));
    barrier.note(outcome);
    if (outcome.kind !== 'answer' || !says(outcome, 'limit', 'overload')) return;
    if (says(outcome, 'limit')) governor.rateLimited(outcome !== given);
    else if (!isOverload(name)) return;
    if (barrier.isShut) return;
    const wait = askedToWait(outcome, clock.date());
    if (wait !== undefined) governor.pause(wait);
    else if (header(outcome.headers, 'retry-after') === undefined && says(outcome, 'limit'))
      governor.slowDown();
  };
  return (below) => async (dispatch) => {
    const came = await below(dispatch);
    const sort = sortOf(dispatch);
    dispatch.parts.forEach((part, at) => {
      const outcome = came.outcomes[at];
      if (outcome === undefined) return;
      const now = heeded(part, outcome, came.course);
      heed(outcome, now, part.name, sort !== undefined);
      if (sort !== undefined) silence.note(sort, now);
    });
    return came;
  };
}

/** The outcome of a request, without its body. */
export function cameOf(outcome: Outcome, more: Pick<Came, 'operation' | 'isSingle' | 'at'>): Came {
  const { sentAt, answeredAt } = outcome;
  const came = { kind: 'came', ...more, sentAt, answeredAt } as const;
  if (outcome.kind === 'failure')
    return { ...came, failure: outcome.failure, wrote: outcome.wrote, asksToWait: false };
  const { status, headers } = outcome;
  const asksToWait =
    says(outcome, 'limit') || (says(outcome, 'overload') && header(headers, 'retry-after') !== undefined);
  return { ...came, status, wrote: true, asksToWait };
}

/** Counts successive exchanges, including the exchanges that a dispatch sends one after another. */
export function chaining(chains: Chains): Layer<Delivery> {
  return (below) => async (dispatch) => {
    const { chain, way, parts } = dispatch;
    const depth = chain.depth + (way.kind === 'in-a-row' ? parts.length : 1);
    const came = await below(dispatch);
    chains.reach(chain, depth);
    return came;
  };
}

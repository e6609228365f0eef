import type { Limits, Outcome, Transport } from '../../wire/exchange.ts';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import { delivered, type Delivery, type Dispatch, type Layer, type Send } from './dispatch.ts';

/** The most values in one answer, so that data derived from each value fit into memory. */
const mostValues = 250_000;
/** With its comma, a value has at least two octets. */
const leastOctets = 2;

/** The innermost layer: requests go to the transport in their way, within limits. */
export function onTheWire(
  transport: Transport,
  limitsOf: (dispatch: Pick<Dispatch, 'exempt'>) => Limits,
): Send<Delivery> {
  return async (dispatch) => {
    const { parts, way } = dispatch;
    const requests = parts.map(({ request }) => request);
    const limits = limitsOf(dispatch);
    if (way.kind === 'in-a-row') return delivered(await transport.sendOnOneConnection(requests, limits));
    if (way.kind === 'race')
      return delivered((await transport.race(requests, way.transport, limits)).outcomes);
    const [request] = requests;
    if (request === undefined) return delivered([]);
    if (way.kind === 'single') return delivered([await transport.send(request, limits)]);
    const { outcome, octets } = await transport.sendRaw(request, limits);
    return { ...delivered([outcome]), octets };
  };
}

/** Bounds the number of values in an answer: an answer with more values is too large, whatever its octets. */
export const boundingAnswers: Layer<Delivery> = (below) => async (dispatch) => {
  const came = await below(dispatch);
  return { ...came, outcomes: came.outcomes.map(bounded) };
};

function bounded(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answer' || outcome.body.length <= leastOctets * mostValues) return outcome;
  // Each reading of these octets gives the same count.
  const text = Buffer.from(outcome.body).toString('latin1');
  if (breachOfJson(text, { levels: Infinity, values: mostValues }) === undefined) return outcome;
  const { sentAt, answeredAt } = outcome;
  const detail = `more than ${mostValues} values in one answer`;
  return { kind: 'failure', failure: 'too-large', detail, wrote: true, sentAt, answeredAt };
}

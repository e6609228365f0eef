import type { Outcome } from '../../wire/exchange.ts';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import type { Delivery, Layer } from './dispatch.ts';

/** Values that one answer may hold, for what is made of each to find room. */
const mostValues = 250_000;
/** A value takes up two octets at least, with its comma. */
const leastOctets = 2;

/** Answers hold no more values than can be judged: others are too large, whatever their octets. */
export const boundingAnswers: Layer<Delivery> = (below) => async (dispatch) => {
  const came = await below(dispatch);
  return { ...came, outcomes: came.outcomes.map(bounded) };
};

function bounded(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answer' || outcome.body.length <= leastOctets * mostValues) return outcome;
  // What counts is the same in each reading of its octets.
  const text = Buffer.from(outcome.body).toString('latin1');
  if (breachOfJson(text, { levels: Infinity, values: mostValues }) === undefined) return outcome;
  const { sentAt, answeredAt } = outcome;
  const detail = `more than ${mostValues} values in one answer`;
  return { kind: 'failure', failure: 'too-large', detail, wrote: true, sentAt, answeredAt };
}

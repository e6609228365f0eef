import type { Outcome } from '../../wire/exchange.ts';
import { readJson } from '../../wire/json/json.ts';
import { countValues } from '../../wire/json/count-values.ts';
import type { Exchange } from '../exchange.ts';
import { keptReading, LongNumbers } from '../kept-answer.ts';
import type { Delivery, Layer } from './dispatch.ts';

/** Values that one answer may hold, for what is made of each to find room. */
const mostValues = 250_000;
/** Answers with fewer values are kept without being counted. */
const fewValues = 2_000;
/** A value takes up two octets at least, with its comma. */
const leastOctets = 2;

/** Answers hold no more values than can be judged: others are too large, whatever their octets. */
export const boundingAnswers: Layer<Delivery> = (below) => async (dispatch) => {
  const came = await below(dispatch);
  return { ...came, outcomes: came.outcomes.map(bounded) };
};

function bounded(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answer' || outcome.body.length <= leastOctets * mostValues) return outcome;
  if (countValues(outcome.body, mostValues) <= mostValues) return outcome;
  const { sentAt, answeredAt } = outcome;
  const detail = `more than ${mostValues} values in one answer`;
  return { kind: 'failure', failure: 'too-large', detail, wrote: true, sentAt, answeredAt };
}

/** Values that are kept as such; of older answers the octets are kept. */
const mostKept = 150_000;
/** Octets that are kept for that, so that lists of some hundred resources can be looked at to the end. */
const mostOctets = 32 * 1024 * 1024;

/** An answer with many values, and what it is read anew from, as long as there is room for that. */
interface Long {
  readonly exchange: Exchange;
  readonly values: number;
  body: Uint8Array | undefined;
}

/** What is kept of long answers: the last ones with their values, and of those before the octets, as long as there is room. */
export class LongAnswers {
  /** With their values, the oldest first. */
  readonly #kept: Long[] = [];
  /** Those before them, with their octets alone. */
  readonly #shelved: Long[] = [];
  readonly #numbers = new LongNumbers();
  #values = 0;
  #octets = 0;

  /** Octets that are kept to read answers anew from. */
  get octets(): number {
    return this.#octets;
  }

  /** Takes an answer that was judged. */
  keep(exchange: Exchange): void {
    const { body } = exchange;
    const values = body.length <= leastOctets * fewValues ? 0 : countValues(body, mostValues);
    exchange.settle(this.#numbers);
    if (values <= fewValues) return;
    this.#kept.push({ exchange, values, body });
    this.#values += values;
    this.#octets += body.length;
    while (this.#octets > mostOctets) this.#dropOctets();
    while (this.#values > mostKept && this.#kept.length > 1) this.#shelve(this.#kept.shift());
  }

  #shelve(oldest: Long | undefined): void {
    if (oldest === undefined) return;
    const { exchange, values, body } = oldest;
    this.#values -= values;
    if (body === undefined) return exchange.forget();
    this.#shelved.push(oldest);
    exchange.shelve(() => keptReading(readJson(body), this.#numbers));
  }

  /** Those of the oldest answer that has some; with them goes what nothing else is kept of. */
  #dropOctets(): void {
    const shelved = this.#shelved.shift();
    shelved?.exchange.forget();
    const oldest = shelved ?? this.#kept.find(({ body }) => body !== undefined);
    this.#octets -= oldest?.body?.length ?? this.#octets;
    if (oldest !== undefined) oldest.body = undefined;
  }
}

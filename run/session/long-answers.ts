import type { Outcome, Transport } from '../../wire/exchange.ts';
import { countValues } from '../../wire/json/count-values.ts';
import type { Exchange } from '../exchange.ts';
import { LongNumbers } from '../kept-answer.ts';

/** Values that one answer may hold, for what is made of each to find room. */
const mostValues = 100_000;
/** Answers with fewer values are kept without being counted. */
const fewValues = 2_000;
/** A value takes up two octets at least, with its comma. */
const leastOctets = 2;

/** A transport whose answers hold no more values than can be judged: others are too large, whatever their octets. */
export function boundedAnswers(inner: Transport): Transport {
  return {
    send: async (request, limits) => bounded(await inner.send(request, limits)),
    sendRaw: async (request, limits) => {
      const { outcome, octets } = await inner.sendRaw(request, limits);
      return { outcome: bounded(outcome), octets };
    },
    sendOnOneConnection: async (requests, limits) =>
      (await inner.sendOnOneConnection(requests, limits)).map(bounded),
    race: async (requests, transport, limits) => {
      const reading = await inner.race(requests, transport, limits);
      return { ...reading, outcomes: reading.outcomes.map(bounded) };
    },
    raceTransports: () => inner.raceTransports(),
    bytes: () => inner.bytes(),
    close: () => inner.close(),
  };
}

function bounded(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answer' || outcome.body.length <= leastOctets * mostValues) return outcome;
  if (countValues(outcome.body, mostValues) <= mostValues) return outcome;
  const { sentAt, answeredAt } = outcome;
  const detail = `more than ${mostValues} values in one answer`;
  return { kind: 'failure', failure: 'too-large', detail, wrote: true, sentAt, answeredAt };
}

/** What is kept of long answers: the last ones with their values, as many as there is room for. */
export class LongAnswers {
  readonly #kept: { readonly exchange: Exchange; readonly values: number }[] = [];
  readonly #numbers = new LongNumbers();
  #values = 0;

  /** Takes an answer that was judged. */
  keep(exchange: Exchange): void {
    const { length } = exchange.body;
    const values = length <= leastOctets * fewValues ? 0 : countValues(exchange.body, mostValues);
    exchange.settle(this.#numbers);
    if (values <= fewValues) return;
    this.#kept.push({ exchange, values });
    this.#values += values;
    while (this.#values > 4 * mostValues && this.#kept.length > 1) {
      const oldest = this.#kept.shift();
      this.#values -= oldest?.values ?? 0;
      oldest?.exchange.forget();
    }
  }
}

import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { FailureKind } from '../../wire/exchange.ts';
import { entryOf } from '../../wire/keyed.ts';
import { isKeptOut, isLetIn } from '../callers/closings.ts';
import { view } from '../../history/view.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';

/** Broken answers of one endpoint to one caller. */
export interface BrokenAnswers {
  readonly name: EndpointName;
  /** The number of broken answers, each to a request sent after the previous one had failed. */
  readonly count: number;
  readonly exchange: Exchange;
}

interface Received {
  whole: number;
  count: number;
  lastAt: number;
  /** The number of the exchange that was broken last. */
  last: number;
  exchange: Exchange | undefined;
}

/** Complete and broken answers by endpoint, caller and kind of target: perhaps only refusals are complete. */
export class BrokenAnswersOf {
  readonly #failure: FailureKind;
  readonly #records = new Map<EndpointName, Map<string, Received>>();
  readonly #deleted = new Set<string>();
  /** The numbers of the first and the last complete answer at each endpoint. */
  readonly #span = new Map<EndpointName, { first: number; last: number }>();

  constructor(failure: FailureKind) {
    this.#failure = failure;
  }

  take(exchange: Exchange): void {
    const { endpoint: name, outcome, number } = exchange;
    if (name === undefined || exchange.skipped || exchange.isPage) return;
    if (outcome.kind === 'answer' || exchange.isWordless) {
      const { first = number } = this.#span.get(name) ?? {};
      this.#span.set(name, { first, last: number });
      this.#recordOf(name, exchange).whole += 1;
    } else if (outcome.wrote && outcome.failure === this.#failure) {
      if (this.#failure === 'reset' && isKeptOut(name, exchange)) return;
      const record = this.#recordOf(name, exchange);
      if (outcome.sentAt < record.lastAt) return;
      record.count += 1;
      record.lastAt = outcome.answeredAt;
      record.last = number;
      record.exchange = exchange;
    }
  }

  /** Endpoints of which some answers failed in this way. */
  get broken(): readonly EndpointName[] {
    return [...this.#records].flatMap(([name, records]) =>
      [...records.values()].some(({ count }) => count > 0) ? [name] : [],
    );
  }

  /** Whether a request to the operation had a result: an answer, or a failure of this kind. */
  hasHeardOf(name: EndpointName): boolean {
    return this.#records.has(name);
  }

  /** The only endpoint that gave a caller broken answers and no complete answer. */
  get alone(): EndpointName | undefined {
    const [name, ...others] = this.broken.filter((one) => this.#neverWhole(one).length > 0);
    return others.length === 0 ? name : undefined;
  }

  /** Whether the caller ever got a complete answer there, for a target that is known to exist. */
  hasAnswered(name: EndpointName, { label }: Caller): boolean {
    return (this.#records.get(name)?.get(`${label} known`)?.whole ?? 0) > 0;
  }

  /** The broken answers to one caller, if there were `least`, while other endpoints answered before and after the last of them. */
  isolated(least: number): BrokenAnswers | undefined {
    const name = this.alone;
    if (name === undefined) return undefined;
    const spans = [...this.#span].flatMap(([other, span]) => (other === name ? [] : [span]));
    const oftenFirst = this.#neverWhole(name).toSorted((one, other) => other.count - one.count);
    for (const { count, last, exchange } of oftenFirst) {
      const before = spans.some((span) => span.first < last);
      const after = spans.some((span) => span.last > last);
      if (count < least || !before || !after || exchange === undefined) continue;
      // A server may close the connection of callers whom the contract denies access.
      if (this.#failure === 'framing' || endpoint(name).scopes === undefined || isLetIn(name, exchange))
        return { name, count, exchange };
    }
    return undefined;
  }

  #neverWhole(name: EndpointName): readonly Received[] {
    const records = [...(this.#records.get(name)?.values() ?? [])];
    return records.filter(({ whole, count }) => whole === 0 && count > 0);
  }

  #recordOf(name: EndpointName, { caller, mayNotExist, request: { target } }: Exchange): Received {
    const records = entryOf(this.#records, name, () => new Map<string, Received>());
    const key = `${caller.label} ${mayNotExist || this.#deleted.has(target) ? 'unknown' : 'known'}`;
    // Whatever the first delete did, a second delete may find nothing.
    if (name === 'remove') this.#deleted.add(target);
    return entryOf(records, key, () => ({
      whole: 0,
      count: 0,
      lastAt: -Infinity,
      last: 0,
      exchange: undefined,
    }));
  }
}

/** Which answers ended before the length that their framing promised. */
export const brokenOff = view(() => new BrokenAnswersOf('framing'));
/** Which requests met the end of the connection instead of an answer. */
export const unanswered = view(() => new BrokenAnswersOf('reset'));

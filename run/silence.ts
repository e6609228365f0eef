import type { EndpointName } from '../contract/endpoints.ts';
import type { Clock } from '../wire/clock.ts';
import type { Failure, Outcome } from '../wire/exchange.ts';

/** Limits passed in a row, each of a request sent after the one before had failed, that make an endpoint silent. */
const mostInARow = 4;
/** How often a silent endpoint is tried again, in milliseconds. */
const tryAgainMs = 20_000;

interface Spell {
  strikes: number;
  failure: 'timeout' | 'too-large';
  lastAt: number;
  nextTryAt: number;
}

/**
 * Which endpoints give no usable answer within the limits of time and size: requests to them would cost a whole time
 * limit each, hundreds of times, and show the same. Once in a while one is let through, in case it was a bad moment.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #spells = new Map<EndpointName, Spell>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What stands in the place of an answer where a request is better not sent. */
  answers(name: EndpointName): Failure | undefined {
    const spell = this.#spells.get(name);
    if (spell === undefined || spell.strikes < mostInARow) return undefined;
    const now = this.#clock.now();
    if (now >= spell.nextTryAt) {
      spell.nextTryAt = now + tryAgainMs;
      return undefined;
    }
    const { failure } = spell;
    const detail = 'not sent: the last requests of this kind had no usable answer within the limits';
    return { kind: 'failure', failure, detail, wrote: false, sentAt: now, answeredAt: now };
  }

  note(name: EndpointName, outcome: Outcome): void {
    if (outcome.kind === 'answer') {
      this.#spells.delete(name);
      return;
    }
    const { failure } = outcome;
    if (!outcome.wrote || (failure !== 'timeout' && failure !== 'too-large')) return;
    const { strikes: before, lastAt } = this.#spells.get(name) ?? { strikes: 0, lastAt: -Infinity };
    // Those that waited side by side met the same bad moment, which counts once.
    if (outcome.sentAt < lastAt) return;
    const { answeredAt } = outcome;
    const strikes = before + 1;
    this.#spells.set(name, { strikes, failure, lastAt: answeredAt, nextTryAt: answeredAt + tryAgainMs });
  }
}

import type { Disturbances, PassingAnswer } from '../../clause/report.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Governor } from '../session/governor.ts';
import type { TimelineBook } from './timeline.ts';
import type { Outcome } from '../../wire/exchange.ts';
import { isOfGateway } from '../exchange.ts';
import { retryAfter } from '../session/retry-after.ts';

/** The slowest operations that are named. */
const mostSlow = 3;
/** Spells in which nothing was answered are told where they last so long, in milliseconds. */
const shortestSpellMs = 1_000;
const mostTold = 5;
/** With fewer requests at a time nothing can race, so that a limit below is no setting to recommend. */
const fewestAtOnce = 2;
/** A limit of rate is told of where it turned away so many requests, and such a share of all. */
const worthReporting = { requests: 20, share: 0.1 };

interface Spell {
  readonly from: number;
  to: number;
  lost: number;
  /** Of which operation all were that were lost, each with an open connection: that one hangs up. */
  only: string | undefined;
}

/** What the network and the limits of the target did to a run, and what others did to it: nobody's fault. */
export class DisturbanceBook {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #timeline: Pick<TimelineBook, 'disturbed'> | undefined;
  readonly #learnt: () => Governor['learnt'] | undefined;
  readonly #startedAt: number;
  readonly #slowest = new Map<string, number>();
  readonly #spells: Spell[] = [];
  #wasAnswered = false;
  #spell: Spell | undefined;
  readonly #failing = new Map<string, number>();
  readonly #hangingUp = new Map<string, number>();
  readonly #silent = new Map<string, number>();
  #serverErrors = 0;
  #resets = 0;
  #timeouts = 0;
  #rateLimited = 0;
  #retries = 0;
  #outcomes = 0;

  /**
   * @param timeline - told of each disturbance as it comes
   * @param learnt - what the run has learnt of the target's limits
   */
  constructor(
    clock: Pick<Clock, 'now'>,
    timeline?: Pick<TimelineBook, 'disturbed'>,
    learnt: () => Governor['learnt'] | undefined = () => undefined,
  ) {
    this.#clock = clock;
    this.#timeline = timeline;
    this.#learnt = learnt;
    this.#startedAt = clock.now();
  }

  /**
   * @param operation - absent where it is no operation of the contract
   * @param isTimed - how long it took says something of the operation
   */
  note(outcome: Outcome, operation?: string, isTimed = false): void {
    this.#outcomes += 1;
    if (outcome.kind === 'failure') {
      if (outcome.failure === 'reset' || outcome.failure === 'unreachable') {
        this.#resets += 1;
        count(this.#hangingUp, operation);
        this.#timeline?.disturbed('connections lost');
      }
      if (outcome.failure === 'timeout') {
        this.#timeouts += 1;
        count(this.#silent, operation);
        this.#timeline?.disturbed('no answer in time');
      }
    } else {
      const { status, headers, sentAt, answeredAt } = outcome;
      const asksToWait = status === 429 || (status === 503 && retryAfter(headers) !== undefined);
      if (status >= 500) {
        this.#serverErrors += 1;
        count(this.#failing, operation);
      }
      if (asksToWait) this.#rateLimited += 1;
      if (asksToWait) this.#timeline?.disturbed('asked to wait');
      else if (status >= 500) this.#timeline?.disturbed('answers 5xx');
      if (operation !== undefined && isTimed)
        this.#slowest.set(operation, Math.max(this.#slowest.get(operation) ?? 0, answeredAt - sentAt));
    }
    this.#follow(outcome, operation);
  }

  retried(): void {
    this.#retries += 1;
  }

  /** Spells in which nothing was answered, by the clock. */
  get silences(): readonly { readonly from: number; readonly to: number }[] {
    return this.#spells
      .filter(({ from, to, lost, only }) => lost > 1 && only === undefined && to - from >= shortestSpellMs)
      .slice(0, mostTold);
  }

  /** A moment of the run, as people say it: `12.4 s`. */
  moment(at: number): string {
    return `${((at - this.#startedAt) / 1_000).toFixed(1)} s`;
  }

  get weather(): Disturbances {
    const events = [...this.#toldSpells(), ...this.#toldRoom(), ...this.#toldLimit()];
    return {
      serverErrors: this.#serverErrors,
      ...(this.#failing.size === 0 ? {} : { serverErrorsAt: mostFrequentFirst(this.#failing) }),
      resets: this.#resets,
      ...(this.#hangingUp.size === 0 ? {} : { resetsAt: mostFrequentFirst(this.#hangingUp) }),
      ...(this.#timeouts === 0 ? {} : { timeouts: this.#timeouts }),
      ...(this.#silent.size === 0 ? {} : { timeoutsAt: mostFrequentFirst(this.#silent) }),
      rateLimited: this.#rateLimited,
      retries: this.#retries,
      slowest: [...this.#slowest]
        .map(([endpoint, ms]) => ({ endpoint, ms: Math.round(ms) }))
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, mostSlow),
      ...(events.length === 0 ? {} : { events }),
    };
  }

  /** Follows spells in which every request is lost. */
  #follow(outcome: Outcome, operation: string | undefined): void {
    if (outcome.kind === 'failure' && outcome.failure === 'stopped') return;
    const only = outcome.kind === 'failure' && outcome.failure === 'reset' ? operation : undefined;
    if (!isLost(outcome)) {
      this.#spell = undefined;
      this.#wasAnswered = true;
    } else if (this.#spell === undefined) {
      this.#spell = { from: outcome.sentAt, to: this.#clock.now(), lost: 1, only };
      this.#spells.push(this.#spell);
    } else {
      this.#spell.to = this.#clock.now();
      this.#spell.lost += 1;
      if (this.#spell.only !== only) this.#spell.only = undefined;
    }
  }

  /** What the next run can be told beforehand, so that it loses no requests while it learns. */
  #toldRoom(): readonly string[] {
    const { atOnce = 0 } = this.#learnt() ?? {};
    return atOnce < fewestAtOnce
      ? []
      : [`more than ${atOnce} requests at a time are rate-limited: set CONFORMANCE_CONCURRENCY=${atOnce}`];
  }

  /** What was borne a second, all in all, is what the limit allows; where it is one of requests at a time, none is known. */
  #toldLimit(): readonly string[] {
    const [turnedAway, all] = [this.#rateLimited, this.#outcomes];
    const { atOnce, isRate = true } = this.#learnt() ?? {};
    if (atOnce !== undefined && !isRate) return [];
    if (turnedAway < worthReporting.requests || turnedAway < worthReporting.share * all) return [];
    const seconds = Math.max(1, (this.#clock.now() - this.#startedAt) / 1_000);
    const borne = Math.max(1, Math.floor((all - turnedAway) / seconds));
    return [
      `${turnedAway} of ${all} requests were rate-limited: CONFORMANCE_MAX_RPS=${borne} stays below the limit`,
    ];
  }

  /** What never answered is not restarting: why it cannot be reached is told elsewhere. */
  #toldSpells(): readonly string[] {
    if (!this.#wasAnswered) return [];
    return this.silences.map(
      ({ from, to }) =>
        `nothing was answered from ${this.moment(from)} to ${this.moment(to)}: a restart, or a deploy? Run again to decide what that left undecided`,
    );
  }
}

/** Counts one more, where it is at an operation. */
function count(counts: Map<string, number>, operation: string | undefined): void {
  if (operation !== undefined) counts.set(operation, (counts.get(operation) ?? 0) + 1);
}

function mostFrequentFirst(counts: ReadonlyMap<string, number>): readonly Omit<PassingAnswer, 'status'>[] {
  return [...counts]
    .map(([operation, times]) => ({ operation, count: times }))
    .toSorted((a, b) => b.count - a.count);
}

/** The network or a gateway spoke in the place of the implementation. */
export function isLost(outcome: Outcome): boolean {
  if (outcome.kind === 'failure') return outcome.failure === 'reset' || outcome.failure === 'unreachable';
  return isOfGateway(outcome.status);
}

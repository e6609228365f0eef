import { says } from '../../wire/status.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Failure, Outcome } from '../../wire/exchange.ts';
import { delivered, type Delivery, type Layer } from './dispatch.ts';

/** A limit that has granted no request for this long, in milliseconds, will not grant one during the run. */
const longestMs = 60_000;
/** After each period of this many milliseconds, one request is sent nevertheless. */
const tryAgainMs = 10_000;

/** A limit that grants no request even after long waits: each further request would cost a pause. */
export class Barrier {
  readonly #clock: Pick<Clock, 'now'>;
  #since: number | undefined;
  #nextTryAt: number | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Whether waiting has been in vain for so long that it does not help. */
  get isShut(): boolean {
    return this.#lastsMs >= longestMs;
  }

  /**
   * @param outcome - in its effective meaning: some limits use a status other than 429
   *
   * @throws UnreadableTape for a body without a text, and for more bodies than an event may have
   */
  note(outcome: Outcome): void {
    if (outcome.kind !== 'answer') return;
    if (says(outcome, 'limit')) this.#since ??= outcome.answeredAt;
    else this.#since = this.#nextTryAt = undefined;
  }

  answers(): Failure | undefined {
    if (!this.isShut) return undefined;
    const now = this.#clock.now();
    this.#nextTryAt ??= now + tryAgainMs;
    if (now >= this.#nextTryAt) {
      this.#nextTryAt = now + tryAgainMs;
      return undefined;
    }
    const detail = `the target has rate-limited every request for ${Math.round(this.#lastsMs / 1_000)} s`;
    return { kind: 'failure', failure: 'stopped', detail, wrote: false, sentAt: now, answeredAt: now };
  }

  get #lastsMs(): number {
    return this.#since === undefined ? 0 : this.#clock.now() - this.#since;
  }
}

/** Does not send requests that a limit always refuses; clean-up is an exception. */
export function stopGate(barrier: Pick<Barrier, 'answers'>): Layer<Delivery> {
  return (below) => async (dispatch) => {
    const { parts, exempt } = dispatch;
    const shut = exempt ? undefined : barrier.answers();
    if (shut === undefined) return await below(dispatch);
    return { ...delivered(parts.map(() => shut)), course: { redirects: 0, skipped: true } };
  };
}

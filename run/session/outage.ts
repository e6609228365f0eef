import type { Outcome } from '../../wire/exchange.ts';
import { awaited } from '../awaited.ts';
import type { BanParts } from './ban.ts';
import { isLost } from '../../history/exchange.ts';
import { onlyPart, type Delivery, type Dispatch, type Layer } from './dispatch.ts';

/** After this many answers, the implementation is known to work; after this many successive losses, it seems down. */
const enoughAnswers = 20;
const mostLost = 4;
/** The longest wait for all outages, and for one outage, in milliseconds; the run tries about once per second. */
const patienceMs = 60_000;
const longestMs = 30_000;
/** After a stop by the user, the wait is short. */
const patienceOnceStoppedMs = 8_000;
const looksMs = [100, 250, 500, 1_000];

/** The evidence for outages. */
export interface OutageParts extends BanParts {
  /** Called for an outage that has ended, with its times by the clock. */
  readonly ended: (spell: { readonly from: number; readonly to: number }) => void;
}

/** A period without answers from a server that has answered before: requests wait, or would be lost. */
export class Outage {
  readonly #parts: OutageParts;
  #answers = 0;
  #lost = 0;
  #patience = patienceMs;
  #waiting: Promise<void> | undefined;

  constructor(parts: OutageParts) {
    this.#parts = parts;
  }

  /**
   * @param speaksOfLoad - whether a 503 comes from the network, and does not answer the request
   *
   * @throws UnreadableTape for a body without a text, and for more bodies than an event may have
   */
  note(outcome: Outcome, speaksOfLoad: boolean): void {
    if (outcome.kind === 'failure' && outcome.failure === 'stopped') return;
    if (isLost(outcome) && speaksOfLoad) this.#lost += 1;
    else {
      this.#lost = 0;
      this.#answers += 1;
    }
  }

  /** Waits while no request is answered, up to a limit; `look` repeats a request with an earlier answer. */
  async end(look: () => Promise<boolean>): Promise<void> {
    if (!this.#lasts()) return;
    this.#waiting ??= this.#outwait(look).finally(() => {
      this.#waiting = undefined;
    });
    await this.#waiting;
  }

  #lasts(): boolean {
    return this.#lost >= mostLost && this.#answers >= enoughAnswers && this.#patience > 0;
  }

  async #outwait(look: () => Promise<boolean>): Promise<void> {
    const { clock, sleep, isStopped } = this.#parts;
    const since = clock.now();
    for (let looks = 0; this.#lasts() && clock.now() - since < longestMs; looks += 1) {
      const began = clock.now();
      if (isStopped()) this.#patience = Math.min(this.#patience, patienceOnceStoppedMs);
      if (await look()) {
        this.#parts.ended({ from: since, to: clock.now() });
        break;
      }
      await sleep(looksMs[Math.min(looks, looksMs.length - 1)] ?? 1_000, awaited.disturbance);
      this.#patience -= Math.max(1, clock.now() - began);
    }
    this.#lost = 0;
  }
}

/** Requests wait for the end of an outage; a read with an earlier answer tests for the end. */
export function outwaiting(outage: Outage): Layer<Delivery> {
  return (below) => {
    let answered: Dispatch | undefined;
    const look = async (): Promise<boolean> => {
      if (answered === undefined) return true;
      const { outcomes } = await below({ ...answered, exempt: true, chain: { depth: 0 } });
      return !outcomes.every(isLost);
    };
    return async (dispatch) => {
      await outage.end(look);
      const came = await below(dispatch);
      const isAnswered = came.outcomes.every((outcome) => !isLost(outcome));
      if (onlyPart(dispatch)?.request.method === 'GET' && isAnswered)
        answered = { ...dispatch, about: undefined };
      return came;
    };
  };
}

import type { Exchange } from '../../history/exchange.ts';

/** With fewer accepted creates, their rate is not computed. */
const fewestMade = 8;
/** The waits before a create is sent again, and their maximum sum in a run, in milliseconds. */
const looksMs = [1_000, 1_000, 2_000, 4_000];
const patienceMs = 65_000;
/** Somewhat slower than the counted rate. */
const slack = 1.1;

export interface CreatePaceParts {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The rate of creates that a server allows: the rate until a period of refusals that ended by itself. */
export class CreatePace {
  readonly #parts: CreatePaceParts;
  /** The times of accepted creates since the last period of refusals. */
  #made: number[] = [];
  #apart = 0;
  #nextAt = 0;
  #patience = patienceMs;
  #looks = 0;
  #waiting: Promise<void> | undefined;

  constructor(parts: CreatePaceParts) {
    this.#parts = parts;
  }

  /** Waits for the turn of a create, if the limit is known. */
  async turn(): Promise<void> {
    if (this.#apart === 0) return;
    const now = this.#parts.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#apart;
    if (at > now) await this.#parts.sleep(at - now);
  }

  made(): void {
    this.#made.push(this.#parts.now());
  }

  /** Waits until a create is accepted again, as long as the run has patience; `send` sends a new one each time. */
  async outwait(
    refused: Exchange,
    send: () => Promise<Exchange>,
    mayPass: (exchange: Exchange) => boolean,
  ): Promise<Exchange> {
    let last = refused;
    const before = this.#made;
    if (last.succeeded || (this.#apart === 0 && before.length < fewestMade)) return last;
    while (!last.succeeded && mayPass(last) && this.#patience > 0) {
      this.#waiting ??= this.#pause().finally(() => {
        this.#waiting = undefined;
      });
      await this.#waiting;
      last = await send();
    }
    // Of several requests that waited for the same reason, one suffices as evidence.
    if (last.succeeded && this.#made === before) this.#learn();
    return last;
  }

  async #pause(): Promise<void> {
    const ms = looksMs[Math.min(this.#looks, looksMs.length - 1)] ?? 0;
    this.#looks += 1;
    this.#patience -= ms;
    await this.#parts.sleep(ms);
  }

  #learn(): void {
    const [first] = this.#made;
    const now = this.#parts.now();
    if (first === undefined) return;
    this.#apart = Math.max(this.#apart, ((now - first) / this.#made.length) * slack);
    this.#made = [];
    this.#nextAt = now + this.#apart;
    this.#looks = 0;
    this.#patience = patienceMs;
  }
}

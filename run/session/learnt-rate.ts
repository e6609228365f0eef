/** Answers of a limit within this time are of one burst, in milliseconds. */
const burstMs = 1_000;
/** A lower rate at which no more requests than these pass before one is turned away again was of no use, or too high still. */
const few = 200;
/** Single answers of a limit within this time belong together, in milliseconds. */
const soonMs = 5_000;
/** So many lower rates in a row of no use: the limit is of another kind than one on the rate. */
const mostInVain = 2;
/** Where fewer requests than this were sent in a second, a single one that is turned away says nothing of the rate. */
const busy = 20;
const mostSingle = 3;
/** After so long without an answer of a limit the rate is tried twice as high, in milliseconds. */
const quietMs = 10_000;
/** Above this rate no limit is worth heeding, in requests a second. */
const freeRate = 500;

/** The rate of requests that a server bears, as far as its answers 429 have taught; none is known at first. */
export class LearntRate {
  #sent: number[] = [];
  #rate: number | undefined;
  #changedAt = -Infinity;
  #inVain = 0;
  #passed = 0;
  #singles: number[] = [];

  /** Requests are sent at this time. */
  sent(count: number, now: number): void {
    this.#sent = this.#sent.filter((at) => now - at < burstMs);
    for (let one = 0; one < count; one += 1) this.#sent.push(now);
    this.#passed += count;
  }

  /** A request was turned away by a limit: from now on fewer are sent a second than in the second before. */
  turnedAway(now: number): void {
    if (this.#inVain >= mostInVain || now - this.#changedAt < burstMs) return;
    const seen = this.#sent.filter((at) => now - at < burstMs).length;
    if (this.#isSingle(seen, now)) return;
    const isSoon = this.#rate !== undefined && this.#passed < few;
    this.#passed = 0;
    this.#inVain = isSoon ? this.#inVain + 1 : 0;
    this.#changedAt = now;
    const lower = isSoon ? 0.6 : 0.8;
    this.#rate =
      this.#inVain >= mostInVain ? undefined : Math.max(1, lower * Math.min(seen, this.#rate ?? Infinity));
  }

  /** Requests a second that may be sent now; undefined where no limit is known. */
  at(now: number): number | undefined {
    if (this.#rate !== undefined && now - this.#changedAt > quietMs) {
      this.#changedAt = now - quietMs / 2;
      this.#rate = this.#rate * 2 > freeRate ? undefined : this.#rate * 2;
    }
    return this.#rate;
  }

  #isSingle(seen: number, now: number): boolean {
    if (seen >= busy || this.#rate !== undefined) return false;
    this.#singles = [...this.#singles.filter((at) => now - at < soonMs), now];
    return this.#singles.length < mostSingle;
  }
}

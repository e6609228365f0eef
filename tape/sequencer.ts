/** Times on a tape have so many digits behind the point of a millisecond: what is judged is what is taped. */
const perMillisecond = 1_000;

/** Milliseconds as a tape has them. */
export function taped(milliseconds: number): number {
  return Math.round(milliseconds * perMillisecond) / perMillisecond;
}

/**
 * For this long at least, on a clock of which nobody sees more than a tape has: a shorter sleep would leave it if it
 * stands.
 */
export function atLeastTaped(milliseconds: number): number {
  return Math.ceil(milliseconds * perMillisecond) / perMillisecond;
}

/**
 * Lets in what comes from outside, one event per turn of the event loop. Between two events time stands still: whatever a
 * run does in a turn follows from the events so far, in their order, and from nothing else.
 */
export class Sequencer {
  readonly #elapsed: () => number;
  readonly #waiting: (() => void)[] = [];
  #isStepping = false;
  #now = 0;

  /** @param elapsed - milliseconds since the run began, on a clock that never goes back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** When the last event came in. */
  get now(): number {
    return this.#now;
  }

  /** Has an event come in when those before it have, and what they set going is done. */
  admit(event: (at: number) => void): void {
    this.#waiting.push(() => {
      this.#now = Math.max(this.#now, taped(this.#elapsed()));
      event(this.#now);
    });
    this.#step();
  }

  #step(): void {
    if (this.#isStepping || this.#waiting.length === 0) return;
    this.#isStepping = true;
    setImmediate(() => {
      this.#isStepping = false;
      this.#waiting.shift()?.();
      this.#step();
    });
  }
}

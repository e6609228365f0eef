/** Times on a tape have this many digits after the point of a millisecond: verdicts rest on the recorded values. */
const perMillisecond = 1_000;

/** Milliseconds as a tape has them. */
export function taped(milliseconds: number): number {
  return Math.round(milliseconds * perMillisecond) / perMillisecond;
}

/**
 * At least this long, on a clock of which a reader sees only the taped digits: a shorter sleep would not change it if
 * it stands.
 */
export function atLeastTaped(milliseconds: number): number {
  return Math.ceil(milliseconds * perMillisecond) / perMillisecond;
}

/**
 * Admits events from outside, one event per turn of the event loop. Between two events time stands still: the
 * actions of a run in a turn follow from the events so far, in their order, and from nothing else.
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

  /** The time of the last event. */
  get now(): number {
    return this.#now;
  }

  /** Delivers an event after the earlier events were delivered, and their consequences are done. */
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

/** The number of concurrent requests at the beginning of a run. */
const first = 4;
/** Answers within this many milliseconds count as fast, even if the first answers were much faster. */
const fastMs = 20;

/** The number of concurrent requests: few at first, doubled while answers stay fast, halved once they slow down. */
export class SoftStart {
  readonly #most: number;
  width: number;
  #usualMs: number | undefined;
  #times: number[] = [];

  constructor(most: number) {
    this.#most = most;
    this.width = Math.min(first, most);
  }

  /** Notes the duration of an answer, in milliseconds. */
  answered(tookMs: number): void {
    this.#times.push(tookMs);
    if (this.#times.length < this.width) return;
    const middle = median(this.#times);
    this.#times = [];
    this.#usualMs ??= Math.max(middle, fastMs);
    if (middle <= 2 * this.#usualMs) this.width = Math.min(2 * this.width, this.#most);
    else if (middle > 4 * this.#usualMs) this.narrow();
  }

  narrow(): void {
    this.width = Math.min(this.#most, Math.max(first, Math.floor(this.width / 2)));
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

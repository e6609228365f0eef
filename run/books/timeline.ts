import type { Phase } from '../../clause/clause.ts';
import type { Timeline } from '../../clause/report.ts';
import type { Clock } from '../../wire/clock.ts';

/** More slices are no picture: with twice as many each is made twice as long. */
const mostSlices = 120;
const shortestSliceMs = 10;
/** Waits that are told, the longest ones. */
const mostWaits = 40;
/** Shorter silence between requests is told by the slices. */
const leastWaitMs = 20;

/** When what of a run happened: its phases, its requests in slices of time, and its waits. Zero is when it was made. */
export class TimelineBook {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #start: number;
  readonly #opened = new Map<Phase, number>();
  #sliceMs = shortestSliceMs;
  #counts: number[] = [];
  #waits: { for: string; atMs: number; ms: number }[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#start = clock.now();
  }

  /** A phase begins, or begins once more after all. */
  open(phase: Phase): void {
    this.#opened.set(phase, this.#now);
  }

  /** So many requests are sent. */
  sent(count: number): void {
    while (this.#now >= this.#sliceMs * mostSlices) this.#halve();
    const at = Math.floor(this.#now / this.#sliceMs);
    while (this.#counts.length <= at) this.#counts.push(0);
    this.#counts[at] = (this.#counts[at] ?? 0) + count;
  }

  /** Nothing was under way until now, for want of `what`. */
  waited(what: string, ms: number): void {
    const end = this.#now;
    const last = this.#waits.at(-1);
    const goesOn = last?.for === what && end - ms - last.atMs - last.ms < leastWaitMs;
    if (last !== undefined && goesOn) last.ms = end - last.atMs;
    else this.#waits.push({ for: what, atMs: end - ms, ms });
    if (this.#waits.length > 4 * mostWaits) this.#waits = [...this.#longest];
  }

  get told(): Timeline {
    const rounded = (ms: number): number => Math.round(ms * 10) / 10;
    return {
      endMs: rounded(this.#now),
      phases: [
        { name: 'meeting', atMs: 0 },
        ...[...this.#opened].map(([name, ms]) => ({ name, atMs: rounded(ms) })),
      ],
      requests: { sliceMs: this.#sliceMs, counts: [...this.#counts] },
      waits: this.#longest
        .filter(({ ms }) => ms >= leastWaitMs)
        .map((wait) => ({ for: wait.for, atMs: rounded(wait.atMs), ms: rounded(wait.ms) })),
    };
  }

  get #now(): number {
    return this.#clock.now() - this.#start;
  }

  /** In the order of time. */
  get #longest(): readonly { for: string; atMs: number; ms: number }[] {
    return this.#waits
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, mostWaits)
      .toSorted((a, b) => a.atMs - b.atMs);
  }

  #halve(): void {
    this.#sliceMs *= 2;
    this.#counts = this.#counts.flatMap((count, at) =>
      at % 2 === 0 ? [count + (this.#counts[at + 1] ?? 0)] : [],
    );
  }
}

import type { Phase } from '../../clause/clause.ts';
import type { Disturbance, Timeline } from '../../clause/timeline.ts';
import type { Clock } from '../../wire/clock.ts';

/** More slices are no picture: with twice as many each is made twice as long. */
const mostSlices = 120;
const shortestSliceMs = 10;
/** Waits that are told, the longest ones. */
const mostWaits = 40;
/** Shorter silence between requests is told by the slices. */
const leastWaitMs = 20;
/** What disturbs again within so long goes on. */
const shortestCalmMs = 250;
/** Disturbances of a kind that are told apart: with more of them, longer calms are passed over. */
const mostDisturbances = 24;

/** A disturbance of a kind while it goes on. */
interface Stretch {
  readonly from: number;
  to: number;
  count: number;
}

/** When what of a run happened: phases, requests in slices of time, waits, disturbances. Zero is when it was made. */
export class TimelineBook {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #start: number;
  readonly #opened = new Map<Phase, number>();
  #sliceMs = shortestSliceMs;
  #counts: number[] = [];
  #waits: { for: string; atMs: number; ms: number }[] = [];
  readonly #stretches = new Map<string, Stretch[]>();
  readonly #spells: { readonly what: string; readonly from: number; readonly to: () => number }[] = [];

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

  /** Something disturbs the run now. */
  disturbed(what: string): void {
    const [now, all] = [this.#now, this.#stretches.get(what) ?? []];
    const last = all.at(-1);
    if (last === undefined || now - last.to > shortestCalmMs) all.push({ from: now, to: now, count: 1 });
    else {
      last.to = now;
      last.count += 1;
    }
    this.#stretches.set(what, all.length > 4 * mostDisturbances ? joined(all) : all);
  }

  /** Something disturbed the run from one moment of the clock to another; without the second to the end. */
  disturbedFrom(what: string, from: number, to?: number): void {
    this.#spells.push({
      what,
      from: from - this.#start,
      to: () => (to === undefined ? this.#now : to - this.#start),
    });
  }

  get told(): Timeline {
    const rounded = (ms: number): number => Math.round(ms * 10) / 10;
    const weather: readonly Disturbance[] = [
      ...[...this.#stretches].flatMap(([what, all]) =>
        joined(all).map(({ from, to, count }) => ({
          what,
          atMs: rounded(from),
          ms: rounded(to - from),
          count,
        })),
      ),
      ...this.#spells.map(({ what, from, to }) => ({ what, atMs: rounded(from), ms: rounded(to() - from) })),
    ];
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
      ...(weather.length === 0 ? {} : { weather }),
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

/** So many stretches at most: those with the shortest calms between them are taken for one. */
function joined(all: readonly Stretch[]): Stretch[] {
  const calms = all.slice(1).map(({ from }, at) => from - (all[at]?.to ?? from));
  const longest = calms.toSorted((a, b) => b - a)[mostDisturbances - 1] ?? -1;
  const stretches: Stretch[] = [];
  for (const [at, one] of all.entries()) {
    const last = stretches.at(-1);
    if (last === undefined || (calms[at - 1] ?? 0) > longest) stretches.push({ ...one });
    else {
      last.to = one.to;
      last.count += one.count;
    }
  }
  return stretches;
}

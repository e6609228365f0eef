import { defined } from '../../clause/defined.ts';
import type { Wait } from '../../clause/report.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Awaited } from '../awaited.ts';

/** A wait that recurs within this many milliseconds continues. */
const shortestWorkMs = 20;

/** The cause of a time without requests, its beginning by the clock, and its length in milliseconds. */
export interface Waited {
  readonly for: string;
  readonly at: number;
  readonly ms: number;
}

/** The waits of the run while no request is under way; of simultaneous waits, the earliest counts. */
export class Waits {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #spent = new Map<Awaited, number>();
  readonly #active = new Set<{ readonly awaited: Awaited }>();
  #underWay = 0;
  #chargedUntil = 0;
  #silentSince: number | undefined;
  readonly stretches: Waited[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  async sending<T>(work: () => Promise<T>): Promise<T> {
    this.#charge();
    this.#underWay += 1;
    this.#silentSince = undefined;
    try {
      return await work();
    } finally {
      this.#charge();
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#silentSince = this.#clock.now();
    }
  }

  async waiting<T>(what: Awaited, work: () => Promise<T>): Promise<T> {
    this.#charge();
    const wait = { awaited: what };
    this.#active.add(wait);
    try {
      return await work();
    } finally {
      this.#charge();
      this.#active.delete(wait);
    }
  }

  /** The current cause of waiting, and its length; undefined while a request is under way. */
  get now(): Wait | undefined {
    const [first] = this.#active;
    if (first === undefined || this.#silentSince === undefined) return undefined;
    return { ...first.awaited, ms: Math.round(this.#clock.now() - this.#silentSince) };
  }

  /** All waits of the run in whole milliseconds, the longest first, without waits of zero. */
  get all(): readonly Wait[] {
    return [...this.#spent]
      .map(([{ for: what, setting }, ms]) => ({
        for: what,
        ms: Math.round(ms),
        ...defined({ setting }),
      }))
      .filter(({ ms }) => ms > 0)
      .toSorted((a, b) => b.ms - a.ms);
  }

  #charge(): void {
    const now = this.#clock.now();
    const [first] = this.#active;
    const ms = now - this.#chargedUntil;
    this.#chargedUntil = now;
    if (first === undefined || this.#underWay > 0) return;
    this.#spent.set(first.awaited, (this.#spent.get(first.awaited) ?? 0) + ms);
    this.#stretch(first.awaited.for, now, ms);
  }

  #stretch(what: string, end: number, ms: number): void {
    const last = this.stretches.at(-1);
    const goesOn = last?.for === what && end - ms - last.at - last.ms < shortestWorkMs;
    if (last !== undefined && goesOn)
      this.stretches[this.stretches.length - 1] = { ...last, ms: end - last.at };
    else this.stretches.push({ for: what, at: end - ms, ms });
  }
}

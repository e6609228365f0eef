import { defined } from '../../clause/defined.ts';
import type { Wait } from '../../clause/report.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Awaited } from '../awaited.ts';

/** What is waited for again within this many milliseconds is waited for all the while. */
const shortestWorkMs = 20;

/** For what nothing was under way, from when on by the clock, and for how long in milliseconds. */
export interface Waited {
  readonly for: string;
  readonly at: number;
  readonly ms: number;
}

/**
 * What the run has waited for while no request was under way. Of waits at one time the one that began first is charged,
 * so that together they are no longer than the silence was.
 */
export class Waits {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #spent = new Map<Awaited, number>();
  readonly #active = new Set<{ readonly awaited: Awaited }>();
  #underWay = 0;
  #chargedUntil = 0;
  #silentSince: number | undefined;
  readonly #stretches: Waited[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** In the order of time. */
  get stretches(): readonly Waited[] {
    return this.#stretches;
  }

  /** The time that `work` takes is spent on a request. */
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

  /** The time that `work` takes is spent on a wait. */
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

  /** What is waited for just now, and for how long nothing has been under way; undefined while something is. */
  get now(): Wait | undefined {
    const [first] = this.#active;
    if (first === undefined || this.#silentSince === undefined) return undefined;
    return { ...first.awaited, ms: Math.round(this.#clock.now() - this.#silentSince) };
  }

  /** All waits of the run in whole milliseconds, the longest first; what comes to none is left out. */
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
    const last = this.#stretches.at(-1);
    const goesOn = last?.for === what && end - ms - last.at - last.ms < shortestWorkMs;
    if (last !== undefined && goesOn)
      this.#stretches[this.#stretches.length - 1] = { ...last, ms: end - last.at };
    else this.#stretches.push({ for: what, at: end - ms, ms });
  }
}

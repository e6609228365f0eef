import type { Clock } from '../../wire/clock.ts';
import { awaited, type Awaited } from '../awaited.ts';
import { shutGate } from '../gate.ts';
import { Waits } from './waits.ts';
import { LearntRoom, type Came } from './learnt-room.ts';
import { LearntRate } from './learnt-rate.ts';
import { SoftStart } from './soft-start.ts';

/** The limits of the whole run, for every transport. */
export interface Bounds {
  readonly concurrency: number;
  readonly maxRps?: number;
  readonly budgetRequests: number;
}

const slowRps = 5;
/** Once `Retry-After` has made the run wait this long in total, each further wait is limited to a second. */
const patienceMs = 180_000;
const longestPauseMs = 60_000;

/** Decides when each request may be sent: by parallelism, rate, pauses that the server asked for, and the budget. */
export class Governor {
  readonly #clock: Clock;
  readonly #bounds: Bounds;
  readonly waits: Waits;
  readonly #waiting: (() => void)[] = [];
  readonly #softStart: SoftStart;
  readonly #learntRoom: LearntRoom;
  readonly #learntRate = new LearntRate();
  #running = 0;
  /** The requests on the wire; the other running requests have a place, but wait for their time. */
  #inFlight = 0;
  /** Requests that are sent alone, or wait for their turn alone. */
  #alone = 0;
  /** The number of requests granted so far, even if no byte of them was written. */
  requests = 0;
  #nextSlot = 0;
  /** The end of the line of requests that wait for their turn at a learnt rate. */
  #line: Promise<void> = Promise.resolve();
  #pausedUntil = 0;
  #patience = patienceMs;
  #overruns = 0;
  #lastOverrun = -Infinity;
  stopped = false;
  #isSlow = false;
  #deadline = Infinity;
  #latest = Infinity;
  readonly #stopping = shutGate();

  constructor(clock: Clock, bounds: Bounds) {
    this.#clock = clock;
    this.#bounds = bounds;
    this.#softStart = new SoftStart(bounds.concurrency);
    this.#learntRoom = new LearntRoom(bounds.concurrency);
    this.waits = new Waits(clock);
  }

  get exhausted(): boolean {
    return this.requests >= this.#bounds.budgetRequests;
  }

  /** Sends no further request, and ends waits; requests under way end by themselves. */
  stop(): void {
    this.stopped = true;
    this.#stopping.open();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** From now on only clean-up is sent; no wish of the server delays it beyond this many milliseconds. */
  leaveWithin(milliseconds: number): void {
    this.#deadline = Math.min(this.#clock.now() + milliseconds, this.#latest);
  }

  /** Clean-up ends within this many milliseconds, however patient the run is. */
  endWithin(milliseconds: number): void {
    this.#latest = this.#clock.now() + milliseconds;
    this.#deadline = Math.min(this.#deadline, this.#latest);
  }

  /** The milliseconds that are left for clean-up, once it has begun. */
  get left(): number {
    return Math.max(0, this.#deadline - this.#clock.now());
  }

  /** The server asked for a pause: no request is sent before it is over. */
  pause(milliseconds: number): void {
    const wished = Math.min(Math.max(0, milliseconds), longestPauseMs);
    const granted = this.#patience > 0 ? wished : Math.min(wished, 1_000);
    const until = this.#clock.now() + granted;
    if (until <= this.#pausedUntil) return;
    this.#patience -= until - Math.max(this.#pausedUntil, this.#clock.now());
    this.#pausedUntil = until;
  }

  /** Sends fewer requests after a 429; a limit with another status may count within less than a second. */
  rateLimited(isToldOtherwise = false): void {
    if (isToldOtherwise) this.#learntRate.spread();
    this.#learntRate.rateLimited(this.#clock.now());
    this.#softStart.narrow();
  }

  get atOnce(): number {
    return this.#learntRoom.limit;
  }

  /** The learnt limits of the server: concurrent requests, and whether there is a rate limit. */
  get learnt(): { readonly atOnce: number | undefined; readonly isRate: boolean } {
    return { atOnce: this.#learntRoom.learnt, isRate: this.#learntRate.rate !== undefined };
  }

  /** Sends single requests while `work` runs, at a pace that hardly any limit refuses. */
  async slowly<T>(work: () => Promise<T>): Promise<T> {
    this.#isSlow = true;
    try {
      return await work();
    } finally {
      this.#isSlow = false;
    }
  }

  /** Notes the outcome of a single request that was concurrent with others. */
  came(came: Came): void {
    if (this.#learntRoom.note(came)) this.#softStart.narrow();
  }

  /** The server is overloaded and does not say for how long: each time in a row, the wait doubles. */
  slowDown(): void {
    const now = this.#clock.now();
    // At a known rate, the run is already as slow as necessary.
    if (now < this.#pausedUntil || this.#learntRate.rate !== undefined) return;
    this.#overruns = now - this.#lastOverrun < 5_000 ? Math.min(this.#overruns + 1, 5) : 0;
    this.#lastOverrun = now;
    this.pause(100 * 2 ** this.#overruns);
  }

  /** Waits this long, or until the run is stopped; `exempt` work waits the full time despite the stop. */
  async sleep(
    milliseconds: number,
    what: Awaited,
    { exempt = false }: { exempt?: boolean } = {},
  ): Promise<void> {
    if (this.stopped && !exempt) return await this.#clock.sleep(0);
    await this.waits.waiting(what, async () => {
      const asleep = this.#clock.sleep(milliseconds);
      await (exempt ? asleep : Promise.race([asleep, this.#stopping.opened]));
    });
  }

  /**
   * Runs `work` once `count` requests may be sent, one after another or `together`; undefined if the run was
   * stopped or its budget is used up. `alone` waits until no other request is under way, and lets no other
   * request begin meanwhile. Clean-up is `exempt` from stop and budget, but not from rate and pauses. A
   * request that can be sent `again` tests whether the server accepts more concurrent requests than is known.
   *
   * @param work - called with the number of requests in flight, including its own
   */
  async grant<T>(
    work: (inFlight: number) => Promise<T>,
    options: { count?: number; together?: boolean; exempt?: boolean; alone?: boolean; again?: boolean } = {},
  ): Promise<T | undefined> {
    const count = options.count ?? 1;
    const exempt = options.exempt === true;
    const alone = options.alone === true;
    const places = alone
      ? this.#bounds.concurrency
      : options.together === true
        ? Math.min(count, this.#bounds.concurrency)
        : 1;
    const refused = (): boolean =>
      !exempt && (this.stopped || this.requests + count > this.#bounds.budgetRequests);
    if (refused()) return undefined;
    if (alone) this.#alone += 1;
    await this.#place(places, alone, options.again === true);
    try {
      if (refused()) return undefined;
      this.requests += count;
      await this.#turn(count, exempt);
      if (this.stopped && !exempt) {
        this.requests -= count;
        return undefined;
      }
      return await this.#timed(places, Math.min(places, count), work);
    } finally {
      this.#running -= places;
      if (alone) this.#alone -= 1;
      // Requests without room wait again, in the same order, because another request may need less room.
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  /** Only single requests show the speed of the server; races crowd it on purpose. */
  async #timed<T>(places: number, count: number, work: (inFlight: number) => Promise<T>): Promise<T> {
    const before = this.#clock.now();
    this.#inFlight += count;
    const inFlight = this.#inFlight;
    try {
      const done = await this.waits.sending(() => work(inFlight));
      if (places === 1) this.#softStart.answered(this.#clock.now() - before);
      return done;
    } finally {
      this.#inFlight -= count;
    }
  }

  async #place(places: number, alone: boolean, again: boolean): Promise<void> {
    while (this.#running + places > this.#room(places, again) || (this.#alone > 0 && !alone))
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#running += places;
  }

  /** Racers need all the room, because they must be in flight together. */
  #room(places: number, again: boolean): number {
    if (places > 1) return this.#bounds.concurrency;
    if (this.#isSlow) return 1;
    const { limit, proven } = this.#learntRoom;
    return Math.min(this.#softStart.width, again ? limit : proven);
  }

  async #turn(count: number, exempt: boolean): Promise<void> {
    await this.#patiently(exempt);
    const isOver = (): boolean => this.stopped && !exempt;
    if (isOver()) return;
    if (this.#learntRate.rate === undefined) this.#learntRate.sent(count, this.#clock.now());
    else await this.#inLine(count, exempt);
    if (isOver()) return;
    const now = this.#clock.now();
    const { maxRps: most = Infinity } = this.#bounds;
    const maxRps = this.#isSlow ? Math.min(most, slowRps) : most;
    if (maxRps === Infinity) return;
    const slot = Math.max(now, this.#nextSlot);
    this.#nextSlot = slot + (count * 1000) / maxRps;
    if (slot > now) await this.sleep(slot - now, awaited.rate, { exempt });
    await this.#patiently(exempt);
  }

  /** Waits for a turn at the known rate of the server: first come, first served. */
  async #inLine(count: number, exempt: boolean): Promise<void> {
    const before = this.#line;
    const waited = before.then(async () => {
      const wait = (): number =>
        this.stopped && !exempt ? 0 : this.#learntRate.wait(count, this.#clock.now());
      for (let ms = wait(); ms > 0; ms = wait()) {
        await this.sleep(ms, awaited.rate, { exempt });
        await this.#patiently(exempt);
      }
      // Noted before the next waiting request is considered.
      this.#learntRate.sent(count, this.#clock.now());
    });
    this.#line = waited;
    await waited;
  }

  /** Waits as long as the server has asked for, and longer if it asks again meanwhile. */
  async #patiently(exempt: boolean): Promise<void> {
    const until = (): number => Math.min(this.#pausedUntil, exempt ? this.#deadline : Infinity);
    while (until() > this.#clock.now() && (exempt || !this.stopped))
      await this.sleep(until() - this.#clock.now(), awaited.pause, { exempt });
  }
}

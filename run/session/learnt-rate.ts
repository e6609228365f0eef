/** The window in which a server counts requests, and the longer window here, because clocks differ. */
const windowMs = 1_000;
const spreadMs = 1_050;
/** If fewer requests were sent since a lower rate was learnt, that rate had no effect, or is still too high. */
const few = 200;
/** After this many useless lower rates in a row, the limit is of another kind. */
const mostInVain = 3;
/** Single answers of a limit within this time belong together, in milliseconds. */
const soonMs = 5_000;
/** If fewer requests were sent in a second, a single 429 shows nothing about the rate. */
const busy = 20;
const mostSingle = 3;
/** At a known rate, fewer refusals in a second may concern requests that were already on the wire. */
const leastAway = 3;
/** After this long without a 429, a higher rate is tried; the time doubles after each failed attempt. */
const quietMs = 10_000;
const longestQuietMs = 120_000;
/** The first increase, repeated as long as no request is rate-limited. */
const stepUp = 1.25;
const leap = 1.5;
const leapMs = 2_000;
/** At a higher rate, in requests per second, no limit matters. */
const freeRate = 500;

/** The requests per second that a server accepts: as many as it accepted while it refused others with 429. */
export class LearntRate {
  #sent: { readonly at: number; readonly count: number }[] = [];
  #away: number[] = [];
  #singles: number[] = [];
  /** The number of requests per second that a server is known to sustain; undefined if no limit is known. */
  rate: number | undefined;
  /** The known rate before a higher rate was tried. */
  #borne: number | undefined;
  #changedAt = -Infinity;
  #quietMs = quietMs;
  #passed = 0;
  #inVain = 0;
  #isSpread = false;
  /** At least half of the last burst was rate-limited. */
  #isHeavy = false;

  sent(count: number, now: number): void {
    this.#sent = this.#sent.filter(({ at }) => now - at < spreadMs);
    this.#sent.push({ at: now, count });
    this.#passed += count;
  }

  /** How long `count` requests have to wait for their turn, in milliseconds. */
  wait(count: number, now: number): number {
    this.#tryHigher(now);
    const rate = this.rate;
    if (rate === undefined) return 0;
    return Math.max(this.#untilRoom(rate, count, now), this.#untilNext(rate, now));
  }

  /** From now on, requests at a known rate are spread evenly: a limit may count in less than a second. */
  spread(): void {
    this.#isSpread = true;
  }

  #untilNext(rate: number, now: number): number {
    const last = this.#sent.at(-1);
    return last === undefined || !this.#isSpread ? 0 : last.at + (last.count * windowMs) / rate - now;
  }

  #untilRoom(rate: number, count: number, now: number): number {
    const recent = this.#sent.filter(({ at }) => now - at < spreadMs);
    let room = Math.max(rate, count) - count - sum(recent);
    for (const { at, count: gone } of recent) {
      if (room >= 0) return 0;
      room += gone;
      if (room >= 0) return at + spreadMs - now;
    }
    return 0;
  }

  rateLimited(now: number): void {
    if (this.#inVain >= mostInVain) return;
    this.#away = [...this.#away.filter((at) => now - at < windowMs), now];
    const sent = sum(this.#sent.filter(({ at }) => now - at < windowMs));
    const away = this.#away.length;
    const isMany = this.rate === undefined ? sent >= busy : away >= leastAway;
    if (!isMany && this.#isSingle(now)) return;
    const granted = Math.max(1, sent - away);
    const isOneBurst = now - this.#changedAt < windowMs;
    if (!isOneBurst && this.#isInVain()) return;
    this.#isHeavy = away * 2 >= sent;
    if (this.#borne !== undefined) this.#quietMs = Math.min(2 * this.#quietMs, longestQuietMs);
    this.rate = Math.min(granted, this.#borne ?? this.rate ?? Infinity);
    this.#borne = undefined;
    this.#changedAt = now;
  }

  #isSingle(now: number): boolean {
    this.#singles = [...this.#singles.filter((at) => now - at < soonMs), now];
    if (this.#singles.length < mostSingle) return true;
    this.#singles = [];
    return false;
  }

  /** If half of the requests are rate-limited, burst after burst, at any rate, the rate is not the reason. */
  #isInVain(): boolean {
    this.#inVain = this.#isHeavy && this.#passed < few ? this.#inVain + 1 : 0;
    this.#passed = 0;
    if (this.#inVain < mostInVain) return false;
    this.rate = undefined;
    return true;
  }

  #tryHigher(now: number): void {
    if (this.rate === undefined) return;
    const isTrying = this.#borne !== undefined;
    if (now - this.#changedAt < (isTrying ? leapMs : this.#quietMs)) return;
    this.#changedAt = now;
    this.#borne = this.rate;
    const higher = this.rate * (isTrying ? leap : stepUp);
    this.rate = higher > freeRate ? undefined : higher;
  }
}

function sum(sent: readonly { readonly count: number }[]): number {
  return sent.reduce((all, { count }) => all + count, 0);
}

/** This many answers beside a number of other requests prove that a server sustains that number. */
const enough = 8;
/** Up to this share of requests may have been lost: some are lost without a limit. */
const usualShare = 0.1;
/** A limit refuses at least this share of the requests beyond it, and hardly any request within it. */
const rateLimitedShare = 0.2;
const withinShare = 0.05;
const fewestWithin = 20;
/** The lost concurrent requests, and their different moments, before the run assumes a limit. */
const fewestLost = 3;
const fewestMoments = 2;

interface Tally {
  came: number;
  lost: number;
}

/** The outcome of a concurrent request. */
export interface Came {
  /** The number of requests in flight when it was sent, including itself. */
  readonly inFlight: number;
  /** It was rate-limited, or its connection closed. */
  readonly isLost: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The number of concurrent requests that a server accepts: a request lost among answered ones may be too many. */
export class LearntRoom {
  readonly #most: number;
  #tallies: Tally[];
  #doubtful: Came[] = [];
  #moments = 0;
  #lastLostAt = -Infinity;
  #proven = 1;
  /** More concurrent requests are refused; the operator's bound if no limit is known. */
  limit: number;

  constructor(most: number) {
    this.#most = most;
    this.limit = most;
    this.#tallies = emptyTallies(most);
  }

  /** This many concurrent requests were repeatedly answered: an important request is sent beside no more requests. */
  get proven(): number {
    return Math.min(this.#proven, this.limit);
  }

  /** The learnt limit of the server; undefined if it accepts as many requests as the operator allows. */
  get learnt(): number | undefined {
    return this.limit < this.#most ? this.limit : undefined;
  }

  /**
   * @returns whether a request was lost now, perhaps because concurrent requests left no room
   *
   * @throws UnreadableTape for a body without a text, and for more bodies than an event may have
   */
  note(came: Came): boolean {
    if (came.isLost) {
      if (came.inFlight > 1) this.#doubtful.push(came);
      else this.#tally(1).lost += 1;
      return false;
    }
    this.#tally(came.inFlight).came += 1;
    const crowded = this.#doubtful.filter(({ answeredAt }) => came.sentAt <= answeredAt);
    this.#doubtful = [];
    for (const lost of crowded) this.#lose(lost);
    this.#prove(came.inFlight);
    return crowded.length > 0;
  }

  #lose({ inFlight, sentAt, answeredAt }: Came): void {
    // Requests beyond a known limit show nothing new.
    if (inFlight > this.limit) return;
    this.#tally(inFlight).lost += 1;
    if (sentAt > this.#lastLostAt) this.#moments += 1;
    this.#lastLostAt = Math.max(this.#lastLostAt, answeredAt);
    if (this.#moments < fewestMoments) return;
    for (let least = 2; least <= this.limit; least += 1) {
      const [beyond, within] = [this.#sum(least, this.#most), this.#sum(1, least - 1)];
      if (beyond.lost < fewestLost) return;
      if (within.came < fewestWithin || shareOf(within) > withinShare) continue;
      if (Math.min(shareOf(this.#tally(least)), shareOf(beyond)) < rateLimitedShare) continue;
      this.limit = least - 1;
      // Further losses with fewer requests in flight show a lower limit by themselves.
      this.#tallies = emptyTallies(this.#most);
      this.#moments = 0;
      return;
    }
  }

  #prove(inFlight: number): void {
    if (inFlight <= this.#proven) return;
    const seen = this.#sum(inFlight, this.#most);
    if (seen.came >= enough && shareOf(seen) <= usualShare) this.#proven = inFlight;
  }

  #tally(inFlight: number): Tally {
    return this.#tallies[Math.min(inFlight, this.#most) - 1] ?? { came: 0, lost: 0 };
  }

  #sum(from: number, to: number): Tally {
    const some = this.#tallies.slice(from - 1, to);
    return {
      came: some.reduce((sum, { came }) => sum + came, 0),
      lost: some.reduce((sum, { lost }) => sum + lost, 0),
    };
  }
}

function emptyTallies(most: number): Tally[] {
  return Array.from({ length: most }, () => ({ came: 0, lost: 0 }));
}

function shareOf({ came, lost }: Tally): number {
  return lost === 0 ? 0 : lost / (came + lost);
}

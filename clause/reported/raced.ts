/** The result of races. */
export interface Raced {
  readonly rounds: number;
  /** The most updates at once. */
  readonly racers: number;
  /** The reason why the races ended early: the report then states no outcome of complete races. */
  readonly endedBy?: string;
  /** A flaw that shows in this share of rounds or more is ruled out with `confidence`; null if no round counted. */
  readonly excludedShare: number | null;
  readonly confidence: number;
}

/** The result of races, in one sentence. */
export function racedInWords(raced: Raced): string {
  const { rounds, racers, endedBy } = raced;
  const at = `of up to ${racers} updates at once`;
  return endedBy === undefined
    ? `0 violations in ${rounds} rounds ${at}; ${excluded(raced)}`
    : `stopped in round ${rounds} ${at} by ${endedBy}; no flaw rate is ruled out`;
}

/** The flaws that races without a violation rule out, in words. */
export function excluded({ excludedShare, confidence }: Pick<Raced, 'excludedShare' | 'confidence'>): string {
  if (excludedShare === null) return 'no flaw is ruled out: no round counted';
  return `flaws that show in >= ${roundedUp(excludedShare * 100)} % of rounds are ruled out (${confidence * 100} %)`;
}

/** Rounded up to one digit: a bound must not look better than it is. */
export function roundedUp(value: number): string {
  return String(Number((Math.ceil(Number((value * 10).toFixed(6))) / 10).toFixed(1)));
}

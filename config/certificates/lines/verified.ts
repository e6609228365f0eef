/** One line of a verification. */
export interface Verified {
  readonly about: string;
  /** `said` decides nothing. */
  readonly state: 'holds' | 'refuted' | 'untold' | 'said';
  readonly text: string;
}

/** A line that says what is wrong. */
export function refuted(about: string, text: string): Verified {
  return { about, state: 'refuted', text };
}

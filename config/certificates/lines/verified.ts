/** One line of a verification. */
export interface Verified {
  readonly about: string;
  /** `said` decides nothing. */
  readonly state: 'holds' | 'refuted' | 'untold' | 'said';
  readonly text: string;
}

/** The lines that can be said of one thing. */
export function linesAbout(about: string): Readonly<Record<Verified['state'], (text: string) => Verified>> {
  const line =
    (state: Verified['state']) =>
    (text: string): Verified => ({ about, state, text });
  return { holds: line('holds'), refuted: line('refuted'), untold: line('untold'), said: line('said') };
}

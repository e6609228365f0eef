/** Requirements that a reader may add for a certificate. */
export const requirements = ['conformant', 'unlimited', 'rejudged', 'signed', 'challenged'] as const;

export type Requirement = (typeof requirements)[number];
export interface Verified {
  readonly about: string;
  /** `said` decides nothing. */
  readonly state: 'holds' | 'refuted' | 'untold' | 'said';
  readonly text: string;
}

/** Makes lines about one subject, by their state. */
export function linesAbout(about: string): Readonly<Record<Verified['state'], (text: string) => Verified>> {
  const line =
    (state: Verified['state']) =>
    (text: string): Verified => ({ about, state, text });
  return { holds: line('holds'), refuted: line('refuted'), untold: line('untold'), said: line('said') };
}

/** The ending of a verification: its word, and the exit code for a command that only verifies. */
export function endingOf(lines: readonly Verified[]): {
  readonly word: string;
  readonly exitCode: 0 | 1 | 3;
} {
  if (lines.some(({ state }) => state === 'refuted')) return { word: 'REFUTED', exitCode: 1 };
  if (lines.some(({ state }) => state === 'untold')) return { word: 'CANNOT BE TOLD', exitCode: 3 };
  return { word: 'VERIFIED', exitCode: 0 };
}

/** Where the run gets its time from, so that it can also run in virtual time. */
export interface Clock {
  /** Milliseconds since some fixed instant; never goes back. */
  now(): number;
  /** The time of day, for the report. */
  date(): Date;
  /** Resolves `ms` milliseconds later. */
  sleep(ms: number): Promise<void>;
}

/** The run's source of time, which may also be virtual. */
export interface Clock {
  /** Milliseconds since some fixed instant; never goes back. */
  now(): number;
  /** The time of day, for the report. */
  date(): Date;
  /** Resolves `ms` milliseconds later. */
  sleep(ms: number): Promise<void>;
}

/** What the network, a limit or an end of a token did to the run, for as long as it went on. */
export interface Disturbance {
  readonly what: string;
  readonly atMs: number;
  readonly ms: number;
  /** How often, where that can be counted. */
  readonly count?: number;
}

/** When what of a run happened, in milliseconds from its beginning. */
export interface Timeline {
  readonly endMs: number;
  /** In order; each lasts until the next begins. */
  readonly phases: readonly { readonly name: string; readonly atMs: number }[];
  /** Requests sent in each slice of time. */
  readonly requests: { readonly sliceMs: number; readonly counts: readonly number[] };
  /** The longest times in which nothing was under way. */
  readonly waits: readonly { readonly for: string; readonly atMs: number; readonly ms: number }[];
  /** Absent if the disturbances were calm. */
  readonly weather?: readonly Disturbance[];
}

/** The timeline of one shard of a run, and when it began after the first of them by the clocks of their machines. */
export interface ShardTimeline {
  readonly shard: number;
  readonly startMs: number;
  readonly timeline: Timeline;
}

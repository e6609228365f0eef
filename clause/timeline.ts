/** The effect of the network, a limit or the end of a token on the run, for its duration. */
export interface Disturbance {
  readonly what: string;
  readonly atMs: number;
  readonly ms: number;
  readonly count?: number;
}

/** The times of events in a run, in milliseconds from its beginning. */
export interface Timeline {
  readonly endMs: number;
  /** In order; each lasts until the next begins. */
  readonly phases: readonly { readonly name: string; readonly atMs: number }[];
  readonly requests: { readonly sliceMs: number; readonly counts: readonly number[] };
  readonly waits: readonly { readonly for: string; readonly atMs: number; readonly ms: number }[];
  /** Absent if the run met no disturbances. */
  readonly weather?: readonly Disturbance[];
}

/** The timeline of one shard, and its start relative to the first shard, by the clocks of their machines. */
export interface ShardTimeline {
  readonly shard: number;
  readonly startMs: number;
  readonly timeline: Timeline;
}

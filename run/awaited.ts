import type { Wait } from '../clause/report.ts';

/** The causes of waits, as reports write them after "for". */
export type Awaited = Omit<Wait, 'ms'>;

/** Everything that a run ever waits for. */
export const awaited = {
  reads: { for: 'reads to show a write', setting: 'CONFORMANCE_SETTLE_MS' },
  queries: { for: 'queries to show a resource', setting: 'CONFORMANCE_SETTLE_MS' },
  lateEffects: { for: 'late effects of refused writes' },
  age: { for: 'resources to outlive the lag' },
  rest: { for: 'resources to rest', setting: 'CONFORMANCE_DEPTH' },
  spacing: { for: 'time between two states' },
  races: { for: 'pauses between updates that race' },
  spaced: { for: 'pauses between updates that should conflict' },
  dates: { for: 'the next second to begin' },
  disturbance: { for: 'a disturbance to end' },
  ban: { for: 'a ban to end' },
  spared: { for: 'pauses between requests that have to be refused' },
  renewal: { for: 'a token to be renewed', setting: 'CONFORMANCE_TOKENS' },
  room: { for: 'room for more resources' },
  pause: { for: 'pauses that the target asked for' },
  rate: { for: 'the rate limit', setting: 'CONFORMANCE_MAX_RPS' },
} as const satisfies Readonly<Record<string, Awaited>>;

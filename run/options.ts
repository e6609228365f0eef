import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import type { Profile } from '../clause/profile.ts';
import type { Seed } from '../clause/reported/seed.ts';
import type { SuppliedToken } from '../history/caller.ts';

/** Requests whose effect the contract does not show, each sent only with the operator's consent. */
export type Consent = 'overwrite' | 'records' | 'upload' | 'namespace';

/** How much evidence a run gathers. */
export interface Depth {
  readonly name: 'ci' | 'release' | 'certify';
  /** The number of cases that a property must reach. */
  readonly reach: number;
  /** Phases of races: rounds of this many racers. */
  readonly races: readonly { readonly rounds: number; readonly racers: number }[];
  /** The number of effective rounds below which the race clause cannot pass. */
  readonly raceGate: number;
  /** The number of rounds in which every caller that must be refused sends each operation. */
  readonly accessRounds: number;
  /** The number of updates on one resource, to see whether versions recur. */
  readonly longHistory: number;
  /** Updates differ in several dimensions; they cover every combination of this many dimensions. */
  readonly crossed: 1 | 2 | 3;
  /** The time that a few resources are left untouched before their first update, in milliseconds. */
  readonly restMs: number;
}

/** A generated case, by the seed and path that draw it again. */
export interface DrawnAgain {
  readonly seed: number;
  readonly path: string;
}

/** The input of one run; all code below the configuration gets its input from here. */
export interface RunOptions {
  readonly baseUrl: string;
  readonly projectKey: string;
  readonly otherProjectKey?: string;
  readonly tokens: readonly SuppliedToken[];
  readonly profile: Profile;
  readonly consent: ReadonlySet<Consent>;
  /** Stated limits of scope: section numbers and names such as `other-project`. */
  readonly without: ReadonlySet<string>;
  readonly depth: Depth;
  /** Every open point is asked, as at depth `release`: the run drafts a profile. */
  readonly asksEveryPoint?: true;
  readonly seed: Seed;
  /** The longest lags that are granted to reads by id, and to queries and HEAD, in milliseconds. */
  readonly settle: { readonly readMs: number; readonly queryMs: number };
  readonly readOnly: boolean;
  readonly maxRps?: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** Requests reach the target through a proxy: a failed connection is a failure of the proxy. */
  readonly viaProxy?: true;
  readonly budgetRequests: number;
  /** The most octets in the body of one answer, decoded. */
  readonly maxBytes: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly trace: boolean;
  readonly runId: string;
  readonly userAgent: string;
  /** In a replay, generated evidence plays only this case. */
  readonly drawnAgain?: DrawnAgain;
  /** How much of an exchange a report may show. */
  readonly evidence: 'full' | 'shape' | 'none';
}

/** The depths, by name. */
export const depths: Record<Depth['name'], Depth> = {
  ci: {
    name: 'ci',
    reach: 8,
    races: [{ rounds: 24, racers: 8 }],
    raceGate: 16,
    accessRounds: 1,
    longHistory: 0,
    crossed: 2,
    restMs: 3_500,
  },
  release: {
    name: 'release',
    reach: 30,
    races: [
      { rounds: 60, racers: 8 },
      { rounds: 10, racers: 2 },
    ],
    raceGate: 40,
    accessRounds: 3,
    longHistory: 0,
    crossed: 2,
    restMs: 10_000,
  },
  certify: {
    name: 'certify',
    reach: 100,
    races: [
      { rounds: 60, racers: 8 },
      { rounds: 20, racers: 2 },
      { rounds: 40, racers: 16 },
    ],
    raceGate: 60,
    accessRounds: 5,
    longHistory: 300,
    crossed: 3,
    restMs: 60_000,
  },
};

/** The endpoints that no limit of scope leaves out: requests to other endpoints are not sent. */
export function inScope<Name extends EndpointName>(
  { without }: Pick<RunOptions, 'without'>,
  names: readonly Name[],
): readonly Name[] {
  return names.filter((name) => !without.has(endpoint(name).section));
}

/** The approximate number of requests of a full run on the reference: the measure of a run's progress. */
export const usualRequests: Readonly<Record<Depth['name'], number>> = {
  ci: 2_000,
  release: 3_600,
  certify: 9_000,
};

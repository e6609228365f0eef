/**
 * Why a clause could not be decided, or was not tested: a code that tools match on.
 * The text beside it names what the operator can supply.
 */
export type ReasonCode =
  | 'no-id-source'
  | 'no-key'
  | 'premise-failed'
  | 'no-token'
  | 'no-second-project'
  | 'no-minted-token'
  | 'method-undeclared'
  | 'consent-missing'
  | 'read-only'
  | 'vacuous-body'
  | 'field-never-seen'
  | 'not-observable'
  | 'version-never-moved'
  | 'refused-by-unknown-validation'
  | 'noise'
  | 'flaky'
  | 'redirect-cross-origin'
  | 'variant-unshown'
  | 'reach-too-low'
  | 'dead-token'
  | 'liveness-unproven'
  | 'two-readings'
  | 'blocked-by'
  | 'budget'
  | 'stopped'
  | 'not-selected'
  | 'out-of-scope'
  | 'declared-absent'
  | 'unreachable'
  | 'server-error';

/** A reason with one sentence, and, where there is one, the line that the operator can add to have it tested. */
export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
  /** One line ready to paste: a setting (`CONFORMANCE_…=…`) or a profile member. */
  readonly supply?: string;
}

/** One exchange as evidence: redacted, bounded, safe to print. */
export interface ExchangeEvidence {
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  /** Why there was no answer. */
  readonly failure?: string;
  readonly milliseconds: number;
  readonly curl: string;
}

/** One violation, as it is shown: what was expected, what came, and how to see it again. */
export interface Finding {
  readonly expected: string;
  readonly got: string;
  /** How many attempts out of how many showed it: `3/3`. */
  readonly reproduced: string;
  readonly exchanges: readonly ExchangeEvidence[];
  /** The exchange at fault as a command line. */
  readonly curl?: string;
  /** Seed and path of the generator, where the case was generated. */
  readonly seed?: number;
  readonly path?: string;
  /** The smallest input that shows it, as JSON. */
  readonly counterexample?: unknown;
}

/**
 * One thing a check saw.
 *
 * - `held`: the premise was reached and the obligation was met.
 * - `violated`: the obligation was broken, and the deviation is confirmed.
 * - `undecided`: the premise was reached, but two readings survive, or a deviation fell short of its confirmation.
 * - `noise`: the network or a limit answered in place of the implementation.
 * - `discarded`: the premise was not reached.
 */
export type Sample =
  | { readonly kind: 'held' }
  | { readonly kind: 'violated'; readonly finding: Finding }
  | { readonly kind: 'undecided'; readonly reason: Reason; readonly exchanges?: readonly ExchangeEvidence[] }
  | { readonly kind: 'noise'; readonly text: string }
  | { readonly kind: 'discarded'; readonly reason: Reason };

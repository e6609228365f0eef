import type { Deviation } from './deviation.ts';

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
  | 'foreign-writes'
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

/**
 * What a reason says of exchanges, or of another clause, as data: its sentence says no more of them, and each claim can
 * be compared with what was sent and answered.
 *
 * @typeParam One - how an exchange is named: in a reason by its number in the run
 */
export type Claim<One = number> =
  | { readonly kind: 'answered'; readonly exchange: One; readonly status: number }
  /** No answer of the implementation came. */
  | { readonly kind: 'lost'; readonly exchange: One }
  /** Two answers are the same in status and body, or they are not. */
  | { readonly kind: 'alike' | 'unlike'; readonly exchanges: readonly [One, One] }
  /** The same request, except what the run has made for it, was answered as is due, and at another time not. */
  | {
      readonly kind: 'not-every-time';
      readonly deviating: readonly One[];
      readonly otherwise: readonly One[];
    }
  /** Another clause did not hold, so that nothing can be said. */
  | { readonly kind: 'waits-for'; readonly clause: string };

/** A reason with one sentence, and, where there is one, the line that the operator can add to have it tested. */
export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
  /** One line ready to paste: a setting (`CONFORMANCE_…=…`) or a profile member. */
  readonly supply?: string;
  /**
   * Where several readings of what was seen survive, each with what it asks for: first the one that speaks against the
   * implementation.
   */
  readonly readings?: readonly string[];
  /** What it says of exchanges and of other clauses, as data; exchanges by their number in the run. */
  readonly claims?: readonly Claim[];
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
  /** Its number in the run: findings with the same one show the same exchange. */
  readonly number?: number;
  /** Who sent it: the name of a setting, never a token. */
  readonly caller?: string;
  /** When it was sent, in milliseconds on the run's clock, which begins anywhere. */
  readonly atMs?: number;
  /** Where the body deviates, as far as that is a place in it. */
  readonly flaw?: Flaw;
}

/** A place in a body. */
export interface Flaw {
  /** JSON Pointer (RFC 6901) of the value that deviates. */
  readonly pointer?: string;
  /** Where a text stops being JSON: an offset in UTF-16 code units. */
  readonly at?: number;
  /** The body around that place. */
  readonly cut?: string;
}

/**
 * What an exchange is for in a finding.
 *
 * - `setup`: makes what the others are about.
 * - `control`: differs from the probe in the one thing that is judged, and is answered as it should be.
 * - `probe`: is held to the clause.
 * - `look`: shows what others have left.
 * - `write`: changes something.
 * - `racer`: one of several that were sent at once.
 */
export type Role = 'setup' | 'control' | 'probe' | 'look' | 'write' | 'racer';

/** One exchange of a finding, as a step of what happened. */
export interface Step extends Flaw {
  readonly role: Role;
  readonly caller: string;
  /** Milliseconds after the first step was sent. */
  readonly atMs: number;
  readonly tookMs: number;
  /** Index into the finding's exchanges. */
  readonly exchange: number;
  /** It is the one at fault. */
  readonly culprit: boolean;
}

/** What a script came to: it saw the deviation, it did not, or it could not tell. */
export type ScriptShowed = 'deviation' | 'nothing' | 'unknown';

/** One violation, as it is shown: what was expected, what came, and how to see it again. */
export interface Finding {
  readonly expected: string;
  readonly got: string;
  /** What deviated, as data; none in reports of earlier versions, nor if no exchange shows it. */
  readonly deviation?: Deviation;
  /** How many attempts out of how many showed it: `3/3`. */
  readonly reproduced: string;
  readonly exchanges: readonly ExchangeEvidence[];
  /** The exchanges in the order of time, each with its role. */
  readonly story?: readonly Step[];
  /** The clause whose finding shows the same exchange, and says it more directly. */
  readonly sameExchangeAs?: string;
  /** The exchange at fault as a command line, where that shows the same by itself. */
  readonly curl?: string;
  /** A shell script that shows it without the suite; its path from the folder of the report. */
  readonly script?: string;
  /** What that script showed when it was run once; absent if it was not run. */
  readonly scriptShowed?: ScriptShowed;
  /** Where the case was generated: the name of the property, and seed and path that draw the smallest case again. */
  readonly property?: string;
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
 * - `undecided`: the premise was reached, but two readings survive, or a deviation missed its confirmation.
 * - `noise`: the network or a limit answered in place of the implementation.
 * - `discarded`: the premise was not reached.
 */
export type Sample =
  | { readonly kind: 'held' }
  | { readonly kind: 'violated'; readonly finding: Finding }
  | {
      readonly kind: 'undecided';
      readonly reason: Reason;
      /** A deviation was seen, and missed its confirmation: it counts whoever saw it. */
      readonly deviated?: boolean;
      readonly exchanges?: readonly ExchangeEvidence[];
    }
  | { readonly kind: 'noise'; readonly text: string }
  | { readonly kind: 'discarded'; readonly reason: Reason };

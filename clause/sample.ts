import type { Deviation } from './deviation.ts';

/** Why a clause could not be decided, or was not tested: a code that tools match on. */
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

/** The claims of a reason about exchanges or another clause, as data. @typeParam One - names an exchange */
export type Claim<One = number> =
  | { readonly kind: 'answered'; readonly exchange: One; readonly status: number }
  /** No answer of the implementation came. */
  | { readonly kind: 'lost'; readonly exchange: One }
  /** Two answers are equal in status and body (`alike`), or they differ (`unlike`). */
  | { readonly kind: 'alike' | 'unlike'; readonly exchanges: readonly [One, One] }
  /** The same request, except for resources of the run, was answered as due at one time and not at another. */
  | {
      readonly kind: 'not-every-time';
      readonly deviating: readonly One[];
      readonly otherwise: readonly One[];
    }
  /** Another clause did not pass, so nothing can be concluded. */
  | { readonly kind: 'waits-for'; readonly clause: string };

/** A reason with one sentence, and the line that the operator can add to have the clause tested, if there is one. */
export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
  /** One line ready to paste: a setting (`CONFORMANCE_…=…`) or a profile member. */
  readonly supply?: string;
  /** The remaining readings of the evidence, each with its remedy: first the reading against the implementation. */
  readonly readings?: readonly string[];
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
  readonly failure?: string;
  readonly milliseconds: number;
  readonly curl: string;
  /** Its number in the run: findings with the same number show the same exchange. */
  readonly number?: number;
  /** The sender: the name of a setting, never a token. */
  readonly caller?: string;
  /** When it was sent, in milliseconds on the run's clock, which begins anywhere. */
  readonly atMs?: number;
  readonly flaw?: Flaw;
}

/** A place in a body. */
export interface Flaw {
  /** JSON Pointer (RFC 6901) of the value that deviates. */
  readonly pointer?: string;
  /** The place at which a text stops being JSON: an offset in UTF-16 code units. */
  readonly at?: number;
  /** The body around that place. */
  readonly cut?: string;
}

/**
 * What an exchange is for in a finding.
 *
 * - `setup`: makes the resources of the other exchanges.
 * - `control`: differs from the probe only in the judged detail, and gets the answer due.
 * - `probe`: its answer is judged.
 * - `look`: shows the effect of other exchanges.
 * - `write`: changes something.
 * - `racer`: one of several updates sent at the same moment.
 */
export type Role = 'setup' | 'control' | 'probe' | 'look' | 'write' | 'racer';

/** One exchange of a finding, as a step of its story. */
export interface Step extends Flaw {
  readonly role: Role;
  readonly caller: string;
  /** Milliseconds after the first step was sent. */
  readonly atMs: number;
  readonly tookMs: number;
  /** Index into the finding's exchanges. */
  readonly exchange: number;
  readonly culprit: boolean;
}

/** The result of a script: it saw the deviation, did not see it, or could not decide. */
export type ScriptShowed = 'deviation' | 'nothing' | 'unknown';

/** One violation, as it is shown: the expected and the actual answer, and how to see it again. */
export interface Finding {
  readonly expected: string;
  readonly got: string;
  /** The deviation as data; absent if no exchange shows it, and in reports of earlier versions. */
  readonly deviation?: Deviation;
  /** How many of the attempts showed the deviation: `3/3`. */
  readonly reproduced: string;
  readonly exchanges: readonly ExchangeEvidence[];
  /** The exchanges in the order of time, each with its role. */
  readonly story?: readonly Step[];
  /** The clause whose finding shows the same exchange more directly. */
  readonly sameExchangeAs?: string;
  /** The exchange at fault as a command line, if that line alone shows the deviation. */
  readonly curl?: string;
  /** A shell script that shows the deviation without the suite; its path from the folder of the report. */
  readonly script?: string;
  /** The result of a single run of that script; absent if it was not run. */
  readonly scriptShowed?: ScriptShowed;
  /** The origin of a generated case: the name of the property, and seed and path of the smallest case. */
  readonly property?: string;
  readonly seed?: number;
  readonly path?: string;
  /** The smallest input that shows the deviation, as JSON. */
  readonly counterexample?: unknown;
}

/**
 * One observation of a check.
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
      /** A deviation was seen but not confirmed: it counts in whichever check it was seen. */
      readonly deviated?: boolean;
      readonly exchanges?: readonly ExchangeEvidence[];
    }
  | { readonly kind: 'noise'; readonly text: string }
  | { readonly kind: 'discarded'; readonly reason: Reason };

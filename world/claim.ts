import type { EndpointName } from '../contract/endpoints.ts';
import type { Deviation } from '../clause/deviation.ts';
import type { ExchangeEvidence } from '../clause/sample.ts';
import type { Exchange } from '../history/exchange.ts';
import type { Grade } from '../schemas/deviation.ts';

/**
 * The ways in which an answer may break an obligation: a closed list. The kind decides what may explain a claim.
 *
 * - `accepted`, `granted`: a success where none is due, for what was asked, or for who asked.
 * - `refused`, `refused otherwise`, `crashed`, `absent`: what came in the place of a success, or of another refusal: any
 *   refusal, one of another status, a server error, or an answer as if nothing were there.
 * - `shows`, `changed`, `unchanged`, `twice`: an effect that should not be, or should; one where there may be one alone.
 * - `disclosed`: content that callers of that kind must not see.
 * - `ill-typed`, `ill-framed`: how an answer is made, its body, its labels and headers, or its framing.
 * - `differs`, `contradicts`: answers that should agree, or a declaration and what came.
 */
export type ClaimKind =
  | 'accepted'
  | 'refused'
  | 'refused otherwise'
  | 'crashed'
  | 'absent'
  | 'shows'
  | 'changed'
  | 'unchanged'
  | 'twice'
  | 'granted'
  | 'disclosed'
  | 'ill-typed'
  | 'ill-framed'
  | 'differs'
  | 'contradicts';

interface FlawOfBody {
  readonly field: string;
  readonly pointer: string;
  readonly grade: Grade;
  /** The answered create gave a value of the documented type at this place, and creates show such values. */
  readonly wasGiven: boolean;
}

type Without<D, K extends PropertyKey> = D extends unknown ? Omit<D, K> : never;

/** The value in place of the required value, for circumstances that may explain it. */
export interface Explicable {
  readonly kind: ClaimKind;
  readonly at?: EndpointName | undefined;
  readonly flaw?: FlawOfBody;
  /** The status, if the answer deviates as a whole and not in a member. */
  readonly status?: number | undefined;
  readonly exchange?: Exchange;
}

/** A possible violation: an answer that differs from the answer due. */
export interface Claim extends Explicable {
  readonly at: EndpointName;
  readonly expected: string;
  readonly got: string;
  readonly deviation: Without<Deviation<Exchange>, 'exchange'>;
  /** The answer as it was shown when it came; or several answers, with how many of them show the deviation. */
  readonly shown:
    | { readonly evidence: ExchangeEvidence }
    | { readonly exchanges: readonly Exchange[]; readonly reproduced: string };
}

import { scopes } from '../contract/endpoints.ts';

/** What a token says of itself if it is a JWT (RFC 7519); unsigned word, good for nothing but a warning. */
export interface TokenClaims {
  /** When it expires, in seconds since 1970. */
  readonly expires?: number | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** A token as the operator supplies it, with the scopes that it is said to hold: `manage_test:demo`. */
export interface SuppliedToken {
  /** How reports name it: the setting's name, or its place in the manifest. */
  readonly label: string;
  readonly token: string;
  readonly scopes: readonly string[];
  readonly expired?: boolean;
  /** Absent for a token that is no JWT. */
  readonly claims?: TokenClaims;
  /** Supplied as the token of the other project; its scopes are for that project alone. */
  readonly otherProject?: boolean;
  /** Supplied as a token that holds none of the scopes that the contract names. */
  readonly noScope?: boolean;
}

/**
 * Who a request comes from.
 *
 * - `supplied`: a token of the operator.
 * - `none`: no Authorization header, or one that names no token.
 * - `random`: an unknown token.
 * - `altered`: a live token, its last third replaced by other characters of its alphabet.
 */
export interface Caller {
  readonly label: string;
  readonly kind: 'supplied' | 'none' | 'random' | 'altered';
  readonly token?: string;
  /** Full scopes: `view_test:demo`. */
  readonly scopes: ReadonlySet<string>;
  readonly supplied?: SuppliedToken;
}

/** What tokens that the implementation cannot know are called, and their answers kept under. */
export const unknownToken = 'unknown token';

/** A further token none of whose scopes is one that the contract names, for the project; asked by clauses of their own. */
export function isMinted(caller: Caller, projectKey: string): boolean {
  const { supplied } = caller;
  if (supplied === undefined || supplied.noScope === true || supplied.otherProject === true) return false;
  const exact = scopes.map((name) => `${name}:${projectKey}`);
  return caller.scopes.size > 0 && !exact.some((scope) => caller.scopes.has(scope));
}

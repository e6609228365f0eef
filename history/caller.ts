import { scopes } from '../contract/endpoints.ts';

/** The claims in a token if it is a JWT (RFC 7519); unverified, good only for a warning. */
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
  /** Supplied as the token of the other project; its scopes are only for that project. */
  readonly otherProject?: boolean;
  /** Supplied as a token without any of the scopes that the contract names. */
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

/** The common label for tokens that the implementation cannot know, and for their answers. */
export const unknownToken = 'unknown token';

/** A further token for the project without any scope that the contract names; used by clauses of their own. */
export function isMinted(caller: Caller, projectKey: string): boolean {
  const { supplied } = caller;
  if (supplied === undefined || supplied.noScope === true || supplied.otherProject === true) return false;
  const exact = scopes.map((name) => `${name}:${projectKey}`);
  return caller.scopes.size > 0 && !exact.some((scope) => caller.scopes.has(scope));
}

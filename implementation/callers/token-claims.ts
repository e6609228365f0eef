import type { SuppliedToken } from '../../run/options.ts';

/** What a token says of itself where it is a JWT (RFC 7519); unsigned word, good for nothing but a warning. */
export interface TokenClaims {
  /** When it expires, in seconds since 1970. */
  readonly expires: number | undefined;
  readonly scopes: readonly string[] | undefined;
}

/** The claims of a JWT; undefined for any other token. Throws nothing. */
export function claimsOf(token: string): TokenClaims | undefined {
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0)
    return undefined;
  const header = jsonObject(head);
  const claims = jsonObject(body);
  if (claims === undefined || typeof header?.['alg'] !== 'string') return undefined;
  const expires = claims['exp'];
  return {
    expires: typeof expires === 'number' && Number.isFinite(expires) ? expires : undefined,
    scopes: scopesIn(claims['scope'] ?? claims['scopes'] ?? claims['scp']),
  };
}

function jsonObject(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function scopesIn(claim: unknown): readonly string[] | undefined {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((scope) => scope !== '');
  if (Array.isArray(claim) && claim.every((scope): scope is string => typeof scope === 'string'))
    return claim;
  return undefined;
}

/** When a token says that it has expired, in ISO 8601; undefined where it has not, or does not say. */
export function expiredAt(token: string, now: Date): string | undefined {
  const expires = claimsOf(token)?.expires;
  if (expires === undefined || expires * 1_000 > now.getTime()) return undefined;
  const at = new Date(expires * 1_000);
  return Number.isNaN(at.getTime()) ? 'a date long ago' : at.toISOString();
}

/**
 * The scopes for the project that a token claims, where they are others than its setting says. Scopes of another form
 * than `<scope>:<project>` say nothing.
 */
export function contradictingScopes(
  supplied: SuppliedToken,
  projectKey: string,
): readonly string[] | undefined {
  const claimed = claimsOf(supplied.token)?.scopes;
  if (claimed === undefined) return undefined;
  const isOfProject = (scope: string): boolean => scope.endsWith(`:${projectKey}`);
  const ofProject = claimed.filter(isOfProject);
  const said = supplied.scopes.filter(isOfProject);
  // A token may carry its scopes in another form, or only some that are of this one.
  if (ofProject.length === 0 && !claimed.some((scope) => contractForm.test(scope))) return undefined;
  const isSame = said.length === ofProject.length && said.every((scope) => ofProject.includes(scope));
  return isSame ? undefined : ofProject;
}

const contractForm = /^(?:manage_test|view_test|manage_products|view_products|view_published_products):/;

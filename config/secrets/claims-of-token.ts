import type { TokenClaims } from '../../history/caller.ts';
import { isObject, plainJson } from '../../wire/json/plain-json.ts';

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
  const value = plainJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isObject(value) ? value : undefined;
}

function scopesIn(claim: unknown): readonly string[] | undefined {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((scope) => scope !== '');
  if (Array.isArray(claim) && claim.every((scope): scope is string => typeof scope === 'string'))
    return claim;
  return undefined;
}

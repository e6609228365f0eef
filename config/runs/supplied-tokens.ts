import type { SuppliedToken, TokenClaims } from '../../history/caller.ts';
import { defined } from '../../clause/defined.ts';
import { variable } from '../settings/table.ts';
import { tokenSetting, type ManifestToken, type NamedToken, readTokens } from '../settings/tokens.ts';
import type { RenewTokens } from '../../run/engine.ts';
import type { Secret } from '../../wire/redaction.ts';
import type { TokenSources } from '../settings/settings.ts';
import { gatherSettings } from '../settings/sources.ts';
import { printedTokensAgain } from '../settings/tokens-command.ts';
import { settingReader } from '../settings/values.ts';
import { isObject, plainJson } from '../../wire/json/plain-json.ts';

/** The tokens under the names of their settings. A manifest may also supply a token for a special purpose. */
export function suppliedTokens(target: {
  readonly projectKey: string;
  readonly otherProjectKey?: string;
  readonly tokens: readonly NamedToken[];
  readonly manifestTokens: readonly ManifestToken[];
  readonly commandTokens?: readonly ManifestToken[];
}): readonly SuppliedToken[] {
  const { projectKey, otherProjectKey, tokens, manifestTokens, commandTokens = [] } = target;
  const all = [
    ...tokens.map(({ name, token }): SuppliedToken => {
      const label = variable(tokenSetting(name));
      if (name === 'no_scope') return { label, token, scopes: [], noScope: true };
      if (name !== 'other_project') return { label, token, scopes: [`${name}:${projectKey}`] };
      const scopes = otherProjectKey === undefined ? [] : [`manage_test:${otherProjectKey}`];
      return { label, token, scopes, otherProject: true };
    }),
    ...entries('CONFORMANCE_TOKENS', manifestTokens),
    ...entries('CONFORMANCE_TOKENS_COMMAND', commandTokens),
  ];
  const purposed = withPurpose(
    withPurpose(all, 'noScope', ({ scopes }) => scopes.length === 0),
    'otherProject',
    (one) => isOnlyFor(otherProjectKey, one),
  );
  // The claims are read here, because no check sees a token.
  return purposed.map((one) => ({ ...one, ...defined({ claims: claimsOf(one.token) }) }));
}

/** Marks the first fitting token for a purpose, unless a setting of its own supplies the token for that purpose. */
function withPurpose(
  tokens: readonly SuppliedToken[],
  purpose: 'noScope' | 'otherProject',
  fits: (token: SuppliedToken) => boolean,
): readonly SuppliedToken[] {
  if (tokens.some((one) => one[purpose] === true)) return tokens;
  const first = tokens.find((one) => one.expired !== true && fits(one));
  return tokens.map((one) => (one === first ? { ...one, [purpose]: true } : one));
}

function isOnlyFor(projectKey: string | undefined, { scopes }: SuppliedToken): boolean {
  if (projectKey === undefined) return false;
  return (
    scopes.includes(`manage_test:${projectKey}`) && scopes.every((one) => one.endsWith(`:${projectKey}`))
  );
}

function entries(setting: string, tokens: readonly ManifestToken[]): readonly SuppliedToken[] {
  return tokens.map(({ token, scopes, expired }, index) => ({
    label: `${setting} entry ${index + 1}`,
    token,
    scopes,
    expired,
  }));
}

/** Reads the sources of tokens again, and hides each new token first. An unreadable source renews nothing. */
export function tokenRenewal(sources: TokenSources, hide: (secret: Secret) => void): RenewTokens {
  return async (current) => {
    try {
      const reader = settingReader(gatherSettings(sources.input));
      const command = reader.text('TOKENS_COMMAND');
      const printed = command === undefined ? undefined : await printedTokensAgain(command, sources.input);
      const fresh = suppliedTokens({ ...sources, ...readTokens(reader, () => printed ?? '[]') });
      const renewed = renewedTokens(current, fresh);
      for (const [label, secret] of renewed) hide({ label, secret });
      return renewed;
    } catch {
      // The file is half-written or has a mistake: the token stays unchanged, and the report says so.
      return new Map();
    }
  };
}

/** The new value of each renewed token: found by its name, or else by its scopes. */
export function renewedTokens(
  current: readonly SuppliedToken[],
  fresh: readonly SuppliedToken[],
): ReadonlyMap<string, string> {
  const known = new Set(current.map(({ token }) => token));
  const unknown = fresh.filter(({ token, expired }) => !known.has(token) && expired !== true);
  return new Map(
    current.flatMap((one): (readonly [string, string])[] => {
      if (one.expired === true) return [];
      const renewed =
        unknown.find(({ label, scopes }) => label === one.label && sameScopes(scopes, one.scopes)) ??
        unknown.find(({ scopes }) => sameScopes(scopes, one.scopes));
      return renewed === undefined ? [] : [[one.label, renewed.token]];
    }),
  );
}

function sameScopes(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((scope) => other.has(scope));
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
  const value = plainJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isObject(value) ? value : undefined;
}

function scopesIn(claim: unknown): readonly string[] | undefined {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((scope) => scope !== '');
  if (Array.isArray(claim) && claim.every((scope): scope is string => typeof scope === 'string'))
    return claim;
  return undefined;
}

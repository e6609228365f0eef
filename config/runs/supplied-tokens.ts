import type { SuppliedToken } from '../../history/caller.ts';
import { defined } from '../../clause/defined.ts';
import { claimsOf } from '../secrets/claims-of-token.ts';
import { variable } from '../settings/table.ts';
import { tokenSetting, type ManifestToken, type NamedToken } from '../settings/tokens.ts';

/**
 * The tokens by the names under which reports speak of them: the settings that they come from. A manifest can also
 * supply the token without scopes and the token of the other project.
 */
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
  const purposed = withPurpose(withPurpose(all, 'noScope', isOfNoScope), 'otherProject', (one) =>
    isOnlyFor(otherProjectKey, one),
  );
  // Read here, since no check knows a token.
  return purposed.map((one) => ({ ...one, ...defined({ claims: claimsOf(one.token) }) }));
}

/** The tokens, the first fitting one marked for a purpose, unless a setting of its own supplies a token for it. */
function withPurpose(
  tokens: readonly SuppliedToken[],
  purpose: 'noScope' | 'otherProject',
  fits: (token: SuppliedToken) => boolean,
): readonly SuppliedToken[] {
  if (tokens.some((one) => one[purpose] === true)) return tokens;
  const first = tokens.find((one) => one.expired !== true && fits(one));
  return tokens.map((one) => (one === first ? { ...one, [purpose]: true } : one));
}

function isOfNoScope({ scopes }: SuppliedToken): boolean {
  return scopes.length === 0;
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

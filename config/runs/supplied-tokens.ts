import type { SuppliedToken } from '../../history/caller.ts';
import { defined } from '../../clause/defined.ts';
import { claimsOf } from '../secrets/claims-of-token.ts';
import { variable } from '../settings/table.ts';
import { tokenSetting, type ManifestToken, type NamedToken } from '../settings/tokens.ts';

/** The tokens by the names under which reports speak of them: the settings that they come from. */
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
  // Read here, since no check knows a token.
  return all.map((one) => ({ ...one, ...defined({ claims: claimsOf(one.token) }) }));
}

function entries(setting: string, tokens: readonly ManifestToken[]): readonly SuppliedToken[] {
  return tokens.map(({ token, scopes, expired }, index) => ({
    label: `${setting} entry ${index + 1}`,
    token,
    scopes,
    expired,
  }));
}

import { defaultTokens, tokenOf } from '../../reference/tokens.ts';
import type { Profile } from '../../clause/profile.ts';
import type { TokenName } from '../settings/tokens.ts';

export const tokenBySetting: Readonly<Record<TokenName, string>> = {
  manage_test: tokenOf.manageTest,
  view_test: tokenOf.viewTest,
  manage_products: tokenOf.manageProducts,
  view_products: tokenOf.viewProducts,
  view_published_products: tokenOf.viewPublishedProducts,
  no_scope: tokenOf.noScope,
  other_project: tokenOf.otherProject,
};

const profile: Profile = {
  resource: { idSource: 'body:/id', keySource: 'body:/key' },
  update: { observable: '/someProperty' },
  search: { method: 'POST' },
  image: { method: 'POST' },
};

/** The keys and tokens with which a fresh embedded reference comes. */
export function embeddedTarget() {
  const tokens = Object.entries(tokenBySetting).map(([name, token]) => ({ name: name as TokenName, token }));
  const manifestTokens = [...defaultTokens()]
    .filter(([token]) => !Object.values(tokenBySetting).includes(token))
    .map(([token, { scopes, expired }]) => ({ token, scopes, expired }));
  return { projectKey: 'demo', otherProjectKey: 'other', tokens, manifestTokens, profile };
}

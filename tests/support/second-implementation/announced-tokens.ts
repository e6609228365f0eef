import type { SuppliedToken } from '../../../history/caller.ts';
import type { Announcement } from './started-server.ts';

/** The tokens that the second implementation announces, with what they are for, as an operator would supply them. */
export function announcedTokens({
  tokens,
  projectKey,
  otherProjectKey,
}: Pick<Announcement, 'tokens' | 'projectKey' | 'otherProjectKey'>): readonly SuppliedToken[] {
  return Object.entries(tokens).map(([name, token]) => {
    const label = `CONFORMANCE_TOKEN_${name.toUpperCase()}`;
    if (name === 'no_scope') return { label, token, scopes: [], noScope: true };
    if (name === 'other_project')
      return { label, token, scopes: [`manage_test:${otherProjectKey}`], otherProject: true };
    return { label, token, scopes: [`${name}:${projectKey}`] };
  });
}

import { endpoints, scopes } from '../../contract/endpoints.ts';
import { createGrowingRedaction } from '../../wire/redaction.ts';
import type { RunBrief } from '../runs/run-brief.ts';

/** Hides the secrets of a run, and secrets added later, but no text that every report contains anyway. */
export function redactionOf({
  secrets,
  options,
}: Pick<RunBrief, 'secrets' | 'options'>): ReturnType<typeof createGrowingRedaction> {
  return createGrowingRedaction(secrets, [
    options.baseUrl,
    options.projectKey,
    options.otherProjectKey ?? '',
    options.userAgent,
    ...scopes,
    ...options.tokens.flatMap((token) => token.scopes),
    ...Object.values(endpoints).map(({ path }) => path),
    ...secrets.map(({ label }) => label),
  ]);
}

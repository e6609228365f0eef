import { embeddedTarget } from '../config/runs/embedded-target.ts';

/** The settings with which the suite runs against a mock as against any vendor's server. */
export function settingsFor(url: string): Readonly<Record<string, string>> {
  const { projectKey, otherProjectKey, tokens } = embeddedTarget();
  return {
    CONFORMANCE_BASE_URL: url,
    CONFORMANCE_PROJECT_KEY: projectKey,
    ...Object.fromEntries(
      tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
    ),
    CONFORMANCE_OTHER_PROJECT_KEY: otherProjectKey,
    CONFORMANCE_CONSENT: 'all',
  };
}

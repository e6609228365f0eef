import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { SuppliedToken } from '../../history/caller.ts';

/** Reports about mistakes of the operator: the setting, the observation, and the remedy. */

/** The statement of a setting about its token, for people. */
export function saidToHold({ scopes, noScope, otherProject }: SuppliedToken): string {
  if (noScope === true) return 'none of the five scopes';
  if (otherProject === true) return 'scopes of another project alone';
  return scopes.length === 0 ? 'no scope' : scopes.join(' and ');
}

/** A bad certificate, or an alert, came by TLS; otherwise nothing shows that the target speaks TLS. */
export function noHandshake(baseUrl: string, detail: string): string {
  const advice = [
    'If the target does not speak TLS, write http:// in CONFORMANCE_BASE_URL',
    'If a private authority has signed its certificate, name that in CONFORMANCE_CA_FILE',
  ];
  const speaksTls = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALERT/.test(detail);
  return `the TLS handshake with ${baseUrl} fails: ${detail}. ${(speaksTls ? advice.toReversed() : advice).join('. ')}`;
}

export function deadToken(label: string, status: number | undefined): string {
  return (
    `${label} is dead: it is answered like an unknown token everywhere` +
    `${status === undefined ? '' : ` (${status})`}, and other tokens are not. Renew it; what depends on it is not judged. ` +
    'If the server refuses tokens without a scope like unknown ones, declare it: "refusal": {"insufficientScope": [<status>]}'
  );
}

export function absentWriter(projectKey: string): string {
  return (
    `CONFORMANCE_TOKEN_MANAGE_TEST is not set, and no other token holds manage_test:${projectKey}: declarations ` +
    'of the profile about writes are not judged. Set it to a token with that scope'
  );
}

export function expiredToken(label: string, since: string, now: Date): string {
  return (
    `${label} is a JWT that expired at ${since} (now ${now.toISOString()}): it was not used. ` +
    'Renew it; what depends on it is not judged'
  );
}

export function wrongClaims(supplied: SuppliedToken, projectKey: string, claimed: readonly string[]): string {
  const claims = claimed.length === 0 ? `no scope of ${projectKey}` : claimed.join(' and ');
  return (
    `${supplied.label} is a JWT that claims ${claims}. Expected a token with ${saidToHold(supplied)}: put it into ` +
    'the setting for its scope, or into CONFORMANCE_TOKENS with its scopes'
  );
}

export function swappedTokens(
  refused: SuppliedToken,
  granted: SuppliedToken,
  at: readonly EndpointName[],
): string {
  return (
    `${refused.label} and ${granted.label} look swapped: the first is refused and the second is granted access at ` +
    `${sectionsOf(at)}; it must be the other way round. Swap the two; neither was used to judge`
  );
}

export function lacksItsScope(
  label: string,
  scope: string,
  denied: readonly (readonly [EndpointName, number])[],
): string {
  const seen = denied.map(([name, status]) => `${status} at ${endpoint(name).section}`).join(', ');
  return (
    `${label} is granted nowhere with ${scope} (${seen}): either the token does not hold that scope (then supply one that ` +
    'does), or the implementation refuses the scope everywhere. This is not judged'
  );
}

export function notInItsProject(label: string, otherKey: string, got: string): string {
  return (
    `${label} is not granted access at project ${otherKey} (${got}), so its refusals here decide nothing. Correct ` +
    'CONFORMANCE_OTHER_PROJECT_KEY, or supply a token with manage_test for that project; if both are right, the implementation refuses it'
  );
}

export function ofThisProject(
  label: string,
  { here, other, got }: { readonly here: string; readonly other: string; readonly got: string },
): string {
  return (
    `${label} is granted access at project ${here} and not at project ${other} (${got}), so it looks like a token of ${here}: ` +
    `it was not used to judge. Supply one with manage_test for ${other} alone, or correct CONFORMANCE_OTHER_PROJECT_KEY`
  );
}

function sectionsOf(names: readonly EndpointName[]): string {
  return names.map((name) => endpoint(name).section).join(', ');
}

import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { SuppliedToken } from '../../run/options.ts';

/** What the report says of mistakes of the operator: the setting, what was seen, and how to mend it. */

/** What a setting says of its token, for people. */
export function saidToHold({ scopes, noScope, otherProject }: SuppliedToken): string {
  if (noScope === true) return 'none of the five scopes';
  if (otherProject === true) return 'scopes of another project alone';
  return scopes.length === 0 ? 'no scope' : scopes.join(' and ');
}

export function deadToken(label: string, status: number | undefined): string {
  return (
    `${label} is dead: wherever it was asked it is answered as an unknown token is` +
    `${status === undefined ? '' : ` (${status})`}, and other tokens are not. Renew it; what it would have shown is not judged. ` +
    'If tokens without a scope are refused like unknown ones, declare it: "refusal": {"insufficientScope": [<status>]}'
  );
}

export function absentWriter(projectKey: string): string {
  return (
    `CONFORMANCE_TOKEN_MANAGE_TEST is not set, and no other token holds manage_test:${projectKey}: what the profile declares ` +
    'of writes is not judged. Set it to a token with that scope'
  );
}

export function expiredToken(label: string, since: string, now: Date): string {
  return (
    `${label} is a JWT that expired at ${since} (now ${now.toISOString()}): it was not used. ` +
    'Renew it; what it would have shown is not judged'
  );
}

export function wrongClaims(supplied: SuppliedToken, projectKey: string, claimed: readonly string[]): string {
  const claims = claimed.length === 0 ? `no scope of ${projectKey}` : claimed.join(' and ');
  return (
    `${supplied.label} is a JWT that claims ${claims}. Expected a token with ${saidToHold(supplied)}: give it under ` +
    'the setting that says what it holds, or in CONFORMANCE_TOKENS with its scopes'
  );
}

export function swappedTokens(
  refused: SuppliedToken,
  letIn: SuppliedToken,
  at: readonly EndpointName[],
): string {
  return (
    `${refused.label} and ${letIn.label} look swapped: the first is refused and the second is let in at ` +
    `${sectionsOf(at)}, where it must be the other way round. Exchange the two; nothing was judged by either`
  );
}

export function lacksItsScope(
  label: string,
  scope: string,
  turnedAway: readonly (readonly [EndpointName, number])[],
): string {
  const seen = turnedAway.map(([name, status]) => `${status} at ${endpoint(name).section}`).join(', ');
  return (
    `${label} is let in nowhere with ${scope} (${seen}): either the token does not hold that scope, then give one that ` +
    'does, or the implementation refuses the scope everywhere. Neither is judged'
  );
}

export function notInItsProject(label: string, otherKey: string, got: string): string {
  return (
    `${label} is not let in at project ${otherKey} (${got}), so that its refusals here show nothing. Correct ` +
    'CONFORMANCE_OTHER_PROJECT_KEY, or give a token with manage_test for that project; if both are right, the implementation refuses it'
  );
}

export function ofThisProject(
  label: string,
  { here, other, got }: { readonly here: string; readonly other: string; readonly got: string },
): string {
  return (
    `${label} is let in at project ${here} and not at project ${other} (${got}), so that it looks like a token of ${here}: ` +
    `nothing was judged by it. Give one with manage_test for ${other} alone, or correct CONFORMANCE_OTHER_PROJECT_KEY`
  );
}

function sectionsOf(names: readonly EndpointName[]): string {
  return names.map((name) => endpoint(name).section).join(', ');
}

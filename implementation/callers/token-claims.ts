import type { SuppliedToken, TokenClaims } from '../../history/caller.ts';

/** When a token says that it has expired, in ISO 8601; undefined if it has not, or does not say. */
export function expiredAt(claims: TokenClaims | undefined, now: Date): string | undefined {
  const expires = claims?.expires;
  if (expires === undefined || expires * 1_000 > now.getTime()) return undefined;
  const at = new Date(expires * 1_000);
  return Number.isNaN(at.getTime()) ? 'a date long ago' : at.toISOString();
}

/** The scopes for the project that a token claims in the form `<scope>:<project>`, if its setting differs. */
export function contradictingScopes(
  supplied: SuppliedToken,
  projectKey: string,
): readonly string[] | undefined {
  const claimed = supplied.claims?.scopes;
  if (claimed === undefined) return undefined;
  const isOfProject = (scope: string): boolean => scope.endsWith(`:${projectKey}`);
  const ofProject = claimed.filter(isOfProject);
  const said = supplied.scopes.filter(isOfProject);
  // A token may carry its scopes in another form, or only some in this form.
  if (ofProject.length === 0 && !claimed.some((scope) => contractForm.test(scope))) return undefined;
  const isSame = said.length === ofProject.length && said.every((scope) => ofProject.includes(scope));
  return isSame ? undefined : ofProject;
}

const contractForm = /^(?:manage_test|view_test|manage_products|view_products|view_published_products):/;

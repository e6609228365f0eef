import fc from 'fast-check';
import type { Caller } from '../../run/caller.ts';

/** Two callers of which the second holds every scope of the first and more; undefined where there are none. */
export function growingScopes(
  callers: readonly Caller[],
): fc.Arbitrary<readonly [fewer: Caller, more: Caller]> | undefined {
  const pairs = callers.flatMap((fewer) =>
    callers
      .filter(
        (more) =>
          more.scopes.size > fewer.scopes.size && [...fewer.scopes].every((one) => more.scopes.has(one)),
      )
      .map((more) => [fewer, more] as const),
  );
  return pairs.length === 0 ? undefined : fc.constantFrom(...pairs);
}

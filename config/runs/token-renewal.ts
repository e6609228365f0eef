import type { RenewTokens } from '../../run/engine.ts';
import type { SuppliedToken } from '../../history/caller.ts';
import type { Secret } from '../../wire/redaction.ts';
import type { TokenSources } from '../settings/settings.ts';
import { gatherSettings } from '../settings/sources.ts';
import { printedTokensAgain } from '../settings/tokens-command.ts';
import { readTokens } from '../settings/tokens.ts';
import { settingReader } from '../settings/values.ts';
import { suppliedTokens } from './supplied-tokens.ts';

/**
 * Reads the sources of tokens again: the environment file, the manifest, the command. An unreadable source renews
 * nothing.
 *
 * @param hide - reported of each new token before it is sent
 */
export function tokenRenewal(sources: TokenSources, hide: (secret: Secret) => void): RenewTokens {
  return async (current) => {
    try {
      const reader = settingReader(gatherSettings(sources.input));
      const command = reader.text('TOKENS_COMMAND');
      const printed = command === undefined ? undefined : await printedTokensAgain(command, sources.input);
      const fresh = suppliedTokens({ ...sources, ...readTokens(reader, () => printed ?? '[]') });
      const renewed = renewedTokens(current, fresh);
      for (const [label, secret] of renewed) hide({ label, secret });
      return renewed;
    } catch {
      // A half-written file, or a mistake: the token stays unchanged, and the report says so.
      return new Map();
    }
  };
}

/** The new value of each renewed token: under its own name, or under another name with the same scopes. */
export function renewedTokens(
  current: readonly SuppliedToken[],
  fresh: readonly SuppliedToken[],
): ReadonlyMap<string, string> {
  const known = new Set(current.map(({ token }) => token));
  const unknown = fresh.filter(({ token, expired }) => !known.has(token) && expired !== true);
  return new Map(
    current.flatMap((one): (readonly [string, string])[] => {
      if (one.expired === true) return [];
      const renewed =
        unknown.find(({ label, scopes }) => label === one.label && sameScopes(scopes, one.scopes)) ??
        unknown.find(({ scopes }) => sameScopes(scopes, one.scopes));
      return renewed === undefined ? [] : [[one.label, renewed.token]];
    }),
  );
}

function sameScopes(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((scope) => other.has(scope));
}

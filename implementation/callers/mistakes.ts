import { scopes, type Scope } from '../../contract/endpoints.ts';
import { namesListing } from '../../contract/traits.ts';
import type { Answers, AnswerSite } from '../../world/callers/answers.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Callers } from '../../run/callers.ts';
import type { RunOptions } from '../../run/options.ts';
import { encodeComponent } from '../../wire/target.ts';
import { exchangedTokens } from './exchanged.ts';
import { absentWriter, deadToken, lacksItsScope, swappedTokens } from './sentences.ts';
import { isDead, isKnown, provesScope, deniedAt } from './token-evidence.ts';

export interface Seen {
  readonly callers: Callers;
  readonly book: Answers;
  readonly options: RunOptions;
  /** The mistakes that discovery has already found. */
  readonly noted: readonly string[];
}

/** Several operations list each of these scopes, so that a refusal everywhere is significant. */
const provable: readonly Scope[] = ['view_test', 'manage_test'];

/** Mistakes of the operator that a run has come upon, a sentence each. */
export function mistakesOf({ callers, book, options, noted }: Seen): readonly string[] {
  const { sites } = book;
  const exchanged = exchangedTokens({ supplied: callers.supplied, sites, projectKey: options.projectKey });
  const swapped = exchanged.flatMap(({ one, other, at }) =>
    one.supplied === undefined || other.supplied === undefined
      ? []
      : [swappedTokens(one.supplied, other.supplied, at)],
  );
  const told = new Set(exchanged.flatMap(({ one, other }) => [one, other]));
  const found = callers.supplied.flatMap((caller) => {
    if (caller.supplied?.expired === true || noted.some((one) => one.startsWith(`${caller.label} `)))
      return [];
    if (told.has(caller)) return [];
    if (looksDead(sites, caller, callers, options)) return [deadToken(caller.label, undefined)];
    const isKnownAtAll = isKnown(sites, caller.label);
    return scopes
      .filter(
        (scope) => provable.includes(scope) || (!isKnownAtAll && isWanted(book, callers, scope, options)),
      )
      .flatMap((scope) => unproven(book, caller, scope, options));
  });
  return [...noted, ...swapped, ...found, ...noWriter(callers, options)];
}

/** A caller with upload scope may be refused because of another missing scope, as long as someone is granted access. */
function isWanted(book: Answers, { supplied }: Callers, scope: Scope, { projectKey }: RunOptions): boolean {
  if (scope !== 'manage_products') return true;
  return !supplied.some(
    (one) => lets('images', one, projectKey) === 'in' && book.wasGranted('images', one.label),
  );
}

/** Declarations about writes cannot be judged if no caller may write. */
function noWriter({ all }: Callers, { profile, projectKey, readOnly }: RunOptions): readonly string[] {
  const isThere = all.some((caller) => caller.scopes.has(`manage_test:${projectKey}`));
  return isThere || readOnly || Object.keys(profile).length === 0 ? [] : [absentWriter(projectKey)];
}

/** Whether the answers to a token show so far that it has expired. */
export function looksDead(
  sites: readonly AnswerSite[],
  caller: Caller,
  callers: Callers,
  { projectKey, otherProjectKey, profile }: RunOptions,
): boolean {
  return isDead(sites, {
    label: caller.label,
    declared: profile.refusal?.insufficientScope ?? [],
    insufficientAt: (name, project) =>
      callers.supplied
        .filter((one) =>
          project === 'elsewhere'
            ? one.supplied?.otherProject !== true
            : lets(name, one, projectKey) === 'out',
        )
        .map(({ label }) => label),
    skips: ({ key }) => otherProjectKey !== undefined && key === encodeComponent(otherProjectKey),
  });
}

/** A token with one scope that was denied at an operation for which it suffices, and granted access nowhere. */
function unproven(
  book: Answers,
  { label, scopes }: Caller,
  scope: Scope,
  { projectKey }: RunOptions,
): readonly string[] {
  const full = `${scope}:${projectKey}`;
  const { sites } = book;
  if (scopes.size !== 1 || !scopes.has(full) || provesScope(sites, label, scope)) return [];
  const listed = namesListing[scope];
  const denied = deniedAt(sites, label, listed);
  const wasGranted = listed.some((name) => book.wasGranted(name, label));
  return denied.length === 0 || wasGranted ? [] : [lacksItsScope(label, full, denied)];
}

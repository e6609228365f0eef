import type { EndpointName } from '../../contract/endpoints.ts';
import { wasGranted, type AnswerSite } from '../../world/callers/answers.ts';
import { unknownToken, type Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';

/** The answers to tokens at the operations of the project, with their owners. */
export interface Answered {
  readonly supplied: readonly Caller[];
  readonly sites: readonly AnswerSite[];
  readonly projectKey: string;
}

/** Two tokens that are under each other's settings. */
export interface Exchanged {
  readonly one: Caller;
  readonly other: Caller;
  /** An operation that must grant access to one token, but granted it to the other. */
  readonly at: readonly EndpointName[];
}

/** Tokens of one scope, each granted access only at operations that the other should open, which no wrong rule explains. */
export function exchangedTokens(answered: Answered): readonly Exchanged[] {
  const single = answered.supplied.filter(
    ({ scopes, supplied }) =>
      scopes.size === 1 && supplied?.expired !== true && supplied?.otherProject !== true,
  );
  return single.flatMap((one, from) =>
    single.slice(from + 1).flatMap((other) => {
      const at = takenFor(answered, one, other);
      return at.length > 0 && takenFor(answered, other, one).length > 0 ? [{ one, other, at }] : [];
    }),
  );
}

/** Whether a token seems to be under the setting of another token. */
export function isExchanged(answered: Answered, caller: Caller): boolean {
  return exchangedTokens(answered).some(({ one, other }) => one === caller || other === caller);
}

/** An operation that granted access to the token that it must refuse, and never to the token that it must admit. */
function takenFor({ sites, projectKey }: Answered, one: Caller, other: Caller): readonly EndpointName[] {
  const here = sites.filter(({ project }) => project === 'here');
  const owed = here.filter(
    (place) => lets(place.endpoint, one, projectKey) === 'in' && place.byCaller.has(one.label),
  );
  if (owed.some(({ byCaller }) => wasGranted(byCaller.get(one.label)))) return [];
  return owed
    .filter(
      ({ endpoint: name, byCaller }) =>
        lets(name, other, projectKey) === 'out' &&
        wasGranted(byCaller.get(other.label)) &&
        !wasGranted(byCaller.get(unknownToken)),
    )
    .map((place) => place.endpoint);
}

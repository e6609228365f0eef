import type { EndpointName } from '../../contract/endpoints.ts';
import { wasGranted, type AnswerSite } from '../../world/callers/answers.ts';
import { unknownToken, type Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';

/** What tokens were answered at the operations of the project, and whose they are. */
export interface Answered {
  readonly supplied: readonly Caller[];
  readonly sites: readonly AnswerSite[];
  readonly projectKey: string;
}

/** Two tokens that are under each other's settings. */
export interface Exchanged {
  readonly one: Caller;
  readonly other: Caller;
  /** Where the one has to be granted access, and the other was. */
  readonly at: readonly EndpointName[];
}

/**
 * Tokens of one scope each, of which each is refused wherever it has to be granted access, and let in where the other
 * one has to be: at two operations at least, which no comparison of scopes gone wrong at one of them explains.
 */
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

/** Whether a token seems to be under another one's setting. */
export function isExchanged(answered: Answered, caller: Caller): boolean {
  return exchangedTokens(answered).some(({ one, other }) => one === caller || other === caller);
}

/**
 * Where the other one was granted access, who has to be refused, in place of the one, who never was where it has to be.
 */
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

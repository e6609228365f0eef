import { exchangeKey, rowsOf, type ProbeCase, type ProbeRow } from '../../clause/causes/probe.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { isMinted, type Caller } from '../../history/caller.ts';
import { Exchange } from '../../history/exchange.ts';
import { lets } from '../callers/lets.ts';
import { documentedIn } from '../documented.ts';
import type { World } from '../world.ts';

/** Who requested which operation, and whether access was granted: compared with the scopes that the contract lists. */
export function accessRows({ history, answers, passing }: World): readonly ProbeRow[] {
  const { projectKey } = history.given;
  const cases = history.entries.flatMap((entry): readonly ProbeCase[] => {
    if (!(entry instanceof Exchange) || passing.isDisturbance(entry)) return [];
    const name = documentedIn(entry) ?? (entry.isWordless ? entry.endpoint : undefined);
    if (name === undefined || entry.is('noise') || entry.mayNotExist) return [];
    const may = isMinted(entry.caller, projectKey) ? 'out' : lets(name, entry.caller, projectKey);
    const came = entry.succeeded
      ? 'accepted'
      : answers.isOfStrangers(entry.status ?? 0)
        ? 'refused'
        : undefined;
    if (endpoint(name).scopes === undefined || may === 'unknown' || came === undefined) return [];
    return [
      {
        features: featuresOf(name, entry, projectKey),
        due: may === 'in' ? 'accepted' : 'refused',
        came,
        key: exchangeKey(entry.number, entry.outcome.sentAt),
      },
    ];
  });
  return rowsOf('access', cases);
}

function featuresOf(
  name: EndpointName,
  { request, caller }: Exchange,
  projectKey: string,
): ProbeCase['features'] {
  const { section, changes } = endpoint(name);
  return {
    caller: kindOf(caller, projectKey),
    token: namedToken(caller),
    operation: section,
    access: changes === 'nothing' ? 'reads' : 'writes',
    presents: caller.kind === 'none' ? 'no token' : 'a token',
    query: request.target.includes('?') ? 'with parameters' : 'without parameters',
  };
}

/** The label of a token, with its scopes if there are several: a place in a manifest explains nothing. */
function namedToken({ label, scopes, supplied }: Caller): string {
  const isPlain = supplied === undefined || scopes.size < 2 || supplied.otherProject === true;
  return isPlain ? label : `${label} (${[...scopes].join(' ')})`;
}

function kindOf(caller: Caller, projectKey: string): string {
  const { supplied, kind } = caller;
  if (kind === 'none') return 'requests without a token';
  if (kind === 'altered') return 'tokens that only begin like a known one';
  if (supplied === undefined) return 'unknown tokens';
  if (supplied.noScope === true) return 'tokens without any scope';
  if (supplied.otherProject === true) return 'tokens of another project';
  return isMinted(caller, projectKey)
    ? 'tokens of scopes that only resemble those listed'
    : 'tokens of other scopes';
}

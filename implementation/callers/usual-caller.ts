import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { notTested } from '../../clause/thrown.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Callers } from '../../run/callers.ts';
import type { Answers } from '../../world/callers/answers.ts';
import type { Facts, Learnt } from '../learnt.ts';
import { noManageToken } from '../reasons.ts';
import { noTokenFor } from './no-token.ts';

/** @throws Inconclusive if no token can read */
export function readerOf({ reader }: Facts): Caller {
  if (reader !== undefined) return reader;
  throw notTested({
    code: 'no-token',
    text: 'no token that may read was supplied',
    supply: 'CONFORMANCE_TOKEN_VIEW_TEST=<token>',
  });
}

/** @throws Inconclusive if no token holds manage_test */
export function writerOf({ writer }: Facts): Caller {
  if (writer !== undefined) return writer;
  throw notTested(noManageToken);
}

/** The caller that is likeliest to be granted access at an endpoint. Throws `Inconclusive` if none was supplied. */
export function usualCaller(
  name: EndpointName,
  {
    facts,
    callers,
    projectKey,
  }: { readonly facts: Facts; readonly callers: Callers; readonly projectKey: string },
): Caller {
  const { scopes } = endpoint(name);
  if (name === 'update') return facts.updater;
  if (scopes === undefined) return facts.writer ?? readerOf(facts);
  if ((scopes as readonly string[]).includes('view_test')) return readerOf(facts);
  if ((scopes as readonly string[]).includes('manage_test')) return writerOf(facts);
  const found = callers.supplied.find((caller) => lets(name, caller, projectKey) === 'in');
  if (found !== undefined) return found;
  throw notTested(noTokenFor(name, { callers, projectKey }));
}

interface StandIns {
  readonly callers: Pick<Callers, 'supplied'>;
  readonly answers: Pick<Answers, 'wasGranted'>;
  readonly projectKey: string;
}

/** Another holder of a listed scope replaces the withdrawn token: only clauses about this token are lost. */
export function standInFor(over: Caller, learnt: Learnt, { callers, answers, projectKey }: StandIns): void {
  const living = callers.supplied
    .filter((one) => one !== over && answers.wasGranted('query', one.label))
    .toSorted((a, b) => a.scopes.size - b.scopes.size);
  const holder = (name: EndpointName): Caller | undefined => {
    const holders = living.filter((one) => lets(name, one, projectKey) === 'in');
    return holders.find(({ label }) => answers.wasGranted(name, label)) ?? holders[0];
  };
  const writer = holder('create');
  if (learnt.reader === over) learnt.reader = writer ?? holder('readById') ?? over;
  // The contract shows no scope of updates: a caller whose updates were accepted, or who writes elsewhere.
  if (learnt.updater === over)
    learnt.updater = living.find(({ label }) => answers.wasGranted('update', label)) ?? writer ?? over;
  if (learnt.writer === over) learnt.writer = writer ?? over;
}

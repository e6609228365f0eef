import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Callers } from '../../run/callers.ts';
import type { Answers } from '../../world/callers/answers.ts';
import type { Learnt } from '../learnt.ts';

export interface StandIns {
  readonly callers: Pick<Callers, 'supplied'>;
  readonly answers: Pick<Answers, 'wasGranted'>;
  readonly projectKey: string;
}

/** Another holder of a listed scope takes its place, so that only clauses about the very token are lost. */
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
  // The contract shows no scope of updates: a caller who was seen to make some, or who writes otherwise.
  if (learnt.updater === over)
    learnt.updater = living.find(({ label }) => answers.wasGranted('update', label)) ?? writer ?? over;
  if (learnt.writer === over) learnt.writer = writer ?? over;
}

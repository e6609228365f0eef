import type { State } from '../reference/policy.ts';
import { runDue } from '../reference/state.ts';

/**
 * Looks at a state after all deferred writes, and leaves the state unchanged: a deferred write must outlast the mock
 * that accepted it.
 */
export function settled<T>(state: State, look: () => T): T {
  if (state.jobs.length === 0) return look();
  const jobs = [...state.jobs];
  const histories = [...state.projects.values()].flatMap(({ resources }) =>
    [...resources.values()].map(({ history }) => ({ history, length: history.length })),
  );
  try {
    runDue(state, Infinity);
    return look();
  } finally {
    for (const { history, length } of histories) history.length = length;
    state.jobs.splice(0, Infinity, ...jobs);
  }
}

import type { Reference } from '../../../reference/create.ts';

/**
 * The same implementation behind two copies that take turns: every other read, query and check shows the state of so
 * long ago. What writes is always carried out at once.
 *
 * @param lagsFirst - whether the first read meets the copy that lags
 */
export function withLaggingCopy({ state, handle }: Reference, lagMs: number, lagsFirst: boolean): Reference {
  let turns = lagsFirst ? 1 : 0;
  return {
    state,
    handle: (now, request, at) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return handle(now, request, at);
      turns += 1;
      if (turns % 2 === 1) return handle(now, request, at);
      const policy = { ...now.policy, readLagMs: lagMs, queryLagMs: lagMs };
      return handle({ ...now, policy }, request, at);
    },
  };
}

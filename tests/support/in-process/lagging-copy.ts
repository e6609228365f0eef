import type { Reference } from '../../../reference/create.ts';
import type { Request } from '../../../reference/message.ts';

/** Which reads, queries and checks meet the copy that lags; asked of each request in turn. */
export type Balancer = () => {
  /** A read, a query or a check: whether the copy that lags answers it. */
  readonly lags: (request: Request) => boolean;
  /** How a write was answered. */
  readonly wrote?: (request: Request, status: number) => void;
};

/** The two copies take turns. */
export function inTurn(lagsFirst: boolean): Balancer {
  return () => {
    let turns = lagsFirst ? 1 : 0;
    return { lags: () => (turns += 1) % 2 === 0 };
  };
}

/**
 * The copy that lags answers what comes after an overwrite (4.7, 4.8) that was refused: the next read alone, or all until
 * a write is granted. The other copy answers all else.
 */
export function afterRefusedOverwrites(which: 'the next read' | 'all reads'): Balancer {
  return () => {
    let isRefused = false;
    return {
      wrote: ({ method }, status) => {
        isRefused = (method === 'PATCH' || method === 'PUT') && status >= 400;
      },
      lags: () => {
        const lags = isRefused;
        if (which === 'the next read') isRefused = false;
        return lags;
      },
    };
  };
}

/**
 * The same implementation behind two copies, of which one shows the state of so long ago. What writes is always
 * carried out at once.
 */
export function withLaggingCopy({ state, handle }: Reference, lagMs: number, balancer: Balancer): Reference {
  const { lags, wrote } = balancer();
  return {
    state,
    handle: (now, request, at) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const reply = handle(now, request, at);
        if ('response' in reply) wrote?.(request, reply.response.status);
        return reply;
      }
      if (!lags(request)) return handle(now, request, at);
      const policy = { ...now.policy, readLagMs: lagMs, queryLagMs: lagMs };
      return handle({ ...now, policy }, request, at);
    },
  };
}

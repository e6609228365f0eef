import { seededRandom } from '../../reference/random.ts';
import { member } from '../../reference/json.ts';
import { headerOf, type Response } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { oneOf, type Choice } from '../fault.ts';
import { match, operationOf } from '../../reference/routes.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { bare, bearerOf, hangingUp, jsonOf, serving, succeeded } from '../rewrite.ts';
import { living } from '../siblings.ts';

const lags = [200, 1_000, 2_000, 4_500];
const queryLags = [500, 2_000, 10_000];

/** Sometimes sends an answer that violates nothing. */
function sometimes(share: number, status: number, retryAfterSeconds: number): HandleWrap {
  return (next) => {
    const random = seededRandom(17);
    return (state, request, now) => {
      if (random() >= share) return next(state, request, now);
      return { response: { ...bare(status), headers: [['Retry-After', String(retryAfterSeconds)]] } };
    };
  };
}

/** Serves this many requests per second, and answers every further request 429. */
function throttling(most: number): HandleWrap {
  return (next) => {
    let times: number[] = [];
    return (state, request, now) => {
      times = times.filter((time) => now - time < 1_000);
      if (times.length >= most) return { response: { ...bare(429), headers: [['Retry-After', '1']] } };
      times.push(now);
      return next(state, request, now);
    };
  };
}

/** Drops connections sometimes, before or after the request was served. */
function dropping(share: number, isServed: boolean): HandleWrap {
  return (next) => {
    const random = seededRandom(23);
    return (state, request, now) => {
      if (random() >= share) return next(state, request, now);
      const reply = isServed ? next(state, request, now) : undefined;
      const dropped = { response: hangingUp(bare(502)) };
      return reply && !('response' in reply) ? reply : dropped;
    };
  };
}

/** Delays each answer. */
function delaying(delay: (random: () => number) => number): HandleWrap {
  return (next) => {
    const random = seededRandom(29);
    return (state, request, now) => {
      const reply = next(state, request, now);
      return 'response' in reply ? { ...reply, afterMs: (reply.afterMs ?? 0) + delay(random) } : reply;
    };
  };
}

/** Redirects every request to its URL with a slash at the end. */
const redirecting: HandleWrap = (next) => (state, request, now) => {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(request.target) ?? [];
  if (path.endsWith('/')) return next(state, { ...request, target: `${path.slice(0, -1)}${query}` }, now);
  const host = headerOf(request, 'host');
  const location = host === undefined ? `${path}/${query}` : `http://${host}${path}/${query}`;
  return { response: { ...bare(307), headers: [['Location', location]] } };
};

/** An update takes a while; meanwhile other updates of its resource are refused. */
export function locking(ms: number, status: number, what: 'its path' | 'all' = 'its path'): HandleWrap {
  return (next) => {
    const locked = new Set<string>();
    return (state, request, now) => {
      if (operationOf(request) !== '4.10') return next(state, request, now);
      const path = what === 'all' ? '' : request.target.replace(/\?.*$/s, '');
      if (locked.has(path)) return { response: bare(status) };
      locked.add(path);
      return {
        waitMs: ms,
        resume(later) {
          locked.delete(path);
          return next(state, request, later);
        },
      };
    };
  };
}

/** Serves this many requests at once, each for some milliseconds; refuses further requests. */
function crowding(most: number, ms: number, away: Response): HandleWrap {
  return (next) => {
    let served = 0;
    return (state, request) => {
      if (served >= most) return { response: away };
      served += 1;
      return {
        waitMs: ms,
        resume(later) {
          served -= 1;
          return next(state, request, later);
        },
      };
    };
  };
}

/** Two replicas answer in turn, of which one shows created resources with this delay. */
function appearing(ms: number): HandleWrap {
  return (next) => {
    const made = new Map<string, { readonly at: number; reads: number }>();
    return (state, request, now) => {
      const operation = operationOf(request);
      const [path = ''] = request.target.split('?', 1);
      const recent = operation === '4.2' ? made.get(path.split('/').at(-1) ?? '') : undefined;
      if (recent !== undefined && now < recent.at + ms) {
        recent.reads += 1;
        if (recent.reads % 2 === 0) return { response: bare(404) };
      }
      const reply = next(state, request, now);
      const id =
        operation === '4.6' && 'response' in reply ? member(jsonOf(reply.response), 'id') : undefined;
      if (typeof id === 'string' && !made.has(id)) made.set(id, { at: now, reads: 0 });
      return reply;
    };
  };
}

/** The index of keys is built at each multiple of so many milliseconds, and lacks every later resource. */
function indexingKeys(ms: number): HandleWrap {
  return serving(['4.3'], (next, { method, target }, state, now) => {
    const found = match(method, target);
    if (found.kind !== 'operation') return next();
    const named = living(state, found.projectKey).findLast(({ key }) => key === found.path['key']);
    const createdAt = named?.history[0]?.at ?? -Infinity;
    return createdAt > now - (now % ms) ? { response: bare(404) } : next();
  });
}

/** For a while, a cache keeps the answers to reads by id under one token. */
function caching(token: string, ms: number): HandleWrap {
  return (next) => {
    const kept = new Map<string, { readonly response: Response; readonly until: number }>();
    return (state, request, now) => {
      if (operationOf(request) !== '4.2' || bearerOf(request) !== token) return next(state, request, now);
      const found = kept.get(request.target);
      if (found !== undefined && now < found.until) return { response: found.response };
      const reply = next(state, request, now);
      if ('response' in reply && succeeded(reply.response))
        kept.set(request.target, { response: reply.response, until: now + ms });
      return reply;
    };
  };
}

/** Under one token, existence checks find a resource only some time after its create. */
function publishing(token: string, ms: number): HandleWrap {
  return (next) => (state, request, now) => {
    const [, projectKey = ''] = request.target.split(/[/?]/);
    const isEarly = living(state, projectKey).every(({ history }) => now - (history[0]?.at ?? now) < ms);
    const isMeant = operationOf(request) === '4.5' && bearerOf(request) === token;
    return isMeant && isEarly ? { response: bare(404) } : next(state, request, now);
  };
}

/** Names of the choices with lagging reads. */
export const lagNames = lags.map((ms) => `reads-lag-${ms}-ms`);
const queryLagNames = queryLags.map((ms) => `queries-lag-${ms}-ms`);

/** Lags, limits, losses and detours that the contract allows. */
export const consistencyChoices: readonly Choice[] = [
  ...lags.map((ms) => ({
    name: `reads-lag-${ms}-ms`,
    summary: `Reads by id and key show the state of ${ms} ms ago.`,
    override: () => ({ readLagMs: ms }),
    excludes: lagNames.filter((name) => name !== `reads-lag-${ms}-ms`),
  })),
  ...queryLags.map((ms) => ({
    name: `queries-lag-${ms}-ms`,
    summary: `Queries and existence checks show the state of ${ms} ms ago.`,
    override: () => ({ queryLagMs: ms }),
    excludes: queryLagNames.filter((name) => name !== `queries-lag-${ms}-ms`),
  })),
  {
    name: 'checks-by-view-test-lag-1000-ms',
    summary:
      'Existence checks of view_test find a resource a second after its create, existence checks of manage_test at once.',
    wrap: publishing(tokenOf.viewTest, 1_000),
  },
  {
    name: 'young-resources-come-and-go',
    summary: 'In the second after a create, every other read of the created resource is answered 404.',
    wrap: appearing(1_000),
  },
  {
    name: 'keys-are-indexed-every-1500-ms',
    summary: 'A read by key is answered 404 for up to 1.5 seconds after the create; reads by id are not.',
    wrap: indexingKeys(1_500),
  },
  {
    name: 'reads-by-view-test-cached-for-4-seconds',
    summary: 'Reads by id of view_test are cached for 4 seconds.',
    wrap: caching(tokenOf.viewTest, 4_000),
  },
  {
    name: 'some-requests-answered-429',
    summary: 'Three requests in a hundred are answered 429 with Retry-After.',
    wrap: sometimes(0.03, 429, 1),
  },
  {
    name: 'some-requests-answered-503',
    summary: 'Three requests in a hundred are answered 503 with Retry-After.',
    wrap: sometimes(0.03, 503, 1),
  },
  {
    name: 'some-requests-answered-502',
    summary: 'One request in a hundred is answered 502.',
    wrap: sometimes(0.01, 502, 0),
  },
  {
    name: 'at-most-200-requests-a-second',
    summary: 'Requests beyond 200 a second are answered 429.',
    wrap: throttling(200),
  },
  {
    name: 'connections-dropped-before-serving',
    summary: 'One connection in a hundred is dropped without an effect.',
    wrap: dropping(0.01, false),
  },
  {
    name: 'connections-dropped-after-serving',
    summary: 'One connection in a hundred is dropped after its request took effect.',
    wrap: dropping(0.01, true),
  },
  ...oneOf(
    {
      name: 'updates-lock-their-resource',
      summary: 'While an update of a resource is in progress, other updates of it are answered 423.',
      wrap: locking(20, 423),
    },
    {
      name: 'updates-lock-their-resource-503',
      summary: 'While an update of a resource is in progress, other updates of it are answered 503.',
      wrap: locking(20, 503),
    },
    {
      name: 'updates-lock-all-resources',
      summary: 'While an update of any resource is in progress, other updates are answered 503.',
      wrap: locking(20, 503, 'all'),
      leaves: 'incomplete',
    },
  ),
  ...oneOf(
    {
      name: 'at-most-8-requests-at-a-time-429',
      summary: 'Requests beyond 8 at a time are answered 429.',
      wrap: crowding(8, 5, bare(429)),
    },
    {
      name: 'at-most-8-requests-at-a-time-503',
      summary: 'Requests beyond 8 at a time are answered 503.',
      wrap: crowding(8, 5, bare(503)),
    },
    {
      name: 'at-most-8-requests-at-a-time-closed',
      summary: 'Connections of requests beyond 8 at a time are closed.',
      wrap: crowding(8, 5, hangingUp(bare(502))),
    },
    {
      name: 'at-most-2-slow-requests-at-a-time',
      summary: 'Each request takes 25 ms; requests beyond 2 at a time are answered 503 with Retry-After.',
      wrap: crowding(2, 25, { ...bare(503), headers: [['Retry-After', '1']] }),
    },
    {
      name: 'at-most-3-requests-at-a-time-429',
      summary: 'Requests beyond 3 at a time are answered 429.',
      wrap: crowding(3, 5, bare(429)),
    },
    {
      name: 'at-most-3-requests-at-a-time-503',
      summary: 'Requests beyond 3 at a time are answered 503.',
      wrap: crowding(3, 5, bare(503)),
    },
  ),
  { name: 'answers-take-20-ms', summary: 'Each answer takes 20 ms.', wrap: delaying(() => 20) },
  {
    name: 'answers-take-up-to-80-ms',
    summary: 'Answers take between 0 and 80 ms.',
    wrap: delaying((random) => random() * 80),
  },
  {
    name: 'redirects-to-a-trailing-slash',
    summary: 'Requests are sent to the URL with a slash at its end by 307.',
    wrap: redirecting,
  },
];

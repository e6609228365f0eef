import { headerOf, type Request, type Response } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { State } from '../../reference/policy.ts';
import { latest } from '../../reference/state.ts';

/** Refuses the requests that a predicate picks. */
export function refusing(picks: (request: Request, state: State) => boolean, status = 400): HandleWrap {
  const response: Response = { status, headers: [], body: new Uint8Array() };
  return (next) => (state, request, now) =>
    picks(request, state) ? { response } : next(state, request, now);
}

/** Takes a request for another one. */
function taking(change: (request: Request, state: State) => Request): HandleWrap {
  return (next) => (state, request, now) => next(state, change(request, state), now);
}

/** Operation and query of a request as far as bugs depend on them. */
export interface Asked {
  readonly method: string;
  /** What follows the collection, decoded. */
  readonly rest: string;
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly body: string;
  readonly token: string;
}

export function asked(request: Request): Asked {
  const { method, target, body } = request;
  const [path = '', search = ''] = target.split('?');
  const query = new URLSearchParams(search);
  return {
    method,
    rest: decodeURIComponent(path.split('/').slice(3).join('/')),
    names: [...new Set(query.keys())],
    query,
    body: new TextDecoder().decode(body),
    token: headerOf(request, 'authorization') ?? '',
  };
}

/** A resource that is there. */
function anyResource(state: State) {
  const all = [...(state.projects.get('demo')?.resources.values() ?? [])];
  return all.map(latest).findLast(({ deleted }) => !deleted);
}

/** The version of the resource that was made last; 0 where there is none. */
export function versionOfNewest(state: State): number {
  return Number(anyResource(state)?.version ?? 0);
}

/** Names of that kind are taken for the name of some resource that is there. */
export function mistaking(method: string, by: 'id' | 'key', isOdd: (name: string) => boolean): HandleWrap {
  const prefix = by === 'key' ? 'key=' : '';
  return taking((request, state) => {
    const { rest } = asked(request);
    const there = anyResource(state);
    const isMeant = request.method === method && rest.startsWith('key=') === (by === 'key');
    return isMeant && isOdd(rest.slice(prefix.length)) && there !== undefined
      ? { ...request, target: `/demo/resource/${prefix}${there[by]}` }
      : request;
  });
}

/** Updates whose body a predicate picks are taken as if they stated the actual version. */
export function unchecked(picks: (body: string) => boolean): HandleWrap {
  return taking((request, state) => {
    const { method, rest, body } = asked(request);
    const resource = state.projects.get('demo')?.resources.get(rest);
    if (method !== 'POST' || resource === undefined || !picks(body)) return request;
    const actual = body.replace(/"version":[^,}]+/, `"version":${latest(resource).version}`);
    return { ...request, body: new TextEncoder().encode(actual) };
  });
}

import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { Outcome, Request } from '../../wire/exchange.ts';
import { header } from '../../wire/media-type.ts';
import { decodeComponent } from '../../wire/target.ts';
import {
  withRequests,
  type Course,
  type Delivery,
  type Dispatch,
  type Layer,
  type Send,
} from './dispatch.ts';

const mostRedirects = 5;

/** The facts that decide to which addresses a token may be sent. */
export interface RedirectBounds {
  readonly baseUrl: string;
  readonly projectKeys: readonly string[];
}

/** The target of the redirect in an answer; undefined without a redirect. */
export function redirection(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'answer' || !says(outcome, 'moved', 'see other')) return undefined;
  return header(outcome.headers, 'location');
}

/**
 * The redirected request, if it stays within the origin and leads to the same path of the resource below any
 * prefix. A read may also lead to another path of the resource below the same prefix, with a project key of
 * the run. A write is redirected with its method, if the server says so (307, 308), and only to its own
 * target. Another id may be another client's resource.
 *
 * @returns `movedTo` is the path before the project key, if the operation has permanently moved to another prefix
 */
export function followed(
  bounds: RedirectBounds,
  request: Request,
  outcome: Outcome,
  location: string,
): { readonly request: Request; readonly movedTo: string | undefined } | undefined {
  const base = new URL(bounds.baseUrl);
  const before = request.fromOrigin === true ? '' : base.pathname.replace(/\/+$/, '');
  const from = `${before}${request.target}`;
  let target: URL;
  try {
    target = new URL(location, `${base.origin}${from}`);
  } catch {
    return undefined;
  }
  if (target.origin !== base.origin) return undefined;
  const [old, next] = [partsOf(pathOf(from), bounds), partsOf(target.pathname, bounds)];
  if (old === undefined || next === undefined) return undefined;
  const isSame = next.tail.length === old.tail.length && next.tail.every((part, at) => part === old.tail[at]);
  if (!isSame && next.prefix !== old.prefix) return undefined;
  const answer = outcome.kind === 'answer' ? outcome : undefined;
  const see = says(answer, 'see other') && request.method !== 'HEAD';
  const isOwn = isSame && next.key === old.key;
  const reads = see || isRead(request);
  if (!reads && !(isOwn && says(answer, 'same method'))) return undefined;
  const isMoved = isOwn && next.prefix !== old.prefix;
  const { body, ...rest } = request;
  return {
    request: {
      ...rest,
      method: see ? 'GET' : request.method,
      target: `${target.pathname}${target.search}`,
      fromOrigin: true,
      ...(body === undefined || see ? {} : { body }),
    },
    movedTo: isMoved && says(answer, 'moved for good') ? next.prefix : undefined,
  };
}

/** The same request below another prefix, if the operations have moved permanently. */
export function movedRequest(movedTo: string | undefined, request: Request): Request {
  if (movedTo === undefined) return request;
  return { ...request, target: `${movedTo}${request.target}`, fromOrigin: true };
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '';
}

/** The part before the project key, the key, and the segments after the key; a final slash makes no difference. */
function partsOf(
  path: string,
  { projectKeys }: RedirectBounds,
): { readonly prefix: string; readonly key: string; readonly tail: readonly string[] } | undefined {
  const segments = path
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .map(decodeComponent);
  const at = segments.findIndex(
    (segment, place) => segments[place + 1] === 'resource' && projectKeys.includes(segment),
  );
  if (at < 1) return undefined;
  return {
    prefix: path.split('/').slice(0, at).join('/'),
    key: segments[at] ?? '',
    tail: segments.slice(at + 1),
  };
}

/** Follows redirects, for one request or for all racers, and remembers permanent moves of operations. */
export function followingRedirects(bounds: RedirectBounds): Layer<Delivery> {
  return (below) => {
    const known: { movedTo: string | undefined } = { movedTo: undefined };
    return async (first) => {
      const there = withRequests(
        first,
        first.parts.map(({ request }) => movedRequest(known.movedTo, request)),
      );
      if (first.way.kind === 'single') return await followOne(below, bounds, known, there);
      return first.way.kind === 'race' ? await followAll(below, bounds, there) : await below(there);
    };
  };
}

async function followOne(
  below: Send<Delivery>,
  bounds: RedirectBounds,
  known: { movedTo: string | undefined },
  first: Dispatch,
): Promise<Delivery> {
  const visited = new Set<string>();
  let dispatch = first;
  let followed303 = false;
  for (let redirects = 0; ; redirects += 1) {
    const came = await below(dispatch);
    const ended = (more: Partial<Course>): Delivery => ({
      ...came,
      course: { ...came.course, redirects, ...more },
    });
    if (came.course.skipped === true) return ended({});
    const [outcome] = came.outcomes;
    const request = dispatch.parts[0]?.request;
    const location = outcome === undefined ? undefined : redirection(outcome);
    if (outcome === undefined || request === undefined || location === undefined)
      return ended(followed303 ? { followed303 } : {});
    const to = followed(bounds, request, outcome, location);
    if (to === undefined) return ended({ redirect: 'elsewhere' });
    const step = `${to.request.method} ${to.request.target}`;
    if (redirects >= mostRedirects || visited.has(step)) return ended({ redirect: 'in-a-loop' });
    visited.add(step);
    followed303 ||= to.request.method !== request.method;
    known.movedTo = to.movedTo ?? known.movedTo;
    dispatch = withRequests(dispatch, [to.request]);
  }
}

async function followAll(below: Send<Delivery>, bounds: RedirectBounds, first: Dispatch): Promise<Delivery> {
  let dispatch = first;
  for (let redirects = 0; ; redirects += 1) {
    const came = await below(dispatch);
    const requests = dispatch.parts.map(({ request }) => request);
    const next = redirects < mostRedirects ? allFollowed(bounds, requests, came.outcomes) : undefined;
    if (next === undefined) return { ...came, course: { ...came.course, redirects } };
    dispatch = withRequests(dispatch, next);
  }
}

/** The targets if all racers are redirected with method and body; otherwise undefined. */
export function allFollowed(
  bounds: RedirectBounds,
  requests: readonly Request[],
  outcomes: readonly Outcome[],
): readonly Request[] | undefined {
  const next = requests.flatMap((request, at) => {
    const outcome = outcomes[at];
    const location = outcome === undefined ? undefined : redirection(outcome);
    if (outcome?.kind !== 'answer' || location === undefined) return [];
    const to = says(outcome, 'same method') ? followed(bounds, request, outcome, location) : undefined;
    return to === undefined ? [] : [to.request];
  });
  return next.length > 0 && next.length === requests.length ? next : undefined;
}

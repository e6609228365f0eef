import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { Outcome, Request } from '../../wire/exchange.ts';
import { decodeComponent } from '../../wire/target.ts';
import {
  withRequests,
  type Course,
  type Delivery,
  type Dispatch,
  type Layer,
  type Send,
} from './dispatch.ts';

/** Redirects that are followed for one request at most. */
const mostRedirects = 5;

/** What decides where a token may travel. */
export interface RedirectBounds {
  readonly baseUrl: string;
  /** The project keys of the run. */
  readonly projectKeys: readonly string[];
}

/** Where an answer sends the caller on to; undefined if it does not. */
export function redirection(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'answer' || !says(outcome, 'moved', 'see other')) return undefined;
  return outcome.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
}

/** A request that a redirect leads to. */
export interface Followed {
  readonly request: Request;
  /** The path before the project key, where the operation is below another prefix than before, permanently. */
  readonly movedTo: string | undefined;
}

/**
 * The request to which a redirect leads, if it stays within the origin and leads to the same path of the resource below
 * any prefix; a read also to another path of the resource below the same one, with a project key of ours. What changes
 * something is sent on with its method, to where the server says so (307, 308), and to nothing but what it was meant for:
 * another id may be somebody else's resource.
 */
export function followed(
  bounds: RedirectBounds,
  request: Request,
  outcome: Outcome,
  location: string,
): Followed | undefined {
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

/** The same request below another prefix, where the operations have moved permanently. */
export function movedRequest(movedTo: string | undefined, request: Request): Request {
  if (movedTo === undefined) return request;
  return { ...request, target: `${movedTo}${request.target}`, fromOrigin: true };
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '';
}

/** What is before the project key, the key, and the segments behind it; a slash at the end makes no difference. */
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

/**
 * Redirects are followed within their bounds: one request wherever it may go, racers where all of them are sent on. What
 * has moved permanently is asked for there from then on, by whatever way.
 */
export function followingRedirects(bounds: RedirectBounds): Layer<Delivery> {
  return (below) => {
    const known: Known = { movedTo: undefined };
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

/** The prefix below which the operations were moved permanently. */
interface Known {
  movedTo: string | undefined;
}

async function followOne(
  below: Send<Delivery>,
  bounds: RedirectBounds,
  known: Known,
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

/** Where all racers are sent on with their method and body; undefined if that does not hold for every one. */
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

import type { Outcome, Request } from '../../wire/exchange.ts';

/** Redirects that are followed for one request at most. */
export const mostRedirects = 5;

/** What decides where a token may travel. */
export interface RedirectBounds {
  readonly baseUrl: string;
  /** The project keys of the run. */
  readonly projectKeys: readonly string[];
}

/** Where an answer sends the caller on to; undefined where it does not. */
export function redirection(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'answer' || ![301, 302, 303, 307, 308].includes(outcome.status)) return undefined;
  return outcome.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
}

/** A request that a redirect leads to. */
export interface Followed {
  readonly request: Request;
  /** The path before the project key, where the operation stands below another prefix than before, for good. */
  readonly movedTo: string | undefined;
}

/**
 * The request to which a redirect leads, if it stays within the origin and leads to the same operation below any prefix,
 * or to another path of the resource below the same one, with a project key of ours.
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
  const isSame = next.tail === old.tail;
  if (!isSame && next.prefix !== old.prefix) return undefined;
  const status = outcome.kind === 'answer' ? outcome.status : 0;
  const see = status === 303 && request.method !== 'HEAD';
  const isMoved = isSame && next.prefix !== old.prefix && next.key === old.key;
  const { body, ...rest } = request;
  return {
    request: {
      ...rest,
      method: see ? 'GET' : request.method,
      target: `${target.pathname}${target.search}`,
      fromOrigin: true,
      ...(body === undefined || see ? {} : { body }),
    },
    movedTo: isMoved && (status === 301 || status === 308) ? next.prefix : undefined,
  };
}

/** The same request below another prefix, where the operations have moved for good. */
export function below(movedTo: string | undefined, request: Request): Request {
  if (movedTo === undefined) return request;
  return { ...request, target: `${movedTo}${request.target}`, fromOrigin: true };
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '';
}

/** What stands before the project key, the key, and what stands behind it; a slash at the end makes no difference. */
function partsOf(
  path: string,
  { projectKeys }: RedirectBounds,
): { readonly prefix: string; readonly key: string; readonly tail: string } | undefined {
  const segments = path
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .map(decoded);
  const at = segments.findIndex(
    (segment, place) => segments[place + 1] === 'resource' && projectKeys.includes(segment),
  );
  if (at < 1) return undefined;
  return {
    prefix: path.split('/').slice(0, at).join('/'),
    key: segments[at] ?? '',
    tail: segments.slice(at + 1).join('/'),
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
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
    const to = [307, 308].includes(outcome.status) ? followed(bounds, request, outcome, location) : undefined;
    return to === undefined ? [] : [to.request];
  });
  return next.length > 0 && next.length === requests.length ? next : undefined;
}

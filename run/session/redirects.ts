import type { Outcome, Request } from '../../wire/exchange.ts';

/** Redirects that are followed for one request at most. */
export const mostRedirects = 5;

/** Where an answer sends the caller on to; undefined where it does not. */
export function redirection(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'answer' || ![301, 302, 303, 307, 308].includes(outcome.status)) return undefined;
  return outcome.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
}

/** The request to which a redirect leads, if it stays within the origin. */
export function followed(
  baseUrl: string,
  request: Request,
  outcome: Outcome,
  location: string,
): Request | undefined {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  let target: URL;
  try {
    target = new URL(location, `${base.origin}${prefix}${request.target}`);
  } catch {
    return undefined;
  }
  if (target.origin !== base.origin) return undefined;
  const path = `${target.pathname}${target.search}`;
  const below = prefix === '' || path.startsWith(`${prefix}/`);
  const see = outcome.kind === 'answer' && outcome.status === 303 && request.method !== 'HEAD';
  const { body, ...rest } = request;
  return {
    ...rest,
    method: see ? 'GET' : request.method,
    target: below ? path.slice(prefix.length) : path,
    ...(below ? {} : { fromOrigin: true }),
    ...(body === undefined || see ? {} : { body }),
  };
}

/** Where all racers are sent on with their method and body; undefined if that does not hold for every one. */
export function allFollowed(
  baseUrl: string,
  requests: readonly Request[],
  outcomes: readonly Outcome[],
): readonly Request[] | undefined {
  const next = requests.flatMap((request, at) => {
    const outcome = outcomes[at];
    const location = outcome === undefined ? undefined : redirection(outcome);
    if (outcome?.kind !== 'answer' || location === undefined) return [];
    const to = [307, 308].includes(outcome.status)
      ? followed(baseUrl, request, outcome, location)
      : undefined;
    return to === undefined ? [] : [to];
  });
  return next.length > 0 && next.length === requests.length ? next : undefined;
}

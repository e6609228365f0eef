import { says } from '../../wire/status.ts';
import { acceptedQueries } from '../../world/operations/accepted-queries.ts';
import { isList, type ListName } from '../../contract/traits.ts';
import { defined } from '../../clause/defined.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import {
  otherwise,
  everyTime,
  report,
  judgeBesideTwin,
  judgeEveryTime,
  confirmations,
  notEveryTime,
  type Confirmed,
  type Words,
} from '../confirm.ts';
import { insist } from '../../implementation/insist.ts';
import { plainPairs, type Pair } from '../../implementation/plain-query.ts';
import { lineThatFinds, lineWithout } from '../../implementation/sample-ask.ts';

/** An authorised, documented request of an operation; for the first attempt an earlier one that was answered may do. */
export type Documented = (on: Stage, attempt: number) => Promise<Exchange>;

/** What is peculiar to a route. */
interface RouteCase {
  /** Any refusal leaves it undecided. */
  readonly needs2xx?: boolean;
  /** The vendor declares that there is nothing behind it. */
  readonly isAbsent?: (on: Stage) => boolean;
  /** What could settle it, where everybody is answered that there is nothing. */
  readonly supply?: string | undefined;
  /** Looks closer there, in the late phase; what it returns reports, and nothing where that has shown no more. */
  readonly looksCloser?: ((on: Stage) => Promise<Closer | undefined>) | undefined;
}

/** Reports what a closer look at what is not there has shown. */
export type Closer = () => void;

/** The documented method exists on the documented path (the endpoint's section). */
export function routeExists(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> & RouteCase = {},
): Statement<Stage> {
  const { needs2xx, isAbsent, supply, looksCloser, ...statement } = more;
  const { method, path } = endpoint(name);
  return {
    statement: `${method ?? 'The declared method'} on ${path} is an operation of the implementation.`,
    sends: `${operation(name)} as documented, by a sufficient caller`,
    violation: `A documented request of a sufficient caller is answered 405 or 501, or redirected in a loop, ${confirmations} times.`,
    rationale:
      '405 and 501 mean that the server does not support the method there; they say nothing about an absent record or an invalid body. 404 to whoever is granted access elsewhere leaves it undecided, whatever strangers are answered: a path that does not exist has the same answer. Any other answer passes.',
    ...statement,
    check: async (on) => {
      // A success seen before says it all, and costs nothing.
      if (on.world.bodies.successes(name).statuses.size > 0) {
        on.held();
        return await judgeStillThere(on, name, request, {
          deviates: (one) => says(one, 'method not supported'),
          words: { expected: `${method ?? 'the method'} to be supported`, deviation: notSupported },
        });
      }
      const confirmed = await everyTime({
        probe: (attempt) => insist(() => request(on, attempt)),
        deviates: (answer) => answer.redirect === 'in-a-loop' || says(answer, 'method not supported'),
      });
      const [other] = otherwise(confirmed);
      if (other !== undefined && saysNothingIsThere(other)) {
        if (isAbsent?.(on) === true)
          return on.discarded(
            'declared-absent',
            `the profile declares that it reaches nothing, and it was answered ${other.label}`,
          );
        return await judgeNothingThere(on, name, request, { supply, looksCloser });
      }
      if (needs2xx === true && other?.succeeded === false)
        on.undecided('premise-failed', `the documented request was answered ${other.label}`, {
          exchanges: [other],
        });
      else reportRoute(on, confirmed, `${method ?? 'the method'} to be supported`);
    },
  };
}

/** As a path that does not exist is answered, by a server or by the gateway before it. */
function saysNothingIsThere(answer: Pick<Exchange, 'status'>): boolean {
  return says(answer, 'not found', 'unknown caller');
}

/**
 * Whether there is nothing at an operation, to the end: asked until enough requests have found nothing, the last time in the
 * late phase, since a write may have made what reads show.
 */
async function judgeNothingThere(
  on: Stage,
  name: EndpointName,
  request: Documented,
  { supply, looksCloser }: RouteCase,
): Promise<void> {
  const { offered } = on.world;
  // Where a closer look is possible, whoever is refused for who he is says nothing of what is looked for.
  const isKnown = (): boolean =>
    offered.witnesses(name).some((status) => looksCloser === undefined || !says({ status }, 'forbidden'));
  for (let attempt = 1; attempt < confirmations - 1 && !isKnown(); attempt += 1) await request(on, attempt);
  if (isKnown()) return on.held();
  await on.until('late');
  const again = await request(on, confirmations - 1);
  const closer =
    looksCloser === undefined || isKnown() ? undefined : await unlessInconclusive(looksCloser(on));
  await on.until('end');
  if (isKnown()) return on.held();
  if (closer !== undefined) {
    closer();
    return;
  }
  on.suspect('Whoever is granted access elsewhere is answered as at a path that does not exist.');
  const settles =
    offered.missing(name) === undefined ? (supply ?? lineThatFinds(name)) : lineWithout(name, offered);
  on.undecided(
    'two-readings',
    `whoever is granted access elsewhere was answered ${again.label} by ${operation(name)}: either the operation is missing, or it found nothing; a request that finds something, as a sample in the profile, decides`,
    {
      exchanges: [again],
      ...defined({ supply: settles }),
    },
  );
}

/** Reports whether an operation exists: it does where any answer says something else, and so does not all the time. */
export function reportRoute(on: Stage, confirmed: Confirmed, expected: string): void {
  if (otherwise(confirmed).length > 0) on.held();
  else report(on, confirmed, { expected, deviation: notSupported });
}

const notSupported = 'the documented request was refused as not supported';

/** What was answered 2xx before may be refused for good since: the documented request is asked again, where one was. */
async function judgeStillThere(
  on: Stage,
  name: EndpointName,
  request: Documented,
  { deviates, words }: { readonly deviates: (answer: Exchange) => boolean; readonly words: Words },
): Promise<void> {
  // What may change any resource is asked for in its phase alone.
  const isDangerous = on.phase === 'overwrites';
  await on.until('late');
  const last = on.world.passing.unsupported(name);
  if (last === undefined || !deviates(last)) return;
  if (isDangerous) return notEveryTime(on, words.deviation, [last]);
  await judgeEveryTime(on, {
    seen: last,
    probe: (attempt) => insist(() => request(on, attempt + 1)),
    deviates,
    words,
  });
}

/** `application/json` is accepted as the type of the request's body. */
export function acceptsJson(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: 'The server does not refuse a body labelled application/json for its media type.',
    sends: `${operation(name)} with a body labelled application/json`,
    violation: `A JSON body labelled application/json is answered 415, ${confirmations} times.`,
    rationale:
      'It is the one media type that the contract names for this request, and 415 refers to the media type alone.',
    ...more,
    check: async (on) => {
      const words = {
        expected: 'application/json to be accepted',
        deviation: 'a body labelled application/json was answered 415',
      };
      if (on.world.bodies.successes(name).statuses.size > 0) {
        on.held();
        return await judgeStillThere(on, name, request, {
          deviates: (one) => says(one, 'media type not supported'),
          words,
        });
      }
      await judgeEveryTime(on, {
        probe: (attempt) => insist(() => request(on, attempt)),
        deviates: (one) => says(one, 'media type not supported'),
        words,
      });
    },
  };
}

/**
 * The request without any query string is not refused as a bad request: its parameters are optional. Of what lists
 * resources a server error without any counts as well, where the request with one is answered 2xx.
 */
export function bareRequestAccepted(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  const orCrashes = isList(name)
    ? ', or 500 or 501 while the same request with one documented parameter is answered 2xx before and after'
    : '';
  return {
    statement:
      'All query parameters are optional: the server does not refuse the request without any as a bad request.',
    sends: `${operation(name)} without a query string`,
    violation: `The authorised request without a query string is answered 400 or 422${orCrashes}, ${confirmations} times.`,
    rationale: `Only these two codes refer to the content of the request, and it contains only what is required.${isList(name) ? ' A server error beside a parameter that is taken says that the parameter is needed.' : ''}`,
    ...more,
    check: async (on) => {
      const isAccepted = await judgeBare(on, name, request);
      if (isAccepted && isList(name)) await judgeBareLate(on, name, request);
    },
  };
}

/** Whether it is accepted. */
async function judgeBare(on: Stage, name: EndpointName, request: Documented): Promise<boolean> {
  const confirmed = await everyTime({
    probe: (attempt) => insist(() => request(on, attempt)),
    deviates: (one) => says(one, 'invalid'),
  });
  const [other] = otherwise(confirmed);
  const twin = isList(name) && other?.is('fault') === true ? await acceptedTwin(on, name) : undefined;
  if (twin !== undefined) await judgeBesideParameter(on, request, { seen: other, twin });
  else if (other?.succeeded === false)
    on.undecided('premise-failed', `the bare request was answered ${other.label}`, { exchanges: [other] });
  else report(on, confirmed, withoutParameters);
  return other?.succeeded === true;
}

/** It may be taken only until something was asked for, or written: then others still are. */
async function judgeBareLate(on: Stage, name: ListName, request: Documented): Promise<void> {
  await on.until('late');
  const seen = await unlessInconclusive(request(on, 1));
  if (seen === undefined || !says(seen, 'invalid', 'fault')) return;
  const twin = await acceptedTwin(on, name);
  if (twin !== undefined) await judgeBesideParameter(on, request, { seen, twin });
}

async function judgeBesideParameter(
  on: Stage,
  request: Documented,
  { seen, twin }: { readonly seen: Exchange | undefined; readonly twin: () => Promise<Exchange> },
): Promise<void> {
  await judgeBesideTwin(on, {
    seen,
    twin,
    probe: (attempt) => insist(() => request(on, attempt + 1)),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: withoutParameters,
  });
}

const withoutParameters = {
  expected: 'the request without optional parameters to be accepted',
  deviation: 'the request without optional parameters was refused',
};

/** The request with one documented parameter, or with a query that was accepted before, whichever is accepted first. */
async function acceptedTwin(on: Stage, name: ListName): Promise<(() => Promise<Exchange>) | undefined> {
  const before = acceptedQueries(on.world.history, name, on.reader.label);
  const queries: readonly (readonly Pair[])[] = [
    ...plainPairs(endpoint(name).parameters).map((pair) => [pair]),
    ...before.map((query) => [...new URLSearchParams(query)]),
  ];
  for (const query of queries) {
    const ask = (): Promise<Exchange> => on.ask(name, { query });
    if ((await ask()).succeeded) return ask;
  }
  return undefined;
}

import { says } from '../../wire/status.ts';
import { acceptedQueries } from '../../world/operations/accepted-queries.ts';
import { isList, type ListName } from '../../contract/traits.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { otherwise, report, judgeWithControl, confirmations } from '../confirm.ts';
import { insist } from '../../implementation/insist.ts';
import { plainPairs, type Pair } from '../../implementation/plain-query.ts';
import { confirmAsked, type Documented } from './refused-for-good.ts';

/** A request without its optional parameters is not refused; for lists, the omission also causes no server error. */
export function bareRequestAccepted(name: EndpointName, request: Documented): Statement<Stage> {
  const orCrashes = isList(name)
    ? ', or 500 or 501 while the same request with one documented parameter is answered 2xx before and after'
    : '';
  return {
    statement:
      'All query parameters are optional: the server does not reject a request without parameters as a bad request.',
    sends: `${operation(name)} without a query string`,
    violation: `The authorised request without a query string is answered 400 or 422${orCrashes}, ${confirmations} times.`,
    rationale: `Only these two codes refer to the content of the request, and it contains only what is required.${isList(name) ? ' A server error beside an accepted parameter shows that the parameter is required.' : ''}`,
    check: async (on) => {
      const isAccepted = await judgeBare(on, name, request);
      if (isAccepted && isList(name)) await judgeBareLate(on, name, request);
    },
  };
}

async function judgeBare(on: Stage, name: EndpointName, request: Documented): Promise<boolean> {
  const confirmed = await confirmAsked(on, request, (one) => says(one, 'invalid'));
  const [other] = otherwise(confirmed);
  const control = isList(name) && other?.is('fault') === true ? await acceptedControl(on, name) : undefined;
  if (control !== undefined) await judgeBesideParameter(on, request, { seen: other, control });
  else if (other?.succeeded === false)
    on.undecided('premise-failed', `the bare request was answered ${other.label}`, { exchanges: [other] });
  else report(on, confirmed, withoutParameters);
  return other?.succeeded === true;
}

/** A server may accept the bare request only until some other request, although it still accepts others. */
async function judgeBareLate(on: Stage, name: ListName, request: Documented): Promise<void> {
  await on.until('late');
  const seen = await unlessInconclusive(request(on, 1));
  if (seen === undefined || !says(seen, 'invalid', 'fault')) return;
  const control = await acceptedControl(on, name);
  if (control !== undefined) await judgeBesideParameter(on, request, { seen, control });
}

async function judgeBesideParameter(
  on: Stage,
  request: Documented,
  { seen, control }: { readonly seen: Exchange | undefined; readonly control: () => Promise<Exchange> },
): Promise<void> {
  await judgeWithControl(on, {
    seen,
    control,
    probe: (attempt) => insist(() => request(on, attempt + 1)),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: withoutParameters,
  });
}

const withoutParameters = {
  expected: 'the request without optional parameters to be accepted',
  deviation: 'the request without optional parameters was refused',
};

/** The request with one documented parameter, or with an earlier accepted query, whichever is accepted first. */
async function acceptedControl(on: Stage, name: ListName): Promise<(() => Promise<Exchange>) | undefined> {
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

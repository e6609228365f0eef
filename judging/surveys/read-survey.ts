import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Ask } from '../../run/ask.ts';
import { requiredHeaders, locales } from '../../implementation/namespace-asks.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** A documented read, and how it is asked for. */
export interface SurveyedRead {
  readonly endpoint: (typeof surveyedNames)[number];
  readonly ask: Ask;
}

/** The endpoints of the surveyed reads. */
export const surveyedNames = [
  'query',
  'readById',
  'search',
  'sorted',
  'namespaceRead',
  'cart',
  'cartWithHeaders',
] as const satisfies readonly EndpointName[];

/** Documented reads of the run's scope that need nothing but a token, and 4.2 where a resource was made. */
const surveyedReads = oncePerRun(async (on: Stage): Promise<readonly SurveyedRead[]> => {
  const id = await createdId(on);
  const all: readonly SurveyedRead[] = [
    { endpoint: 'query', ask: {} },
    ...(id === undefined ? [] : [{ endpoint: 'readById', ask: { path: { id } } } as const]),
    { endpoint: 'search', ask: {} },
    { endpoint: 'sorted', ask: {} },
    { endpoint: 'namespaceRead', ask: {} },
    { endpoint: 'cart', ask: {} },
    { endpoint: 'cartWithHeaders', ask: { headers: requiredHeaders(on, locales[0]) } },
  ];
  return all.filter((read) => !on.options.without.has(endpoint(read.endpoint).section));
});

/** Asks each of them once a run. */
export const surveyReads = oncePerRun(
  async (on: Stage): Promise<readonly { readonly read: SurveyedRead; readonly exchange: Exchange }[]> =>
    Promise.all(
      (await surveyedReads(on)).map(async (read) => ({
        read,
        exchange: await on.ask(read.endpoint, { ...read.ask, whenSilent: 'go-on' }),
      })),
    ),
);

/** The id of a resource made for this, though perhaps no read has ever succeeded. */
async function createdId(on: Stage): Promise<string | undefined> {
  const fixture = on.profile.resource?.fixture?.id;
  if (fixture !== undefined) return fixture;
  if (on.options.readOnly || on.facts.noResource !== undefined) return undefined;
  const own = (await unlessInconclusive(on.create()))?.own;
  if (own !== undefined) on.keep(own);
  return own?.id;
}

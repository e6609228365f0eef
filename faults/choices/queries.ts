import { empty } from '../../reference/call.ts';
import { isArray, isObject, JsonNumber, member, number, type Json } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { liveSnapshots } from '../../reference/state.ts';
import { oneOf, type Choice } from '../fault.ts';
import { bare, content, parameters, refusing, showing, succeeding } from '../rewrite.ts';

const searches: readonly Operation[] = ['4.4', '4.12'];

const collection = [
  'stringParameter',
  'floatParameter',
  'integerParameter',
  'withMarkdownDescription',
  'objectParameter',
  'arrayOfString',
  'arrayOfStringWithDescription',
];
const documented: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  '4.1': [...collection, 'unionParameter'],
  '4.2': ['optionalQueryParameter', 'secondOptionalQueryParameter'],
  '4.4': ['fuzzy', 'fuzzyLevel', 'staged', 'filter', 'filter.facets', 'filter.query', 'facet'],
  '4.5': collection,
  '4.12': ['where', 'sort', 'limit', 'offset', 'withTotal', 'expand'],
};

function hasUnknownName(request: Request): boolean {
  const operation = operationOf(request);
  const known = operation && documented[operation];
  if (!known) return false;
  const names = [...new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1] ?? '').keys()];
  const isPattern = (name: string): boolean =>
    operation === '4.4'
      ? /^text\.[a-z]{2}(-[A-Z]{2})?$/.test(name)
      : operation === '4.12' && /^var[.][a-zA-Z0-9]+$/.test(name);
  return names.some((name) => !known.includes(name) && !isPattern(name));
}

/** Passes over ill-typed parameters instead of refusing them. */
const lenient: HandleWrap = (next) => (state, request, now) => {
  const reply = next(state, request, now);
  const operation = operationOf(request);
  const isRefused = 'response' in reply && reply.response.status === 400;
  const isQuery = operation !== undefined && ['4.1', '4.4', '4.5', '4.12'].includes(operation);
  return isRefused && isQuery
    ? next(state, { ...request, target: request.target.replace(/\?.*$/s, '') }, now)
    : reply;
};

/** Parameters that also select, each with the array that it searches. */
const selected = {
  integerParameter: 'arrayOfIntExample',
  floatParameter: 'arrayOfFloatExample',
  arrayOfString: 'arrayOfStringExample',
} as const;

/** A query for content that no list shows finds as little as a query for an unknown text. */
const selecting: HandleWrap = (next) => (state, request, now) => {
  const project = state.projects.get(request.target.split('/')[1] ?? '');
  const wanted = Object.entries(selected).flatMap(([name, array]) =>
    parameters(request, name).map((value) => [array, value] as const),
  );
  const isListed = (all: Json | undefined, value: string): boolean =>
    isArray(all) &&
    all.some((one) => one === value || (one instanceof JsonNumber && Number(one.text) === Number(value)));
  const found = (project ? liveSnapshots(project, now, 0) : []).some(({ objectTypeProperty }) =>
    wanted.every(([array, value]) => isListed(member(objectTypeProperty, array), value)),
  );
  const isQuery = ['4.1', '4.5'].includes(operationOf(request) ?? '');
  const target = request.target.replace(/\?.*$/s, '?stringParameter=listed%20nowhere');
  return next(state, isQuery && wanted.length > 0 && !found ? { ...request, target } : request, now);
};

const noMatch = (status: number): Choice => ({
  name: `head-answers-${status}-without-a-match`,
  summary: `An existence check without a match is answered ${status}.`,
  override: () => ({ headNoMatchStatus: status }),
});

/** Ways to answer and to limit queries, searches and existence checks (4.1, 4.4, 4.5, 4.12). */
export const queryChoices: readonly Choice[] = [
  ...oneOf(...[200, 204, 400, 412].map(noMatch)),
  ...oneOf(
    ...[404, 412].map((status): Choice => ({
      name: `checks-with-lists-answered-${status}`,
      summary: `An existence check with a list of strings is answered ${status}, since nothing matches it.`,
      wrap: refusing(['4.5'], status, (request) => parameters(request, 'arrayOfString').length > 0),
    })),
  ),
  {
    name: 'parameters-select-by-content',
    summary:
      'Parameters of the collection select resources that list their values; without any it answers 404.',
    wrap: selecting,
    profile: { head: { noMatch: { status: 404 } } },
  },
  {
    name: 'collection-shows-results-as-well',
    summary: 'The collection shows the resources beside the documented members.',
    override: (base) => ({
      collectionPage(call, seen, fields) {
        const page = base.collectionPage(call, seen, fields);
        const results = seen
          .slice(0, 20)
          .map((snapshot) => base.represented.call(call.state.policy, snapshot, call));
        return isObject(page) ? { ...page, results } : page;
      },
    }),
    excludes: ['id-only-in-location'],
  },
  {
    name: 'collection-is-a-page-of-resources',
    summary: 'The collection is a page of resources, without a documented member, and the profile says so.',
    profile: { query: { shape: 'paged' } },
    override: (base) => ({
      collectionPage(call, seen) {
        const results = seen
          .slice(0, 20)
          .map((snapshot) => base.represented.call(call.state.policy, snapshot, call));
        return { count: number(results.length), results };
      },
    }),
    excludes: ['id-only-in-location'],
  },
  ...oneOf(
    {
      name: 'empty-collection-answers-204',
      summary: 'A collection without matches is answered 204.',
      wrap: succeeding(['4.1'], (response) => (isEmptyPage(response.body) ? empty(204) : response)),
    },
    {
      name: 'empty-collection-is-an-empty-object',
      summary: 'A collection without matches is an empty object.',
      wrap: succeeding(['4.1'], (response) =>
        isEmptyPage(response.body) ? { ...response, ...content('{}', 'application/json') } : response,
      ),
    },
  ),
  {
    name: 'collection-shows-integers-only',
    summary: 'The collection shows only the first array of integers.',
    wrap: showing(['4.1'], (body) => withoutMembers(body, (name) => name !== 'arrayOfIntExample')),
  },
  {
    name: 'collection-shows-no-items',
    summary: 'The collection leaves out arrayOfObjectType.',
    wrap: showing(['4.1'], (body) => withoutMembers(body, (name) => name === 'arrayOfObjectType')),
    excludes: ['collection-shows-integers-only'],
  },
  {
    name: 'collection-shows-only-filled-members',
    summary: 'The collection leaves out empty arrays.',
    override: (base) => ({
      collectionPage: (call, seen, fields) =>
        base.collectionPage(
          call,
          seen,
          Object.fromEntries(
            Object.entries(fields).filter(([, value]) => !Array.isArray(value) || value.length > 0),
          ),
        ),
    }),
  },
  ...oneOf(
    {
      name: 'searches-answer-arrays',
      summary: 'The search and the sorted query answer arrays.',
      wrap: showing(searches, (body) => member(body, 'results') ?? member(body, 'hits') ?? []),
    },
    {
      name: 'searches-answer-a-count',
      summary: 'The search and the sorted query are answered with a number.',
      wrap: showing(searches, (body) => member(body, 'count') ?? number(0)),
    },
    {
      name: 'searches-answer-204',
      summary: 'The search and the sorted query are answered 204.',
      wrap: succeeding(searches, () => bare(204)),
    },
    {
      name: 'searches-answer-lines',
      summary: 'The search and the sorted query answer one JSON text per line.',
      wrap: succeeding(searches, () => ({
        ...bare(200),
        ...content('{"id":"a"}\n{"id":"b"}\n', 'application/x-ndjson'),
      })),
    },
  ),
  {
    name: 'predicates-refused',
    summary: 'where, sort and expand are answered 400.',
    wrap: refusing(['4.12'], 400, (request) =>
      ['where', 'sort', 'expand'].some((name) => parameters(request, name).length > 0),
    ),
  },
  {
    name: 'pages-of-ten-at-least',
    summary: 'A limit below ten is answered 400 by the sorted query.',
    wrap: refusing(['4.12'], 400, (request) =>
      parameters(request, 'limit').some((limit) => Number(limit) < 10),
    ),
  },
  {
    name: 'union-parameter-refused',
    summary: 'unionParameter and objectParameter are answered 400.',
    wrap: refusing(['4.1', '4.5'], 400, (request) =>
      ['unionParameter', 'objectParameter'].some((name) => parameters(request, name).length > 0),
    ),
  },
  ...oneOf(
    {
      name: 'unknown-parameters-refused',
      summary: 'Parameters that are not documented are answered 400.',
      wrap: refusing(['4.1', '4.2', '4.4', '4.5', '4.12'], 400, hasUnknownName),
    },
    {
      name: 'unknown-parameters-answered-422',
      summary: 'Parameters that are not documented are answered 422.',
      wrap: refusing(['4.1', '4.2', '4.4', '4.5', '4.12'], 422, hasUnknownName),
    },
    { name: 'ill-typed-parameters-ignored', summary: 'Ill-typed parameters are ignored.', wrap: lenient },
  ),
  {
    name: 'search-has-to-be-paid-for',
    summary: 'The search is answered 402, for lack of payment.',
    wrap: refusing(['4.4'], 402),
    leaves: 'incomplete',
  },
  {
    name: 'equal-predicates-refused',
    summary: 'The same where or expand twice is answered 400.',
    wrap: refusing(['4.12'], 400, (request) =>
      ['where', 'expand'].some((name) => {
        const values = parameters(request, name);
        return new Set(values).size < values.length;
      }),
    ),
  },
  {
    name: 'limit-and-offset-not-together',
    summary: 'limit together with offset is answered 400, with any values.',
    wrap: refusing(['4.12'], 400, (request) =>
      ['limit', 'offset'].every((name) => parameters(request, name).length > 0),
    ),
  },
  {
    name: 'long-names-of-variables-refused',
    summary: 'More than eight characters after var. are answered 400.',
    wrap: refusing(['4.12'], 400, ({ target }) =>
      [...new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '').keys()].some((name) =>
        /^var\..{9,}/.test(name),
      ),
    ),
  },
  {
    name: 'texts-in-queries-refused',
    summary: 'One parameter of each operation is answered 400, with any text.',
    wrap: refusing(['4.1', '4.2', '4.4', '4.9', '4.13'], 400, (request) =>
      ['stringParameter', 'optionalQueryParameter', 'text.en', 'queryParameterTwo'].some(
        (name) => parameters(request, name).length > 0,
      ),
    ),
  },
  {
    name: 'small-numbers-in-queries-refused',
    summary: 'One parameter of each operation is answered 422 for numbers below ten.',
    wrap: refusing(['4.1', '4.2', '4.4', '4.9', '4.13'], 422, (request) =>
      ['integerParameter', 'secondOptionalQueryParameter', 'fuzzyLevel', 'queryParameterOne'].some((name) =>
        parameters(request, name).some((value) => !(Number(value) >= 10)),
      ),
    ),
  },
  {
    name: 'fractions-of-float-parameters-refused',
    summary: 'Float parameters beyond a bound or with a fraction are answered 400.',
    wrap: refusing(['4.1', '4.5', '4.12'], 400, (request) =>
      ['floatParameter', 'withMarkdownDescription', 'limit', 'offset'].some((name) =>
        parameters(request, name).some((text) => !Number.isInteger(Number(text)) || Number(text) > 10_000),
      ),
    ),
  },
];

/** The page without some documented members. */
function withoutMembers(body: Json, isLeftOut: (name: string) => boolean): Json {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !name.startsWith('arrayOf') || !isLeftOut(name)),
  );
}

function isEmptyPage(body: Uint8Array): boolean {
  return /"total":0\b/.test(new TextDecoder().decode(body));
}

import { isArray, isObject, member, number, type Json, type JsonObject } from '../../reference/json.ts';
import type { Operation } from '../../reference/routes.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import { oneOf, type Choice } from '../fault.ts';
import {
  bare,
  bearerOf,
  content,
  jsonOf,
  parameters,
  refusing,
  serving,
  showing,
  succeeded,
  withJson,
} from '../rewrite.ts';

const searches: readonly Operation[] = ['4.4', '4.12'];

/** The members of a list without results. */
const trimmings: JsonObject = {
  apiVersion: number(3),
  type: 'page',
  success: true,
  links: [{ rel: 'self' }],
  facets: [{ name: 'color', terms: [] }],
};

/** Refused callers see a list without results, with the usual members. */
const filteredWithTrimmings: HandleWrap = (next) => {
  const filtered: HandleWrap = serving(searches, (onward) => {
    const reply = onward();
    if (!('response' in reply) || reply.response.status !== 403) return reply;
    const page = '{"limit":20,"offset":0,"count":0,"total":0,"results":[]}';
    return { response: { ...bare(200), ...content(page, 'application/json') } };
  });
  const trimmed = showing(searches, (body) => (isObject(body) ? { ...body, ...trimmings } : body));
  return trimmed(filtered(next));
};

/** The query shows no content, and the sorted query shows twenty resources at a time. */
export const pagesOfTwenty: HandleWrap = (next) =>
  refusing(['4.12'], 400, (request) => parameters(request, 'limit').some((text) => Number(text) > 20))(
    showing(['4.1'], (body) =>
      isObject(body)
        ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isArray(value) ? [] : value]))
        : body,
    )(next),
  );

/** The search shows its results like the sorted query: each hit is a resource of that form, with further members. */
export function hitsWith(
  hitOf: (resource: JsonObject) => Json,
  more: (hits: readonly Json[]) => JsonObject = () => ({}),
): HandleWrap {
  return (next) => (state, request, now) => {
    const reply = next(state, request, now);
    const isFound = 'response' in reply && succeeded(reply.response);
    if (operationOf(request) !== '4.4' || !isFound) return reply;
    const target = request.target.replace(/searchApiPattern(\?.*)?$/s, 'sorted-query-parameters');
    const sorted = next(state, { ...request, target }, now);
    const found = jsonOf(reply.response);
    const results = 'response' in sorted ? member(jsonOf(sorted.response), 'results') : undefined;
    if (!isObject(found) || !isArray(results)) return reply;
    const hits = results.filter(isObject).map(hitOf);
    return { response: withJson(reply.response, { ...found, hits, ...more(hits) }) };
  };
}

/** Lists that show their time and their request. */
const stamped: HandleWrap = (next) => {
  let answers = 0;
  const stamp = (body: Json): Json => {
    answers += 1;
    const at = {
      requestId: `request-${answers}`,
      serverTime: number(1_767_225_600),
      took: number(answers % 7),
    };
    return isObject(body) ? { ...body, ...at } : body;
  };
  return showing(['4.1', '4.4', '4.12'], stamp)(next);
};

const understands = (names: readonly string[], values: readonly string[]) => (request: { target: string }) =>
  names.some((name) =>
    new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1] ?? '')
      .getAll(name)
      .some((value) => !values.includes(value)),
  );

const hasName = (pattern: RegExp) => (request: { target: string }) =>
  [...new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1] ?? '').keys()].some((name) =>
    pattern.test(name),
  );

/** In another project, the same id names another resource. */
const idsElsewhere: HandleWrap = serving(['4.2'], (next, request) => {
  const reply = next();
  const isOther = request.target.startsWith('/other/') && bearerOf(request) === 'other-everything';
  if (!isOther || !('response' in reply) || reply.response.status !== 404) return reply;
  const resource = '{"version":1,"objectTypeProperty":{"arrayOfStringExample":["elsewhere"]}}';
  return { response: { ...bare(200), ...content(resource, 'application/json') } };
});

const booleans = ['fuzzy', 'staged', 'withTotal'];

/** Ways to shorten, to trim and to validate lists (4.1, 4.4, 4.12), and to number resources of several projects. */
export const listChoices: readonly Choice[] = [
  {
    name: 'lists-filtered-with-trimmings',
    summary: 'Insufficient tokens see empty lists with facets and links that are the same for every caller.',
    wrap: filteredWithTrimmings,
    profile: { refusal: { style: 'filter' } },
    excludes: [
      'all-refusals-403',
      'all-refusals-401',
      'insufficient-scope-hidden-as-404',
      'all-refusals-400',
      'refusals-in-an-envelope',
      'refusals-by-the-end-of-the-connection',
      'lists-filtered-instead-of-refused',
    ],
  },
  {
    name: 'lists-stamped',
    summary: 'Lists carry a request number, a time and a duration.',
    wrap: stamped,
  },
  ...oneOf(
    {
      name: 'truth-values-written-as-digits',
      summary: 'Booleans are understood as 1 and 0 only.',
      wrap: refusing(searches, 400, understands(booleans, ['1', '0'])),
    },
    {
      name: 'fuzzy-needs-a-text',
      summary: 'fuzzy=true without a text is answered 400.',
      wrap: refusing(
        ['4.4'],
        400,
        (request) => parameters(request, 'fuzzy').includes('true') && !hasName(/^text\./)(request),
      ),
    },
  ),
  {
    name: 'texts-in-english-only',
    summary: 'Texts in other languages than English are answered 400.',
    wrap: refusing(['4.4'], 400, hasName(/^text\.(?!en(-|$))/)),
  },
  {
    name: 'variables-only-for-predicates',
    summary: 'var. parameters without a predicate are answered 400.',
    wrap: refusing(
      ['4.12'],
      400,
      (request) => hasName(/^var\./)(request) && parameters(request, 'where').length === 0,
    ),
    leaves: 'incomplete',
  },
  {
    name: 'pages-of-twenty',
    summary: 'The query shows no content, and the sorted query twenty resources at most.',
    wrap: pagesOfTwenty,
  },
  {
    name: 'limits-of-five-and-more',
    summary: 'A limit below five is answered 400.',
    wrap: refusing(['4.12'], 400, (request) => parameters(request, 'limit').some((text) => Number(text) < 5)),
  },
  {
    name: 'strings-from-a-list',
    summary: 'arrayOfString and stringParameter take red and blue only.',
    wrap: refusing(['4.1', '4.5'], 400, understands(['arrayOfString', 'stringParameter'], ['red', 'blue'])),
    profile: { samples: { '4.1': { query: { arrayOfString: ['red', 'blue'] } } } },
  },
  ...oneOf(
    {
      name: 'search-shows-resources',
      summary: 'The search shows each resource that it finds, inside a hit with its relevance.',
      wrap: hitsWith((source) => ({ relevance: number(1), source })),
    },
    {
      name: 'search-counts-values',
      summary: 'The search shows resources, and how often values of their members occur.',
      wrap: hitsWith(
        (resource) => resource,
        (hits) => ({
          counts: { objectTypeProperty: { arrayOfStringExample: { values: number(hits.length) } } },
        }),
      ),
    },
  ),
  {
    name: 'ids-repeat-in-other-projects',
    summary: 'An id of one project names another resource in another project.',
    wrap: idsElsewhere,
  },
];

import { isArray, isObject, member, number, without, writeJson, type Json } from '../../reference/json.ts';
import { withHeader } from '../../reference/message.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Handle, HandleWrap, Reply } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { tokenOf } from '../../reference/tokens.ts';
import type { Fault } from '../fault.ts';
import { hitsWith } from '../choices/lists.ts';
import { has, query } from './query.ts';
import {
  bearerOf,
  changingMember,
  content,
  jsonOf,
  refusing,
  showing,
  succeeded,
  succeeding,
  under,
} from '../rewrite.ts';

/** Answers 500 to every success from the first create on, that create included. */
function spoiltByCreates(where: readonly Operation[]): HandleWrap {
  return (next) => {
    let isSpoilt = false;
    return succeeding(where, (response, request) => {
      isSpoilt ||= operationOf(request) === '4.6';
      return isSpoilt ? { ...response, status: 500 } : response;
    })(next);
  };
}

/** Shows refused callers a part of a sufficient caller's answer. */
function leaking(where: readonly Operation[], part: (body: Json) => Json): HandleWrap {
  return (next) => (state, request, now) => {
    const reply = next(state, request, now);
    const operation = operationOf(request);
    const isRefused = 'response' in reply && [401, 403].includes(reply.response.status);
    if (!isRefused || operation === undefined || !where.includes(operation)) return reply;
    const allowed = next(state, under(request, tokenOf.everything), now);
    const body = 'response' in allowed ? jsonOf(allowed.response) : undefined;
    if (body === undefined) return reply;
    return { response: { ...reply.response, status: 200, body: state.policy.encode(part(body)) } };
  };
}

/** The same answer, with a number that is new in each answer. */
const leakingStamped: HandleWrap = (next) => {
  let answers = 0;
  const stamp = (body: Json): Json => {
    answers += 1;
    return isObject(body) ? { ...body, requestId: `request-${answers}` } : body;
  };
  const leaks = leaking(['4.12'], (body) => body)(next);
  return showing(['4.12'], stamp)(leaks);
};

/** Serves requests for the project `other` as if they were for `demo`, with that query. */
function throughOther(operation: Operation, query = ''): HandleWrap {
  return (next: Handle) => (state, request, now) => {
    const isOther = request.target.startsWith('/other/') && bearerOf(request) === tokenOf.otherProject;
    if (!isOther || operationOf(request) !== operation) return next(state, request, now);
    const target = `${request.target.replace(/^\/other/, '/demo')}${query}`;
    const reply = next(state, { ...under(request, tokenOf.everything), target }, now);
    return 'response' in reply && !succeeded(reply.response) ? next(state, request, now) : reply;
  };
}

/** Caches answers to a query by its conditions until the next write; the project is no part of the key. */
const keptForAllProjects: HandleWrap = (next) => {
  const kept = new Map<string, Reply>();
  return (state, request, now) => {
    const reply = next(state, request, now);
    if (!['GET', 'HEAD'].includes(request.method)) kept.clear();
    if (operationOf(request) !== '4.1' || !('response' in reply) || !succeeded(reply.response)) return reply;
    const asked = request.target.replace(/^\/[^/]+/, '');
    const earlier = kept.get(asked);
    if (earlier === undefined) kept.set(asked, reply);
    return earlier ?? reply;
  };
};

const names = (target: string): string[] => [
  ...new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '').keys(),
];

/** Compares the scopes of one operation without regard to case. */
const carelessAt = (operation: Operation): PolicyOverride => {
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  return (base) => ({
    access(about, caller) {
      const { token } = caller;
      const opening = base.opening(operation);
      const isOpen =
        about.operation === operation &&
        typeof opening !== 'string' &&
        (token?.scopes ?? []).some((held) =>
          opening.some((scope) => same(held, `${scope}:${about.project.key}`)),
        );
      return isOpen && token?.expired !== true ? 'granted' : base.access.call(this, about, caller);
    },
  });
};

/** Lists that disclose a part, depend on optional parts, or end in errors (4.1, 4.4, 4.12, "General rules"). */
export const listFaults: readonly Fault[] = [
  {
    name: 'collection-tells-its-size-to-anybody',
    breaks: '4.1/refused-without-token',
    summary: 'Refused callers learn how many resources there are.',
    wrap: leaking(['4.1'], (body) => ({ total: member(body, 'total') ?? number(0) })),
  },
  {
    name: 'search-tells-ids-to-anybody',
    breaks: '4.4/refused-without-token',
    summary: 'Refused callers learn the ids of the hits.',
    wrap: leaking(['4.4'], (body) => ({ hits: member(body, 'hits') ?? [] })),
  },
  {
    name: 'sorted-query-shown-to-anybody-with-a-stamp',
    breaks: '4.12/refused-without-token',
    summary: 'Every caller sees the list, and each answer has a number of its own.',
    wrap: leakingStamped,
  },
  {
    name: 'sorted-query-compares-scopes-without-case',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    summary: 'The sorted query compares scopes without regard to case.',
    needs: ['declaration'],
    override: carelessAt('4.12'),
  },
  {
    name: 'head-compares-scopes-without-case',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    summary: 'The existence check compares scopes without regard to case.',
    needs: ['declaration'],
    override: carelessAt('4.5'),
  },
  {
    name: 'collection-fails-on-an-integer-without-float',
    breaks: '4.1/each-parameter-is-optional',
    summary: 'integerParameter without floatParameter is answered 500.',
    wrap: refusing(
      ['4.1'],
      500,
      (request) => has('integerParameter')(request) && !has('floatParameter')(request),
    ),
  },
  {
    name: 'collection-needs-float-with-integer',
    breaks: '4.1/each-parameter-is-optional',
    summary: 'integerParameter without floatParameter is answered 400.',
    wrap: refusing(
      ['4.1'],
      400,
      (request) => has('integerParameter')(request) && !has('floatParameter')(request),
    ),
  },
  {
    name: 'collection-fails-beyond-ascii',
    breaks: '4.1/documented-parameters-do-no-harm',
    summary: 'A letter beyond ASCII in a parameter is answered 500.',
    wrap: refusing(['4.1'], 500, (request) => /%[89a-f][0-9a-f]/i.test(query(request))),
  },
  {
    name: 'search-always-500',
    breaks: '4.4/no-persistent-server-error',
    summary: 'The search is answered 500.',
    wrap: refusing(['4.4'], 500),
  },
  {
    name: 'sorted-query-always-500',
    breaks: '4.12/no-persistent-server-error',
    summary: 'The sorted query is answered 500.',
    wrap: refusing(['4.12'], 500),
  },
  {
    name: 'a-create-spoils-all-that-shows-resources',
    breaks: '4.1/no-persistent-server-error',
    alsoBreaks: { clauses: /no-persistent-server-error$/, because: 'the other lists fail as well' },
    summary: 'From the first create on, every request that shows or makes a resource is answered 500.',
    needs: ['late'],
    wrap: spoiltByCreates(['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.12']),
  },
  {
    name: 'sorted-query-refuses-long-variables',
    breaks: '4.12/names-of-the-pattern-are-taken-alike',
    summary: 'var. names of more than three signs are answered 400.',
    wrap: refusing(['4.12'], 400, ({ target }) => names(target).some((name) => /^var\..{4,}/.test(name))),
  },
  {
    name: 'search-labelled-json-but-empty-text',
    breaks: 'General/labelled-as-json-is-json',
    summary: 'The search answers a blank labelled as JSON.',
    wrap: succeeding(['4.4'], (response) => ({ ...response, ...content(' ', 'application/json') })),
  },
  {
    name: 'json-labelled-latin-1',
    warns: 'General/json-is-labelled-as-utf-8',
    section: 'General',
    expect: 'warn',
    summary: 'JSON in UTF-8 is labelled as Latin-1.',
    wrap: succeeding(['4.1', '4.2'], (response) =>
      withHeader(response, 'Content-Type', 'application/json; charset=ISO-8859-1'),
    ),
  },
  {
    name: 'collection-shows-results-with-versions-as-strings',
    section: '4.1',
    expect: 'suspect',
    summary: 'The collection shows resources beside its members, and their versions as strings.',
    override: (base) => ({
      collectionPage(call, seen, fields) {
        const page = base.collectionPage(call, seen, fields);
        const results = seen.slice(0, 20).map(({ id, objectTypeProperty }) => ({
          id,
          version: '1',
          objectTypeProperty,
        }));
        return isObject(page) ? { ...page, results } : page;
      },
    }),
  },
  {
    name: 'search-shows-items-as-references',
    section: '4.4',
    expect: 'suspect',
    summary: 'The search shows resources, in which the items of arrayOfObjectType are their numbers.',
    wrap: hitsWith((resource) =>
      changingMember('arrayOfObjectType', (items) =>
        isArray(items) ? items.map((_, at) => number(at)) : items,
      )(resource),
    ),
  },
  {
    name: 'sorted-query-shows-no-versions',
    section: '4.12',
    expect: 'suspect',
    summary: 'The sorted query shows resources without their versions.',
    wrap: showing(['4.12'], (body) => {
      const results = member(body, 'results');
      if (!isObject(body) || !isArray(results)) return body;
      return { ...body, results: results.map((one) => (isObject(one) ? without(one, 'version') : one)) };
    }),
  },
  {
    name: 'sorted-query-shows-strings-as-one',
    section: '4.12',
    expect: 'suspect',
    summary: 'The sorted query shows an array of strings as one string with commas.',
    wrap: showing(
      ['4.12'],
      changingMember('arrayOfStringExample', (texts) =>
        isArray(texts) ? texts.map(writeJson).join(',') : texts,
      ),
    ),
  },
  {
    name: 'latest-of-all-projects-listed',
    breaks: 'General/resources-belong-to-their-project',
    rows: ['Service/project-key'],
    summary: 'The sorted query shows one of the latest resources of any project.',
    needs: ['declaration'],
    wrap: throughOther('4.12', '?limit=1&offset=1'),
  },
  {
    name: 'query-kept-for-all-projects',
    breaks: 'General/resources-belong-to-their-project',
    rows: ['Service/project-key'],
    summary: 'An answer to a query is kept until the next write, and shown through each project.',
    needs: ['declaration'],
    wrap: keptForAllProjects,
  },
  {
    name: 'other-project-updates-here',
    breaks: 'General/resources-change-in-their-project-only',
    rows: ['General/2'],
    summary: 'An update through another project changes the resource of this one.',
    needs: ['declaration'],
    wrap: throughOther('4.10'),
  },
  {
    name: 'other-project-deletes-here',
    breaks: 'General/resources-change-in-their-project-only',
    rows: ['Service/project-key'],
    summary: 'A delete through another project deletes the resource of this one.',
    needs: ['declaration'],
    wrap: throughOther('4.11'),
  },
];

import { isObject, member, number, type Json } from '../../reference/json.ts';
import { withHeader } from '../../reference/message.ts';
import type { Handle, HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { tokenOf } from '../../reference/tokens.ts';
import type { Fault } from '../fault.ts';
import { fault, has, query } from './query.ts';
import { bearerOf, content, jsonOf, refusing, showing, succeeded, succeeding, under } from '../rewrite.ts';

/** Shows refused callers a part of the answer that a sufficient caller would get. */
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

/** The same with a number in it that no other answer has. */
const leakingStamped: HandleWrap = (next) => {
  let answers = 0;
  const stamp = (body: Json): Json => {
    answers += 1;
    return isObject(body) ? { ...body, requestId: `request-${answers}` } : body;
  };
  const leaks = leaking(['4.12'], (body) => body)(next);
  return showing(['4.12'], stamp)(leaks);
};

/** Serves writes by id through the project `other` as if they were made for the project `demo`. */
function throughOther(operation: Operation): HandleWrap {
  return (next: Handle) => (state, request, now) => {
    const isOther = request.target.startsWith('/other/') && bearerOf(request) === tokenOf.otherProject;
    if (!isOther || operationOf(request) !== operation) return next(state, request, now);
    const target = request.target.replace(/^\/other/, '/demo');
    const reply = next(state, { ...under(request, tokenOf.everything), target }, now);
    return 'response' in reply && !succeeded(reply.response) ? next(state, request, now) : reply;
  };
}

const names = (target: string): string[] => [
  ...new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '').keys(),
];

/** Compares scopes for one operation without regard to case. */
const carelessAt = (operation: Operation): Fault['override'] => {
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

/** A fault that is a decision, not a change of the wire. */
const deciding = (name: string, section: string, summary: string, override: Fault['override']): Fault => ({
  name,
  section,
  summary,
  expect: 'fail',
  needs: ['declaration'],
  ...(override === undefined ? {} : { override }),
});

/** Lists that disclose in part, depend on what is optional, or end in errors (4.1, 4.4, 4.12, "General rules"). */
export const listFaults: readonly Fault[] = [
  fault(
    'collection-tells-its-size-to-anybody',
    '4.1',
    'Refused callers are told how many resources there are.',
    leaking(['4.1'], (body) => ({ total: member(body, 'total') ?? number(0) })),
  ),
  fault(
    'search-tells-ids-to-anybody',
    '4.4',
    'Refused callers are told the ids of the hits.',
    leaking(['4.4'], (body) => ({ hits: member(body, 'hits') ?? [] })),
  ),
  fault(
    'sorted-query-shown-to-anybody-with-a-stamp',
    '4.12',
    'Everybody sees the list, and each answer has a number of its own.',
    leakingStamped,
  ),
  deciding(
    'sorted-query-compares-scopes-without-case',
    'Authentication',
    'The sorted query compares scopes without regard to case.',
    carelessAt('4.12'),
  ),
  deciding(
    'head-compares-scopes-without-case',
    'Authentication',
    'The existence check compares scopes without regard to case.',
    carelessAt('4.5'),
  ),
  fault(
    'collection-needs-float-with-integer',
    '4.1',
    'integerParameter without floatParameter is answered 400.',
    refusing(['4.1'], 400, (request) => has('integerParameter')(request) && !has('floatParameter')(request)),
  ),
  fault(
    'collection-fails-beyond-ascii',
    '4.1',
    'A letter beyond ASCII in a parameter is answered 500.',
    refusing(['4.1'], 500, (request) => /%[89a-f][0-9a-f]/i.test(query(request))),
  ),
  fault('search-always-500', '4.4', 'The search is answered 500.', refusing(['4.4'], 500)),
  fault('sorted-query-always-500', '4.12', 'The sorted query is answered 500.', refusing(['4.12'], 500)),
  fault(
    'sorted-query-refuses-long-variables',
    '4.12',
    'var. names of more than three signs are answered 400.',
    refusing(['4.12'], 400, ({ target }) => names(target).some((name) => /^var\..{4,}/.test(name))),
  ),
  fault(
    'search-fails-on-dotted-filters',
    '4.4',
    'filter.query is answered 500.',
    refusing(['4.4'], 500, has('filter.query')),
  ),
  fault(
    'search-labelled-json-but-empty-text',
    'General',
    'The search answers a blank labelled as JSON.',
    succeeding(['4.4'], (response) => ({ ...response, ...content(' ', 'application/json') })),
  ),
  fault(
    'json-labelled-latin-1',
    'General',
    'JSON in UTF-8 is labelled as Latin-1.',
    succeeding(['4.1', '4.2'], (response) =>
      withHeader(response, 'Content-Type', 'application/json; charset=ISO-8859-1'),
    ),
    { expect: 'warn' },
  ),
  fault(
    'other-project-updates-here',
    'General',
    'An update through another project changes the resource of this one.',
    throughOther('4.10'),
    { needs: ['declaration'] },
  ),
  fault(
    'other-project-deletes-here',
    'General',
    'A delete through another project deletes the resource of this one.',
    throughOther('4.11'),
    { needs: ['declaration'] },
  ),
];

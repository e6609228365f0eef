import { isObject } from '../reference/json.ts';
import { headerOf, type Request } from '../reference/message.ts';
import type { Access, Policy, PolicyOverride } from '../reference/policy.ts';
import type { HandleWrap } from '../reference/reply.ts';
import { operationOf, type Operation } from '../reference/routes.ts';
import type { Token } from '../reference/tokens.ts';
import { tokenOf } from '../reference/tokens.ts';
import type { Fault, Need } from './fault.ts';
import { answering, jsonOf, succeeded, under } from './rewrite.ts';

function fault(
  name: string,
  section: string,
  summary: string,
  change: { readonly override: PolicyOverride } | { readonly wrap: HandleWrap },
  needs: readonly Need[] = [],
): Fault {
  return { name, summary, section, expect: 'fail', needs, ...change };
}

/** The operations whose scopes the contract lists and whose Authorization header it shows. */
export const guarded: Readonly<Partial<Record<Operation, string>>> = {
  '4.1': 'collection',
  '4.2': 'read',
  '4.3': 'read-by-key',
  '4.4': 'search',
  '4.5': 'head',
  '4.6': 'create',
  '4.7': 'patch',
  '4.8': 'put',
  '4.11': 'delete',
  '4.12': 'sorted-query',
};
const isGuarded = (operation: Operation): boolean => Object.hasOwn(guarded, operation);
const operations = Object.keys(guarded) as Operation[];
const reads: readonly Operation[] = ['4.1', '4.2', '4.3', '4.4', '4.5', '4.12'];
const writes: readonly Operation[] = ['4.6', '4.7', '4.8', '4.11'];

/** Grants access where the test says so, and otherwise as before. */
function granting(
  test: (
    operation: Operation,
    token: Token | undefined,
    bearer: string | undefined,
    about: Parameters<Policy['access']>[0],
  ) => boolean,
): { readonly override: PolicyOverride } {
  return {
    override: (base) => ({
      access(about, caller): Access {
        const { token, bearer } = caller;
        const isOpen = isGuarded(about.operation) && test(about.operation, token, bearer, about);
        return isOpen ? 'granted' : base.access.call(this, about, caller);
      },
    }),
  };
}

const sectionOf = (operation: Operation): string => operation.replace(/\.(GET|POST)$/, '');

function needsOf(operation: Operation): readonly Need[] {
  return ['4.3', '4.7', '4.8'].includes(operation) ? ['declaration'] : [];
}

/** Answers a refused request as before, but performs it. */
function performingRefused(where: readonly Operation[], statuses: readonly number[]): HandleWrap {
  return (next) => (state, request, now) => {
    const reply = next(state, request, now);
    const operation = operationOf(request);
    const isRefused = 'response' in reply && statuses.includes(reply.response.status);
    if (operation && where.includes(operation) && isRefused)
      next(state, under(request, tokenOf.everything), now);
    return reply;
  };
}

/** Remembers, connection by connection, that somebody was let in. */
const rememberingConnections: HandleWrap = (next) => {
  const tokens = new Map<string, string>();
  return (state, request, now) => {
    const { connection } = request;
    if (connection === undefined) return next(state, request, now);
    const remembered = tokens.get(connection);
    const isBare = headerOf(request, 'authorization') === undefined;
    const reply = next(state, isBare && remembered !== undefined ? under(request, remembered) : request, now);
    const bearer = state.policy.bearerOf(request);
    if (bearer !== undefined && 'response' in reply && succeeded(reply.response))
      tokens.set(connection, bearer);
    return reply;
  };
};

/** Puts what an authorised caller would have seen into the refusal of a read. */
const disclosingOnRefusal: HandleWrap = (next) => (state, request, now) => {
  const ask = (asked: Request) => next(state, asked, now);
  if (operationOf(request) !== '4.2') return ask(request);
  return answering(['4.2'], (response) => {
    if (response.status !== 403 && response.status !== 401) return response;
    const allowed = ask(under(request, tokenOf.everything));
    const resource =
      'response' in allowed && succeeded(allowed.response) ? jsonOf(allowed.response) : undefined;
    return isObject(resource)
      ? { ...response, body: state.policy.encode({ message: 'refused', resource }) }
      : response;
  })(next)(state, request, now);
};

const exactHeader =
  (name: string): PolicyOverride =>
  (base) => ({
    bearerOf: (request) =>
      request.headers.some(([field]) => field === name) ? base.bearerOf(request) : undefined,
  });

/** Requests let in without, or in spite of, their bearer token, and refusals that have effects ("Authentication"). */
export const accessFaults: readonly Fault[] = [
  ...operations.map((operation) =>
    fault(
      `${guarded[operation]}-open-without-token`,
      sectionOf(operation),
      `${operation} needs no token.`,
      granting((at, _token, bearer) => at === operation && bearer === undefined),
      needsOf(operation),
    ),
  ),
  ...operations.map((operation) =>
    fault(
      `${guarded[operation]}-open-to-any-bearer`,
      sectionOf(operation),
      `${operation} takes any bearer string.`,
      granting((at, token, bearer) => at === operation && bearer !== undefined && !token),
      needsOf(operation),
    ),
  ),
  ...operations.map((operation) =>
    fault(
      `${guarded[operation]}-open-without-scope`,
      sectionOf(operation),
      `${operation} takes any token of the project, whatever its scopes.`,
      granting(
        (at, token, _bearer, { project }) =>
          at === operation && token !== undefined && token.projects.includes(project.key),
      ),
      needsOf(operation),
    ),
  ),
  fault(
    'all-reads-open-without-token',
    'Authentication',
    'Reads need no token.',
    granting((at, _token, bearer) => reads.includes(at) && bearer === undefined),
  ),
  fault(
    'all-writes-open-without-token',
    'Authentication',
    'Writes need no token.',
    granting((at, _token, bearer) => writes.includes(at) && bearer === undefined),
  ),
  fault(
    'any-bearer-accepted',
    'Authentication',
    'Any bearer string opens everything.',
    granting((_at, _token, bearer) => bearer !== undefined),
  ),
  fault(
    'token-compared-by-its-beginning',
    'Authentication',
    'A token is accepted when its first two thirds are right.',
    {
      override: (base) => ({
        access(about, caller) {
          const { bearer = '' } = caller;
          const begins = (known: string): boolean =>
            known.length === bearer.length &&
            known.startsWith(bearer.slice(0, Math.ceil((bearer.length * 2) / 3)));
          const known = [...about.state.tokens.keys()].find(begins);
          const token = caller.token ?? (known === undefined ? undefined : about.state.tokens.get(known));
          return base.access.call(this, about, { ...caller, token });
        },
      }),
    },
  ),
  fault(
    'connection-stays-authenticated',
    'Authentication',
    'A request without a token passes on a connection that was let in before.',
    { wrap: rememberingConnections },
    ['raw'],
  ),
  fault(
    'authorization-name-is-case-sensitive',
    'Authentication',
    'The header is understood as Authorization only.',
    { override: exactHeader('Authorization') },
  ),
  fault('refused-delete-performed', '4.11', 'A delete is refused for its scopes and performed.', {
    wrap: performingRefused(['4.11'], [403]),
  }),
  fault('refused-create-performed', '4.6', 'A create is refused for its scopes and performed.', {
    wrap: performingRefused(['4.6'], [403]),
  }),
  fault('refused-patch-performed', '4.7', 'PATCH is refused for its scopes and performed.', {
    wrap: performingRefused(['4.7'], [403]),
  }),
  fault('refused-put-performed', '4.8', 'PUT is refused for its scopes and performed.', {
    wrap: performingRefused(['4.8'], [403]),
  }),
  fault('unauthenticated-delete-performed', '4.11', 'A delete without a token is refused and performed.', {
    wrap: performingRefused(['4.11'], [401]),
  }),
  fault('unauthenticated-create-performed', '4.6', 'A create without a token is refused and performed.', {
    wrap: performingRefused(['4.6'], [401]),
  }),
  fault('refusal-shows-the-resource', 'Authentication', 'The refusal of a read holds the resource.', {
    wrap: disclosingOnRefusal,
  }),
];

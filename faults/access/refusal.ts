import { isObject } from '../../reference/json.ts';
import { headerOf, type Request } from '../../reference/message.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { tokenOf } from '../../reference/tokens.ts';
import type { Fault } from '../fault.ts';
import { answering, jsonOf, succeeded, under } from '../rewrite.ts';

/** Performs a refused request, and answers it as before. */
export function performingRefused(where: readonly Operation[], statuses: readonly number[]): HandleWrap {
  return (next) => (state, request, now) => {
    const reply = next(state, request, now);
    const operation = operationOf(request);
    const isRefused = 'response' in reply && statuses.includes(reply.response.status);
    if (operation && where.includes(operation) && isRefused)
      next(state, under(request, tokenOf.everything), now);
    return reply;
  };
}

/** Remembers for each connection that it has had a caller with access. */
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

/** The refusal of a read contains the content for an authorised caller. */
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

/** Refusals that take effect or disclose, and tokens that are read wrongly ("Authentication"). */
export const refusalFaults: readonly Fault[] = [
  {
    name: 'token-compared-by-its-beginning',
    breaks: '4.1/refused-to-unknown-token',
    section: 'Authentication',
    summary: 'A token is accepted if its first two thirds are right.',
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
  {
    name: 'connection-stays-authenticated',
    breaks: 'Authentication/each-request-by-itself',
    summary: 'A request without a token passes on a connection that was granted access before.',
    needs: ['raw'],
    wrap: rememberingConnections,
  },
  {
    name: 'authorization-name-is-case-sensitive',
    breaks: 'Authentication/header-name-in-any-case',
    summary: 'The header is understood only if spelled Authorization.',
    override: exactHeader('Authorization'),
  },
  {
    name: 'refused-delete-performed',
    breaks: '4.11/refused-delete-has-no-effect',
    summary: 'A delete is refused for its scopes and performed.',
    wrap: performingRefused(['4.11'], [403]),
  },
  {
    name: 'refused-create-performed',
    breaks: '4.6/refused-create-has-no-effect',
    summary: 'A create is refused for its scopes and performed.',
    wrap: performingRefused(['4.6'], [403]),
  },
  {
    name: 'refused-patch-performed',
    breaks: '4.7/refused-overwrite-has-no-effect',
    summary: 'PATCH is refused for its scopes and performed.',
    wrap: performingRefused(['4.7'], [403]),
  },
  {
    name: 'refused-put-performed',
    breaks: '4.8/refused-overwrite-has-no-effect',
    summary: 'PUT is refused for its scopes and performed.',
    wrap: performingRefused(['4.8'], [403]),
  },
  {
    name: 'unauthenticated-delete-performed',
    breaks: '4.11/refused-delete-has-no-effect',
    summary: 'A delete without a token is refused and performed.',
    wrap: performingRefused(['4.11'], [401]),
  },
  {
    name: 'unauthenticated-create-performed',
    breaks: '4.6/refused-create-has-no-effect',
    summary: 'A create without a token is refused and performed.',
    wrap: performingRefused(['4.6'], [401]),
  },
  {
    name: 'refusal-shows-the-resource',
    breaks: '4.2/refusal-discloses-nothing',
    section: 'Authentication',
    summary: 'The refusal of a read contains the resource.',
    wrap: disclosingOnRefusal,
  },
];

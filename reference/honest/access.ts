import { headerOf } from '../message.ts';
import type { Policy } from '../policy.ts';
import type { Route } from '../call.ts';
import { operations } from '../routes.ts';

const routes: Readonly<Record<string, Route | undefined>> = operations;

/** Who may do what (part "Authentication"): scopes are compared as a whole, and any one listed scope suffices. */
export const honestAccess = {
  bearerOf: (request) => /^bearer +(\S+) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1],
  opening: (operation) => routes[operation]?.opening ?? [],
  isScope: (held, wanted, projectKey) => held === `${wanted}:${projectKey}`,
  holds(token, wanted, projectKey) {
    return wanted.some((scope) => token.scopes.some((held) => this.isScope(held, scope, projectKey)));
  },
  access({ state, project, operation }, { token }) {
    const { policy } = state;
    const opening = policy.opening(operation);
    if (opening === 'public') return 'granted';
    if (!token || token.expired) return 'unauthenticated';
    const enough =
      opening === 'any-token'
        ? token.projects.includes(project.key)
        : policy.holds(token, opening, project.key);
    return enough ? 'granted' : 'insufficient';
  },
  refusal({ state }, access) {
    if (access === 'insufficient') return state.policy.error(state, 403, 'the token does not hold a scope');
    const refused = state.policy.error(state, 401, 'a valid bearer token is needed');
    return { ...refused, headers: [...refused.headers, ['WWW-Authenticate', 'Bearer'] as const] };
  },
} satisfies Partial<Policy> & ThisType<Policy>;

import { headerOf } from '../message.ts';
import type { Opening, Policy } from '../policy.ts';
import type { Operation } from '../routes.ts';

const reading = ['manage_test', 'view_test'];
const writing = ['manage_test'];

/** The listed scopes; where the contract shows none, 4.10 needs manage_test and the rest a known token. */
const openings: Readonly<Record<Operation, Opening>> = {
  '4.1': reading,
  '4.2': reading,
  '4.3': reading,
  '4.4': reading,
  '4.5': reading,
  '4.6': writing,
  '4.7': writing,
  '4.8': writing,
  '4.9': 'any-token',
  '4.10': writing,
  '4.11': writing,
  '4.12': reading,
  '4.13': 'any-token',
  '4.14': ['view_products', 'view_published_products'],
  '4.15': ['manage_products'],
  '4.16.GET': 'any-token',
  '4.16.POST': 'any-token',
  '4.17': 'any-token',
  '4.18': 'any-token',
};

/** Who may do what (part "Authentication"): scopes are compared whole, any one listed scope suffices. */
export const honestAccess = {
  bearerOf: (request) => /^bearer +(\S+) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1],
  opening: (operation) => openings[operation],
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

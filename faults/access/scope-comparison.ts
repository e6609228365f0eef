import type { Policy, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { decided as fault, type Fault } from '../fault.ts';
import { reads, special, writes } from './scope.ts';

const comparing =
  (isScope: Policy['isScope']): PolicyOverride =>
  () => ({ isScope });

/** Whether a scope of another project, or of one whose key is alike, counts. */
function anyProject(where: readonly Operation[]): PolicyOverride {
  return (base) => ({
    access(about, caller) {
      const { token } = caller;
      const projects = token ? token.scopes.map((scope) => scope.split(':')[1] ?? '') : [];
      const isForeign = where.includes(about.operation) && projects.includes('other');
      if (!token || !isForeign) return base.access.call(this, about, caller);
      const wanted = this.opening?.(about.operation) ?? base.opening(about.operation);
      return typeof wanted === 'string' || base.holds.call(this, token, wanted, 'other')
        ? 'granted'
        : 'insufficient';
    },
  });
}

/** At one operation, only those of a token's scopes count. */
function withScopesAt(
  operation: Operation,
  counted: (scopes: readonly string[]) => readonly string[],
): PolicyOverride {
  return (base) => ({
    access(about, caller) {
      const { token } = caller;
      return token && about.operation === operation
        ? base.access.call(this, about, { ...caller, token: { ...token, scopes: counted(token.scopes) } })
        : base.access.call(this, about, caller);
    },
  });
}

/** Scopes compared in a wrong way, and projects not kept apart ("Authentication"). */
export const scopeComparisonFaults: readonly Fault[] = [
  fault(
    'all-listed-scopes-needed',
    'Authentication',
    'Reads need both listed scopes at once.',
    (base) => ({
      holds: (token, wanted, projectKey) => wanted.every((scope) => base.holds(token, [scope], projectKey)),
    }),
    special,
  ),
  fault(
    'only-the-first-scope-counts',
    'Authentication',
    'Of a token with several scopes only the first counts.',
    (base) => ({
      holds(token, wanted, projectKey) {
        return base.holds.call(this, { ...token, scopes: token.scopes.slice(0, 1) }, wanted, projectKey);
      },
    }),
    special,
  ),
  fault(
    'read-by-key-counts-the-first-scope-only',
    'Authentication',
    'At the read by key, only the first of several scopes counts.',
    withScopesAt('4.3', (scopes) => scopes.slice(0, 1)),
    special,
  ),
  fault(
    'head-counts-the-last-scope-only',
    'Authentication',
    'At the existence check, only the last of several scopes counts.',
    withScopesAt('4.5', (scopes) => scopes.slice(-1)),
    special,
  ),
  fault(
    'only-the-last-scope-counts',
    'Authentication',
    'Of a token with several scopes only the last counts.',
    (base) => ({
      holds(token, wanted, projectKey) {
        return base.holds.call(this, { ...token, scopes: token.scopes.slice(-1) }, wanted, projectKey);
      },
    }),
    special,
  ),
  fault(
    'other-project-token-reads',
    'Authentication',
    'Tokens of another project read.',
    anyProject(reads),
    special,
  ),
  fault(
    'other-project-token-writes',
    'Authentication',
    'Tokens of another project write.',
    anyProject(writes),
    special,
  ),
  fault(
    'scope-key-compared-by-prefix',
    'Authentication',
    'A scope counts when its project key begins the one asked for.',
    comparing(
      (held, wanted, key) =>
        held.startsWith(`${wanted}:`) &&
        key.startsWith(held.slice(wanted.length + 1)) &&
        held.length > wanted.length + 1,
    ),
    special,
  ),
  fault(
    'scope-key-extended',
    'Authentication',
    'A scope counts when its project key begins with the one asked for.',
    comparing((held, wanted, key) => held.startsWith(`${wanted}:${key}`)),
    special,
  ),
  fault(
    'scope-key-compared-by-suffix',
    'Authentication',
    'A scope counts when its project key ends with the one asked for.',
    comparing((held, wanted, key) => held.startsWith(`${wanted}:`) && held.endsWith(key)),
    special,
  ),
  fault(
    'scope-compared-without-case',
    'Authentication',
    'Scopes are compared without regard to case.',
    comparing((held, wanted, key) => held.toLowerCase() === `${wanted}:${key}`.toLowerCase()),
    special,
  ),
  fault(
    'scope-name-compared-by-prefix',
    'Authentication',
    'A scope counts when its name begins with the wanted one.',
    comparing((held, wanted, key) => held.startsWith(wanted) && held.endsWith(`:${key}`)),
    special,
  ),
  fault(
    'scope-name-compared-by-suffix',
    'Authentication',
    'A scope counts when its name ends with the wanted one.',
    comparing((held, wanted, key) => held.endsWith(`${wanted}:${key}`)),
    special,
  ),
  fault(
    'scope-without-project-counts',
    'Authentication',
    'A scope counts without a project key.',
    comparing((held, wanted, key) => held === wanted || held === `${wanted}:${key}`),
    special,
  ),
  fault(
    'projects-share-their-resources',
    'General',
    'Every project key leads to the same resources.',
    (base) => ({
      projectOf(state, projectKey) {
        const demo = base.projectOf(state, 'demo');
        return demo && projectKey !== 'demo' && base.projectOf(state, projectKey)
          ? { ...demo, key: projectKey }
          : demo;
      },
    }),
    special,
  ),
];

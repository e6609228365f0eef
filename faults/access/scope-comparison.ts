import type { Policy, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { isAmong, reads, writes } from './guarded.ts';
import { special } from './scope.ts';

const comparing =
  (isScope: Policy['isScope']): PolicyOverride =>
  () => ({ isScope });

/** Whether a scope counts if it is of another project, or of a similar project key. */
export function anyProject(where: readonly Operation[]): PolicyOverride {
  return (base) => ({
    access(about, caller) {
      const { token } = caller;
      const projects = token ? token.scopes.map((scope) => scope.split(':')[1] ?? '') : [];
      const isForeign = isAmong(where, about.operation) && projects.includes('other');
      if (!token || !isForeign) return base.access.call(this, about, caller);
      const wanted = this.opening?.(about.operation) ?? base.opening(about.operation);
      return typeof wanted === 'string' || base.holds.call(this, token, wanted, 'other')
        ? 'granted'
        : 'insufficient';
    },
  });
}

/** Of a token's scopes, only these count at one operation. */
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

const withoutExtension = (scopes: readonly string[]): readonly string[] =>
  scopes.map((scope) => scope.replace(/:demo\w+$/, ':demo'));

const everywhere = {
  clauses: /^4\.(3|7|8|11)\/refused-to-other-scopes$/,
  because: 'scopes are compared this way at every operation',
} as const;

const inSmallLetters = (scopes: readonly string[]): readonly string[] =>
  scopes.map((scope) => scope.toLowerCase());

/** Scopes that are compared wrongly, and projects that are confused ("Authentication"). */
export const scopeComparisonFaults: readonly Fault[] = [
  {
    name: 'all-listed-scopes-needed',
    breaks: 'Authentication/further-scopes-do-no-harm',
    summary: 'Reads need both listed scopes at once.',
    needs: special,
    override: (base) => ({
      holds: (token, wanted, projectKey) => wanted.every((scope) => base.holds(token, [scope], projectKey)),
    }),
  },
  {
    name: 'only-the-first-scope-counts',
    breaks: 'Authentication/further-scopes-do-no-harm',
    summary: 'Only the first of several scopes of a token counts.',
    needs: special,
    override: (base) => ({
      holds(token, wanted, projectKey) {
        return base.holds.call(this, { ...token, scopes: token.scopes.slice(0, 1) }, wanted, projectKey);
      },
    }),
  },
  {
    name: 'read-by-key-counts-the-first-scope-only',
    breaks: 'Authentication/further-scopes-do-no-harm',
    summary: 'At the read by key, only the first of several scopes counts.',
    needs: [...special, 'generated'],
    override: withScopesAt('4.3', (scopes) => scopes.slice(0, 1)),
  },
  {
    name: 'head-counts-the-last-scope-only',
    breaks: 'Authentication/further-scopes-do-no-harm',
    summary: 'At the existence check, only the last of several scopes counts.',
    needs: [...special, 'generated'],
    override: withScopesAt('4.5', (scopes) => scopes.slice(-1)),
  },
  {
    name: 'only-the-last-scope-counts',
    breaks: 'Authentication/further-scopes-do-no-harm',
    summary: 'Only the last of several scopes of a token counts.',
    needs: special,
    override: (base) => ({
      holds(token, wanted, projectKey) {
        return base.holds.call(this, { ...token, scopes: token.scopes.slice(-1) }, wanted, projectKey);
      },
    }),
  },
  {
    name: 'other-project-token-reads',
    breaks: '4.1/refused-to-other-project',
    rows: ['General/4'],
    section: 'Authentication',
    summary: 'Tokens of another project read.',
    needs: special,
    override: anyProject(reads),
  },
  {
    name: 'other-project-token-writes',
    breaks: '4.6/refused-to-other-project',
    rows: ['General/4'],
    section: 'Authentication',
    summary: 'Tokens of another project write.',
    needs: special,
    override: anyProject(writes),
  },
  {
    name: 'scope-key-compared-by-prefix',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'A scope counts if its project key is a prefix of the requested key.',
    needs: special,
    override: comparing(
      (held, wanted, key) =>
        held.startsWith(`${wanted}:`) &&
        key.startsWith(held.slice(wanted.length + 1)) &&
        held.length > wanted.length + 1,
    ),
  },
  {
    name: 'scope-key-extended',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'A scope counts if its project key begins with the requested key.',
    needs: special,
    override: comparing((held, wanted, key) => held.startsWith(`${wanted}:${key}`)),
  },
  {
    name: 'patch-takes-extended-keys',
    breaks: '4.7/refused-to-other-scopes',
    summary: 'At the PATCH, a scope counts if its project key begins with the requested key.',
    needs: special,
    override: withScopesAt('4.7', withoutExtension),
  },
  {
    name: 'put-takes-scopes-in-any-case',
    breaks: '4.8/refused-to-other-scopes',
    summary: 'At the PUT, scopes are compared without regard to case.',
    needs: special,
    override: withScopesAt('4.8', inSmallLetters),
  },
  {
    name: 'create-takes-scopes-without-project',
    breaks: 'Authentication/scopes-are-exact-for-writes',
    summary: 'At the create, a scope counts without a project key.',
    needs: special,
    override: withScopesAt('4.6', (scopes) =>
      scopes.map((scope) => (scope.includes(':') ? scope : `${scope}:demo`)),
    ),
  },
  {
    name: 'read-by-key-takes-extended-keys',
    breaks: '4.3/refused-to-other-scopes',
    summary: 'At the read by key, a scope counts if its project key begins with the requested key.',
    needs: special,
    override: withScopesAt('4.3', withoutExtension),
  },
  {
    name: 'scope-key-compared-by-suffix',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'A scope counts if its project key ends with the requested key.',
    needs: special,
    override: comparing((held, wanted, key) => held.startsWith(`${wanted}:`) && held.endsWith(key)),
  },
  {
    name: 'scope-compared-without-case',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'Scopes are compared without regard to case.',
    needs: special,
    override: comparing((held, wanted, key) => held.toLowerCase() === `${wanted}:${key}`.toLowerCase()),
  },
  {
    name: 'scope-name-compared-by-prefix',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'A scope counts if its name begins with the required name.',
    needs: special,
    override: comparing((held, wanted, key) => held.startsWith(wanted) && held.endsWith(`:${key}`)),
  },
  {
    name: 'scope-name-compared-by-suffix',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'A scope counts if its name ends with the required name.',
    needs: special,
    override: comparing((held, wanted, key) => held.endsWith(`${wanted}:${key}`)),
  },
  {
    name: 'scope-without-project-counts',
    breaks: 'Authentication/scopes-are-exact-for-reads',
    alsoBreaks: everywhere,
    summary: 'A scope counts without a project key.',
    needs: special,
    override: comparing((held, wanted, key) => held === wanted || held === `${wanted}:${key}`),
  },
  {
    name: 'projects-share-their-resources',
    breaks: 'General/resources-belong-to-their-project',
    rows: ['Service/project-key', 'General/2'],
    summary: 'Every project key leads to the same resources.',
    needs: special,
    override: (base) => ({
      projectOf(state, projectKey) {
        const demo = base.projectOf(state, 'demo');
        return demo && projectKey !== 'demo' && base.projectOf(state, projectKey)
          ? { ...demo, key: projectKey }
          : demo;
      },
    }),
  },
];

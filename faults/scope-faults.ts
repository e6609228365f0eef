import type { Opening, Policy, PolicyOverride } from '../reference/policy.ts';
import type { Operation } from '../reference/routes.ts';
import { guarded } from './access-faults.ts';
import type { Fault, Need } from './fault.ts';

function fault(
  name: string,
  section: string,
  summary: string,
  override: PolicyOverride,
  needs: readonly Need[] = [],
): Fault {
  return { name, summary, section, expect: 'fail', needs, override };
}

/** Opens operations to another set of scopes. */
function opening(
  where: readonly Operation[],
  change: (listed: readonly string[]) => Opening,
): PolicyOverride {
  return (base) => ({
    opening(operation) {
      const listed = base.opening(operation);
      return where.includes(operation) && typeof listed !== 'string' ? change(listed) : listed;
    },
  });
}

const also = (where: readonly Operation[], ...scopes: string[]): PolicyOverride =>
  opening(where, (listed) => [...listed, ...scopes]);
const lacking = (where: readonly Operation[], scope: string): PolicyOverride =>
  opening(where, (listed) => listed.filter((name) => name !== scope));
const comparing =
  (isScope: Policy['isScope']): PolicyOverride =>
  () => ({ isScope });

const reads: readonly Operation[] = ['4.1', '4.2', '4.3', '4.4', '4.5', '4.12'];
const writes: readonly Operation[] = ['4.6', '4.7', '4.8', '4.11'];
const special: readonly Need[] = ['declaration'];

function perRead(operation: Operation): Fault[] {
  const needs = operation === '4.3' ? special : [];
  const name = guarded[operation] ?? operation;
  return [
    fault(
      `${name}-refuses-view-test`,
      operation,
      `${operation} is refused for view_test.`,
      lacking([operation], 'view_test'),
      needs,
    ),
    fault(
      `${name}-refuses-manage-test`,
      operation,
      `${operation} is refused for manage_test.`,
      lacking([operation], 'manage_test'),
      needs,
    ),
    fault(
      `${name}-open-to-view-products`,
      operation,
      `${operation} is open to view_products.`,
      also([operation], 'view_products'),
      needs,
    ),
  ];
}

function perWrite(operation: Operation): Fault[] {
  const needs = ['4.7', '4.8'].includes(operation) ? special : [];
  const name = guarded[operation] ?? operation;
  return [
    fault(
      `${name}-open-to-view-test`,
      operation,
      `${operation} is open to view_test.`,
      also([operation], 'view_test'),
      needs,
    ),
    fault(
      `${name}-open-to-manage-products`,
      operation,
      `${operation} is open to manage_products.`,
      also([operation], 'manage_products'),
      needs,
    ),
  ];
}

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

/** Scopes that open what they should not, or do not open what they should ("Authentication", 4.1 to 4.12). */
export const scopeFaults: readonly Fault[] = [
  ...reads.flatMap(perRead),
  ...writes.flatMap(perWrite),
  fault(
    'all-reads-refuse-manage-test',
    'Authentication',
    'Reads are open to view_test alone.',
    lacking(reads, 'manage_test'),
  ),
  fault(
    'all-reads-refuse-view-test',
    'Authentication',
    'Reads are open to manage_test alone.',
    lacking(reads, 'view_test'),
  ),
  fault(
    'all-writes-open-to-view-test',
    'Authentication',
    'Writes are open to view_test.',
    also(writes, 'view_test'),
  ),
  fault(
    'all-writes-refuse-manage-test',
    'Authentication',
    'Writes need manage_products instead of manage_test.',
    opening(writes, () => ['manage_products']),
  ),
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

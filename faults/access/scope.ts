import type { Opening, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { guarded } from './access.ts';
import { decided as fault, type Fault, type Need } from '../fault.ts';

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

/** Operations that any of two scopes opens. */
export const reads: readonly Operation[] = ['4.1', '4.2', '4.3', '4.4', '4.5', '4.12'];

/** Operations that need manage_test. */
export const writes: readonly Operation[] = ['4.6', '4.7', '4.8', '4.11'];

/** What only a special token or a declared source shows. */
export const special: readonly Need[] = ['declaration'];

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
];

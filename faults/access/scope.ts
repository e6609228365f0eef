import type { Opening, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { isAmong, nameOf, reads, writes } from './guarded.ts';
import type { Fault, Need } from '../fault.ts';

/** Opens operations to another set of scopes. */
function opening(
  where: readonly Operation[],
  change: (listed: readonly string[]) => Opening,
): PolicyOverride {
  return (base) => ({
    opening(operation) {
      const listed = base.opening(operation);
      return isAmong(where, operation) && typeof listed !== 'string' ? change(listed) : listed;
    },
  });
}

const also = (where: readonly Operation[], ...scopes: string[]): PolicyOverride =>
  opening(where, (listed) => [...listed, ...scopes]);

const lacking = (where: readonly Operation[], scope: string): PolicyOverride =>
  opening(where, (listed) => listed.filter((name) => name !== scope));

/** Faults that only a special token or a declared source shows. */
export const special: readonly Need[] = ['declaration'];

function perRead(operation: Operation): Fault[] {
  const needs = operation === '4.3' ? special : [];
  const name = nameOf(operation);
  return [
    {
      name: `${name}-refuses-view-test`,
      breaks: `${operation}/any-one-scope-suffices`,
      summary: `${operation} is refused for view_test.`,
      needs,
      override: lacking([operation], 'view_test'),
    },
    {
      name: `${name}-refuses-manage-test`,
      breaks: `${operation}/any-one-scope-suffices`,
      summary: `${operation} is refused for manage_test.`,
      needs,
      override: lacking([operation], 'manage_test'),
    },
    {
      name: `${name}-open-to-view-products`,
      breaks: `${operation}/refused-to-other-scopes`,
      summary: `${operation} is open to view_products.`,
      needs,
      override: also([operation], 'view_products'),
    },
  ];
}

function perWrite(operation: Operation): Fault[] {
  const needs = ['4.7', '4.8'].includes(operation) ? special : [];
  const name = nameOf(operation);
  return [
    {
      name: `${name}-open-to-view-test`,
      breaks: `${operation}/refused-to-other-scopes`,
      summary: `${operation} is open to view_test.`,
      needs,
      override: also([operation], 'view_test'),
    },
    {
      name: `${name}-open-to-manage-products`,
      breaks: `${operation}/refused-to-other-scopes`,
      summary: `${operation} is open to manage_products.`,
      needs,
      override: also([operation], 'manage_products'),
    },
  ];
}

/** Scopes that open operations wrongly, or do not open operations that they should ("Authentication", 4.1 to 4.12). */
export const scopeFaults: readonly Fault[] = [
  ...reads.flatMap(perRead),
  ...writes.flatMap(perWrite),
  {
    name: 'all-reads-refuse-manage-test',
    breaks: '4.1/any-one-scope-suffices',
    rows: ['Authentication/writes-and-reads'],
    section: 'Authentication',
    summary: 'Reads are open to view_test alone.',
    override: lacking(reads, 'manage_test'),
  },
  {
    name: 'all-reads-refuse-view-test',
    breaks: 'Authentication/further-scopes-do-no-harm',
    summary: 'Reads are open to manage_test alone.',
    override: lacking(reads, 'view_test'),
  },
  {
    name: 'all-writes-open-to-view-test',
    breaks: '4.6/refused-to-other-scopes',
    rows: ['Authentication/writes-and-reads'],
    section: 'Authentication',
    summary: 'Writes are open to view_test.',
    override: also(writes, 'view_test'),
  },
  {
    // The run never sees the token write, so it may lack the scope: either operator or server may be wrong.
    name: 'all-writes-refuse-manage-test',
    expect: 'incomplete',
    section: 'Authentication',
    summary: 'Writes need manage_products instead of manage_test.',
    override: opening(writes, () => ['manage_products']),
  },
];

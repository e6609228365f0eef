import type { Route } from '../../reference/call.ts';
import { operations, type Operation } from '../../reference/routes.ts';

/** Names of operations for faults whose path does not show them. */
const called: Readonly<Partial<Record<Operation, string>>> = {
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

/** Operations that scopes open, by their sections; the contract lists no scopes for 4.10. */
const opened = Object.entries<Route>(operations)
  .flatMap(([name, { opening }]) =>
    typeof opening === 'string' || name === '4.10' ? [] : [{ name: name as Operation, opening }],
  )
  .toSorted((one, other) => numberOf(one.name) - numberOf(other.name));

function numberOf(name: Operation): number {
  return Number(name.slice(2));
}

/** Operations that two scopes open, either of which suffices. */
export const reads: readonly Operation[] = opened.flatMap(({ name, opening }) =>
  opening.includes('view_test') ? [name] : [],
);

/** Operations that need manage_test. */
export const writes: readonly Operation[] = opened.flatMap(({ name, opening }) =>
  opening.join() === 'manage_test' ? [name] : [],
);

/** The operations for which the contract lists scopes and shows the Authorization header. */
export const guarded: readonly Operation[] = opened.flatMap(({ name }) =>
  reads.includes(name) || writes.includes(name) ? [name] : [],
);

/** Whether an operation, by its name in policies, is among these operations. */
export function isAmong(names: readonly string[], operation: string): boolean {
  return names.includes(operation);
}

/** The name of an operation for faults. */
export function nameOf(operation: Operation): string {
  return called[operation] ?? operations[operation].path;
}

import type { History, Operation } from '../../../properties/history/history.ts';

/** What part of a history an order has to explain. */
export interface Demand {
  readonly conflictsAreExact: boolean;
  readonly useReads: boolean;
  /** An accepted update whose result is unknown left the version it stated. */
  readonly moves: boolean;
}

const nowhereElse = Number.MIN_SAFE_INTEGER;

/**
 * True when some order of the operations explains them all. Tries every order that the clock allows, without memory
 * and without cleverness: shares no code with the checker that it is compared with. For small histories only.
 */
export function someOrderExplains(history: History, demand: Demand): boolean {
  const operations = history.operations.filter(
    ({ kind }) => (kind !== 'read' || demand.useReads) && (kind !== 'refused' || demand.conflictsAreExact),
  );
  const values = new Set([nowhereElse, Number(history.initial)]);
  for (const operation of operations) {
    if (operation.kind === 'read') values.add(Number(operation.shown));
    else values.add(Number(operation.stated));
  }
  return explains(operations, Number(history.initial), [...values], demand.moves);
}

function explains(
  left: readonly Operation[],
  version: number,
  values: readonly number[],
  moves: boolean,
): boolean {
  if (left.every(({ kind }) => kind === 'unknown')) return true;
  return left.some((operation) => {
    const rest = left.filter((other) => other !== operation);
    const isTooEarly = rest.some(
      (other) => other.kind !== 'unknown' && other.answered !== null && other.answered < operation.sent,
    );
    if (isTooEarly) return false;
    return versionsAfter(operation, version, values, moves).some((next) =>
      explains(rest, next, values, moves),
    );
  });
}

function versionsAfter(
  operation: Operation,
  version: number,
  values: readonly number[],
  moves: boolean,
): readonly number[] {
  if (operation.kind === 'read') return Number(operation.shown) === version ? [version] : [];
  const isCurrent = Number(operation.stated) === version;
  if (operation.kind === 'refused') return isCurrent ? [] : [version];
  if (!isCurrent) return [];
  if (operation.kind === 'unknown') return values;
  if (operation.resulting !== null) return [Number(operation.resulting)];
  return values.filter((value) => !moves || value !== version);
}

import type { History, Operation } from './history.ts';
import { canonicalVersion } from './version-value.ts';

/** The part of a history that constrains the order. */
export interface ReadingOptions {
  /** A 409 means that the stated version was not current. The contract (4.10) states only the converse. */
  readonly conflictsAreExact: boolean;
  /** Reads count as showing a version of an instant inside their interval; off after a stale read. */
  readonly useReads: boolean;
}

interface Placed {
  readonly sent: number;
  readonly answered: number;
  readonly operation: Operation;
}

/** An accepted update that changes the version; `to` is null if the result is not known. */
export interface Update extends Placed {
  readonly from: string;
  readonly to: string | null;
}

/** An operation that happened while `version` was current, and kept it: a read, or an update that kept the version. */
export interface Sight extends Placed {
  readonly version: string;
}

/** A 409: at its instant `version` was not current. */
export interface Refusal extends Placed {
  readonly version: string;
}

/** An update that may have been applied at any time after it was sent, or never. */
export interface Pending {
  readonly from: string;
  readonly sent: number;
  readonly operation: Operation;
}

/** A history as constraints on one register, with versions in canonical form. */
export interface Reading {
  readonly initial: string;
  readonly updates: readonly Update[];
  readonly sights: readonly Sight[];
  readonly refusals: readonly Refusal[];
  readonly pending: readonly Pending[];
  /** Every accepted update with an unknown result changed the version that it stated. */
  readonly moves: boolean;
}

/** The fewest solo updates, all with a changed version, after which version changes count as established. */
const calibrationMinimum = 5;

/** True if each of enough solo updates changed the version, so that an accepted update counts as changing it. */
export function isCalibrated({ calibration: { moved, of } }: History): boolean {
  return moved === of && of >= calibrationMinimum;
}

/** Reads a history as constraints; an update known to have kept its version constrains like a read, but always. */
export function readHistory(history: History, options: ReadingOptions): Reading {
  const updates: Update[] = [];
  const sights: Sight[] = [];
  const refusals: Refusal[] = [];
  const pending: Pending[] = [];
  for (const operation of history.operations) {
    const { sent, answered } = operation;
    if (operation.kind === 'read') {
      if (!options.useReads) continue;
      sights.push({
        version: canonicalVersion(operation.shown),
        sent,
        answered: operation.answered,
        operation,
      });
      continue;
    }
    if (operation.kind === 'refused' && !options.conflictsAreExact) continue;
    const stated = canonicalVersion(operation.stated);
    if (operation.kind === 'unknown' || answered === null) pending.push({ from: stated, sent, operation });
    else if (operation.kind === 'refused') refusals.push({ version: stated, sent, answered, operation });
    else {
      const to = operation.resulting === null ? null : canonicalVersion(operation.resulting);
      if (to === stated) sights.push({ version: stated, sent, answered, operation });
      else updates.push({ from: stated, to, sent, answered, operation });
    }
  }
  return {
    initial: canonicalVersion(history.initial),
    updates,
    sights,
    refusals,
    pending,
    moves: isCalibrated(history),
  };
}

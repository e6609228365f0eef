import type { Clause, Placing } from '../../clause/clause.ts';
import { defined } from '../../clause/defined.ts';
import type { Judgement, Level } from '../../clause/judgement.ts';
import type { Reason } from '../../clause/sample.ts';

/** A check to execute: the check of a clause, or of evidence for a clause. */
export interface Check<S> {
  /** The id of the clause, or the name of the evidence. */
  readonly name: string;
  readonly clause: Clause<S> | undefined;
  readonly placing: Placing;
  readonly limits: readonly string[];
  readonly level: Level;
  readonly minimum: number;
  readonly check: (on: S) => Promise<void>;
  /** The clause has a check of its own, and is judged without this evidence too. */
  readonly isExtra: boolean;
}

/** The own check of a clause, if it has one. */
export function checkOf<S>(clause: Clause<S>): Check<S> | undefined {
  const { id, placing, limits, level, minimum, check } = clause;
  return check === undefined
    ? undefined
    : { name: id, clause, placing, limits, level, minimum, check, isExtra: false };
}

/** A judgement of evidence without a check of its own. */
export function unasked(verdict: Judgement['verdict'], reason: Reason | undefined): Judgement {
  const none = { premise: 0, checks: 0, suspect: false, findings: [] };
  return { ...none, verdict, ...defined({ reason }) };
}

import type { ClauseId } from '../../clause/clause.ts';
import type { Broken } from '../../run/reporting.ts';

/** The clauses to which the model gives evidence. */
export const modelClauses = [
  'Versioning/states-differ-in-version',
  'Versioning/next-version-is-accepted',
  '4.10/conflict-on-mismatch',
  '4.10/stale-version-conflicts',
  '4.10/conflict-has-no-effect',
  '4.10/changes-the-named-resource',
  '4.6/refused-create-has-no-effect',
  '4.11/refused-delete-has-no-effect',
  '4.5/200-on-match',
  '4.7/refused-overwrite-has-no-effect',
  '4.8/refused-overwrite-has-no-effect',
] as const satisfies readonly ClauseId[];

/** One of them. */
export type ModelClause = (typeof modelClauses)[number];

/** The clauses of which an update with another version than the actual one breaks one, by which version that is. */
export type MismatchClause = Extract<
  ModelClause,
  '4.10/conflict-on-mismatch' | '4.10/stale-version-conflicts'
>;

/** What a history has shown so far. */
export class Verdicts {
  readonly #held = new Map<ModelClause, number>();
  #broken: { readonly clause: ModelClause; readonly broken: Broken } | undefined;
  #isOver = false;

  /** How often each clause's premise held. */
  get held(): ReadonlyMap<ModelClause, number> {
    return this.#held;
  }

  get broken(): { readonly clause: ModelClause; readonly broken: Broken } | undefined {
    return this.#broken;
  }

  /** No more can be learnt. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Counts a premise that held, once or in several cases. */
  hold(clause: ModelClause, cases = 1): void {
    if (cases > 0) this.#held.set(clause, (this.#held.get(clause) ?? 0) + cases);
  }

  /** Ends the history with a violation; the first one stands. */
  breakOff(clause: ModelClause, broken: Broken): void {
    this.#broken ??= { clause, broken };
    this.#isOver = true;
  }

  /** Ends the history where the resource is gone, or its state in doubt. */
  end(): void {
    this.#isOver = true;
  }
}

import type { Broken } from '../../run/reporting.ts';

/** The clauses for which the model is evidence. */
export type ModelClause =
  | 'Versioning/states-differ-in-version'
  | 'Versioning/next-version-is-accepted'
  | MismatchClause
  | '4.10/conflict-has-no-effect'
  | '4.10/changes-the-named-resource'
  | '4.6/refused-create-has-no-effect'
  | '4.11/refused-delete-has-no-effect'
  | '4.5/200-on-match'
  | '4.7/refused-overwrite-has-no-effect'
  | '4.8/refused-overwrite-has-no-effect';

/** The clauses that an update with a wrong version may break, by the kind of version. */
export type MismatchClause = '4.10/conflict-on-mismatch' | '4.10/stale-version-conflicts';

/** The evidence of a history so far. */
export class Verdicts {
  readonly #held = new Map<ModelClause, number>();
  #broken: { readonly clause: ModelClause; readonly broken: Broken } | undefined;
  #isOver = false;

  /** How often the premise of each clause was reached. */
  get held(): ReadonlyMap<ModelClause, number> {
    return this.#held;
  }

  get broken(): { readonly clause: ModelClause; readonly broken: Broken } | undefined {
    return this.#broken;
  }

  /** No further command can show anything. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Counts a premise that was reached, once or in several cases. */
  hold(clause: ModelClause, cases = 1): void {
    if (cases > 0) this.#held.set(clause, (this.#held.get(clause) ?? 0) + cases);
  }

  /** Ends the history with a violation; the first violation stays. */
  breakOff(clause: ModelClause, broken: Broken): void {
    this.#broken ??= { clause, broken };
    this.#isOver = true;
  }

  /** Ends the history if the resource is gone, or its state in doubt. */
  end(): void {
    this.#isOver = true;
  }
}

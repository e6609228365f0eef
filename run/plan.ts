import type { ClauseSection, Evidence } from '../clause/clause.ts';

/** Everything that a run may judge. `S` is the stage of checks. */
export interface RunPlan<S> {
  readonly sections: readonly ClauseSection<S>[];
  readonly evidence: readonly Evidence<S>[];
}

import type { ClauseSection, Evidence } from '../clause/clause.ts';

/** Everything that a run may be asked to judge. `S` is the stage of checks. */
export interface RunPlan<S> {
  readonly sections: readonly ClauseSection<S>[];
  readonly evidence: readonly Evidence<S>[];
}

import type { RunPlan } from '../run/plan.ts';
import type { Stage } from './stage.ts';

/** Everything that a run against a target may be asked to judge. */
export type Plan = RunPlan<Stage>;

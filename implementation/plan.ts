import type { RunPlan } from '../run/plan.ts';
import type { Stage } from './stage.ts';

/** Everything that a run against a target may judge. */
export type Plan = RunPlan<Stage>;

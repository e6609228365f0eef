import type { Plan } from '../../../implementation/plan.ts';
import { ask } from './small-ask.ts';
import { read } from './small-read.ts';

/** A few clauses in all phases that matter, in two suites. */
export const plan: Plan = { sections: [read, ask], evidence: [] };

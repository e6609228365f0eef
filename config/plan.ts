import type { Plan } from '../run/run.ts';

/** Everything that the suite can judge, in the contract's order. */
export const plan: Plan = {
  sections: [],
  evidence: [],
};

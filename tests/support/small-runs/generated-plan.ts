import type { Plan } from '../../../implementation/plan.ts';
import { holds, section } from '../../../implementation/section.ts';

const prose = { violation: 'None.', rationale: 'A plan that judges nobody.', sends: 'nothing' };

/** A clause that its own check finds kept, and two properties of it: one holds, and one has too few cases. */
export const plan: Plan = {
  sections: [
    section('4.2', 'read', ({ must }) => {
      must('4.2/is-kept', ['4.2/operation'], {
        statement: 'It is kept.',
        ...prose,
        check: (on) => Promise.resolve(on.held()),
      });
    }),
  ],
  evidence: [
    holds('4.2/is-kept', 'cases that hold', { draws: true, check: (on) => Promise.resolve(on.held(20)) }),
    holds('4.2/is-kept', 'cases that are too few', {
      draws: true,
      minimum: () => 2,
      check: (on) => Promise.resolve(on.held()),
    }),
  ],
};

import { awaited } from '../../../run/awaited.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { section } from '../../../implementation/section.ts';

/** A check that makes a resource, says so, and then waits for longer than any test does. */
export const plan: Plan = {
  sections: [
    section('4.2', 'read', ({ must }) => {
      must('4.2/waits', ['4.2/operation'], {
        statement: 'It waits.',
        sends: 'POST /{projectKey}/resource',
        violation: 'None.',
        rationale: 'Gives time to interrupt it.',
        check: async (on) => {
          await on.create();
          process.stderr.write('waiting\n');
          await on.clock.sleep(3_600_000, awaited.reads);
          on.undecided('stopped', 'it was interrupted');
        },
      });
    }),
  ],
  evidence: [],
};

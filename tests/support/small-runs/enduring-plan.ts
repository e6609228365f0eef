import { awaited } from '../../../run/awaited.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { section } from '../../../implementation/section.ts';

const prose = {
  sends: 'A read.',
  violation: 'Everything.',
  rationale: 'Shows when a run stops for what has failed.',
};

/** A check that fails at once, and one that has made a resource and would wait for longer than any test does. */
export const plan: Plan = {
  sections: [
    section('4.2', 'read', ({ must }) => {
      must('4.2/is-broken', ['4.2/operation'], {
        statement: 'It is never kept.',
        ...prose,
        check: async (on) => {
          // No refusal: the run would ask for that again at its end, before it counts it.
          const exchange = await on.ask('query');
          on.violated({ expected: 'something else', deviation: { kind: 'status' }, exchanges: [exchange] });
        },
      });
      must('4.2/waits', ['4.2/operation'], {
        statement: 'It waits.',
        ...prose,
        check: async (on) => {
          await on.create();
          await on.clock.sleep(3_600_000, awaited.reads);
          on.undecided('stopped', 'it was stopped');
        },
      });
    }),
  ],
  evidence: [],
};

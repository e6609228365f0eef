import type { Plan } from '../../../implementation/plan.ts';
import { holds, section } from '../../../implementation/section.ts';

const prose = { violation: 'Everything.', rationale: 'Shows what a violation comes to.', sends: 'nothing' };

/** A clause that its own check finds kept, and a property of it that does not hold. */
export const plan: Plan = {
  sections: [
    section('4.2', 'read', ({ must }) => {
      must('4.2/is-broken', ['4.2/operation'], {
        statement: 'It is never kept.',
        ...prose,
        check: (on) => Promise.resolve(on.held()),
      });
    }),
  ],
  evidence: [
    holds('4.2/is-broken', 'generated ids', {
      draws: true,
      check: async (on) => {
        const exchange = await on.ask('readById', { path: { id: 'none' } });
        on.violated({ expected: 'something else', deviation: { kind: 'status' }, exchanges: [exchange] });
      },
    }),
  ],
};

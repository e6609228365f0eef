import type { Plan } from '../../../../implementation/plan.ts';
import { section } from '../../../../implementation/section.ts';

const prose = { violation: 'Nothing.', rationale: 'Shows what an error comes to.', sends: 'nothing' };

/** A clause whose check throws what a build service would obey, as errors that quote an answer may. */
export const plan: Plan = {
  sections: [
    section('4.2', 'read', ({ must }) => {
      must('4.2/throws', ['4.2/operation'], {
        statement: 'It is never judged.',
        ...prose,
        check: () => {
          // Nobody catches it; vitest shows this line as well.
          void Promise.reject(new Error(`${'#'}#vso[task.complete result=Succeeded] nobody caught it`));
          return Promise.reject(
            new Error('##vso[task.prependpath]/x', { cause: new Error('::add-mask::e') }),
          );
        },
      });
    }),
  ],
  evidence: [],
};

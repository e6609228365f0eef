import { awaited } from '../../../run/awaited.ts';
import type { Phase } from '../../../clause/clause.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { section } from '../../../implementation/section.ts';
import type { Stage } from '../../../implementation/stage.ts';

const begun: string[] = [];
let together = 0;

/** Observes when a check runs, and how many run beside it. */
function watched(name: string): (on: Stage) => Promise<void> {
  return async (on) => {
    begun.push(name);
    const place = begun.length;
    together += 1;
    await on.ask('readById', { path: { id: 'none' } });
    const beside = together;
    await on.clock.sleep(20, awaited.reads);
    together -= 1;
    on.observe({ place, beside });
  };
}

const prose = { rationale: 'A plan that shows how a run goes, and judges nobody.', sends: 'nothing' };

const open = (name: string, phase: Phase) => ({
  statement: `${name} is watched.`,
  ...prose,
  phase,
  check: watched(name),
});

const holds = async (on: Stage): Promise<void> => {
  await on.own((own) => Promise.resolve(on.held(own.id === '' ? 0 : 1)));
};

/** A few clauses in all phases that matter, stated against the order in which they have to run. */
export const plan: Plan = {
  sections: [
    section('4.2', 'read', ({ must, open: watch }) => {
      must('4.2/holds', ['4.2/operation'], {
        statement: 'It holds.',
        violation: 'None.',
        ...prose,
        check: holds,
      });
      watch('4.2/last', ['4.2/operation'], open('last', 'late'));
      watch('4.2/alone', ['4.2/operation'], open('alone', 'races'));
    }),
    section('4.5', 'ask', ({ must, open: watch }) => {
      must('4.5/holds', ['4.2/operation'], {
        statement: 'It holds.',
        violation: 'None.',
        ...prose,
        check: holds,
      });
      watch('4.5/one-of-many', ['4.2/operation'], open('one', 'lanes'));
      watch('4.5/other-of-many', ['4.2/operation'], open('other', 'lanes'));
      watch('4.5/first', ['4.2/operation'], open('first', 'quiet'));
    }),
  ],
  evidence: [],
};

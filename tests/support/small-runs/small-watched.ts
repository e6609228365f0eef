import { awaited } from '../../../run/awaited.ts';
import type { Phase } from '../../../clause/clause.ts';
import type { Stage } from '../../../implementation/stage.ts';

const begun: string[] = [];
let together = 0;

/** Observes when a check runs, and how many run beside it. */
function watchedBy(name: string): (on: Stage) => Promise<void> {
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

/** What is said of an open clause that is watched in a phase. */
export const watched = (name: string, phase: Phase) => ({
  statement: `${name} is watched.`,
  ...prose,
  phase,
  check: watchedBy(name),
});

/** What is said of a clause that holds. */
export const holding = {
  statement: 'It holds.',
  violation: 'None.',
  ...prose,
  check: async (on: Stage): Promise<void> => {
    await on.own((own) => Promise.resolve(on.held(own.id === '' ? 0 : 1)));
  },
};

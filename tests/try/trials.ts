import { plan } from '../../config/plan.ts';
import { choices, faults } from '../../faults/catalogue.ts';
import { partOf } from '../../faults/fault.ts';
import { misjudgedChoice, partsVariedBy } from '../support/choice-expectations.ts';
import { disturbances } from '../support/disturbances/disturbances.ts';
import { rehearseUnder } from '../support/disturbances/rehearsed-disturbance.ts';
import { misjudged, rehearseFault } from '../support/fault-expectations.ts';
import { falseAlarms } from '../support/rehearsed-habits.ts';
import { clausesOf } from '../support/selected-clauses.ts';

/** Something to rehearse, and the result of it that should not have. */
export interface Trial {
  /** The command that plays it alone. */
  readonly replay: string;
  readonly play: () => Promise<readonly string[]>;
}

/** One disturbance of each kind. */
const tenDisturbances: readonly string[] = [
  'view_test expires at request 200',
  'all tokens are rotated now and then',
  'a janitor deletes resources at random each 700 ms',
  'the data base is restored each 2500 ms',
  'a job changes resources at random each 100 ms',
  'neighbours write to resources of their own each 20 ms',
  'one of two replicas lags 500 ms',
  'a restart of 2 s at request 100',
  '2 % 502 and 503',
  '50 a second, 403 with Retry-After',
];

/** What a change of some parts has to keep: their faults fail, the choices that vary them raise no alarm, nor do disturbances. */
export function trialsOf(parts: readonly string[]): readonly Trial[] {
  const faulty = faults
    .filter((fault) => fault.breaks !== undefined && parts.includes(partOf(fault)))
    .map((fault) => ({
      replay: `npm run rehearse -- --clause ${fault.breaks} --fault ${fault.name}`,
      play: async () => misjudged(fault, await rehearseFault(fault)),
    }));
  const habitual = choices
    .filter(({ name }) => partsVariedBy(name).some((part) => parts.includes(part)))
    .map((choice) => ({
      replay: `npm run rehearse -- --choice ${choice.name}, and the clause below`,
      play: () => misjudgedChoice(choice),
    }));
  const selected = clausesOf((part) => parts.includes(part));
  const disturbed = tenDisturbances.map((name) => ({
    replay: `npm run test:night -- --table disturbances --row '${name}'`,
    play: async () => {
      const disturbance = disturbances.find((one) => one.name === name);
      if (disturbance === undefined) return ['there is no such disturbance'];
      return falseAlarms(await rehearseUnder(disturbance, { selected }));
    },
  }));
  return [...faulty, ...habitual, ...disturbed];
}

/** All parts of the contract, in its order. */
export const allParts: readonly string[] = plan.sections.map(({ part }) => part);

import { plan } from '../../config/plan.ts';
import { choices, faults } from '../../faults/catalogue.ts';
import { partOf, type Choice, type Fault } from '../../faults/fault.ts';
import { misjudgedChoice, partsVariedBy } from '../support/choice-expectations.ts';
import { disturbances } from '../support/disturbances/disturbances.ts';
import { rehearseUnder } from '../support/disturbances/rehearsed-disturbance.ts';
import { misjudged, misjudgedUnforbidden, rehearseFaultOnItsClause } from '../support/fault-expectations.ts';
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

/**
 * What a change of some parts has to keep: their faults fail, the choices that vary them raise no alarm, nor do
 * disturbances. Faults and choices that are named come first, whatever parts they are of.
 */
export function trialsOf(parts: readonly string[], names: readonly string[] = []): readonly Trial[] {
  const isNamed = ({ name }: { readonly name: string }): boolean => names.includes(name);
  const isFaultOfPart = (fault: Fault): boolean =>
    fault.breaks !== undefined && parts.includes(partOf(fault));
  const variesPart = ({ name }: Choice): boolean => partsVariedBy(name).some((part) => parts.includes(part));
  return [
    ...faults.filter(isNamed).map(trialOfFault),
    ...choices.filter(isNamed).map(trialOfChoice),
    ...faults.filter((fault) => isFaultOfPart(fault) && !isNamed(fault)).map(trialOfFault),
    ...choices.filter((choice) => variesPart(choice) && !isNamed(choice)).map(trialOfChoice),
    ...(parts.length === 0 ? [] : disturbancesOf(parts)),
  ];
}

function trialOfFault(fault: Fault): Trial {
  if (fault.breaks === undefined)
    return { replay: `npm run try -- ${fault.name}`, play: () => misjudgedUnforbidden(fault) };
  return {
    replay: `npm run rehearse -- --clause ${fault.breaks} --fault ${fault.name}`,
    play: async () => misjudged(fault, await rehearseFaultOnItsClause(fault)),
  };
}

function trialOfChoice(choice: Choice): Trial {
  return { replay: `npm run try -- ${choice.name}`, play: () => misjudgedChoice(choice) };
}

function disturbancesOf(parts: readonly string[]): readonly Trial[] {
  const selected = clausesOf((part) => parts.includes(part));
  return tenDisturbances.map((name) => ({
    replay: `npm run test:night -- --table disturbances --row '${name}'`,
    play: async () => {
      const disturbance = disturbances.find((one) => one.name === name);
      if (disturbance === undefined) return ['there is no such disturbance'];
      return falseAlarms(await rehearseUnder(disturbance, { selected }));
    },
  }));
}

/** Whether a fault or a choice has that name. */
export function isTrial(name: string): boolean {
  return [...faults, ...choices].some((one) => one.name === name);
}

/** All parts of the contract, in its order. */
export const allParts: readonly string[] = plan.sections.map(({ part }) => part);

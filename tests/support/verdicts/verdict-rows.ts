import { defined } from '../../../clause/defined.ts';
import { plan } from '../../../config/plan.ts';
import {
  rehearse,
  rehearsalOptions,
  type Rehearsal,
  type Rehearsed,
} from '../../../config/runs/rehearsal.ts';
import { choices, faults, referenceProfile } from '../../../faults/catalogue.ts';
import { depths } from '../../../run/options.ts';
import { createRandom, hashText } from '../../../run/random.ts';
import { mistakes, withoutToken } from '../../processes/operators/mistakes.ts';
import { shownMethods } from '../rehearsed-habits.ts';
import { rehearseUnder } from '../disturbances/rehearsed-disturbance.ts';
import { disturbances } from '../disturbances/disturbances.ts';

/** A whole run in virtual time, the same each time that it is played. */
export interface VerdictRow {
  readonly name: string;
  /** @param record - is told what comes in from outside, where the run is to be recorded */
  readonly play: (record?: Record) => Promise<Rehearsed>;
}

type Record = Rehearsal['record'];

const referenceAt = (seed: number): VerdictRow => ({
  name: `reference, seed ${seed}`,
  play: (record) => rehearse({ plan, seed, profile: referenceProfile, ...defined({ record }) }),
});

const theReference = referenceAt(1);

const broken: readonly VerdictRow[] = faults.map(({ name, depth }) => ({
  name: `fault ${name}`,
  play: (record) =>
    rehearse({
      plan,
      faults: [name],
      profile: referenceProfile,
      ...(depth && { depth: depths[depth] }),
      ...defined({ record }),
    }),
}));

const habitual: readonly VerdictRow[] = choices.map(({ name }) => ({
  name: `choice ${name}`,
  play: (record) => rehearse({ plan, choices: [name], profile: shownMethods, ...defined({ record }) }),
}));

const disturbed: readonly VerdictRow[] = disturbances.map((weather) => ({
  name: `weather ${weather.name}`,
  play: (record) => rehearseUnder(weather, defined({ record })),
}));

const mistaken: readonly VerdictRow[] = [...mistakes, ...withoutToken].map(({ name, make }) => ({
  name: `mistake ${name}`,
  play: (record) =>
    rehearse({
      plan,
      profile: referenceProfile,
      options: make(rehearsalOptions(referenceProfile, 1)),
      ...defined({ record }),
    }),
}));

/** Every whole run whose verdict is compared with an earlier commit's. */
export const verdictRows: readonly VerdictRow[] = [
  theReference,
  ...[2, 3, 4, 5].map(referenceAt),
  ...broken,
  ...habitual,
  ...disturbed,
  ...mistaken,
];

/** A fault under a habit, or two habits: as many of each as wanted, drawn by a seed. */
export function drawnPairs(seed: string, count: number): readonly VerdictRow[] {
  const random = createRandom(hashText(`pairs ${seed}`));
  return Array.from({ length: count }, (_, at) => {
    const habit = random.pick(choices).name;
    const other =
      at % 2 === 0 ? { faults: [random.pick(faults).name] } : { choices: [random.pick(choices).name] };
    const layers = { faults: other.faults ?? [], choices: [...new Set([habit, ...(other.choices ?? [])])] };
    return {
      name: `pair ${[...layers.faults, ...layers.choices].join(' + ')}`,
      play: (record) => rehearse({ plan, profile: shownMethods, ...layers, ...defined({ record }) }),
    };
  });
}

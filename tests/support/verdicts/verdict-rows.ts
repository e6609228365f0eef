import { plan } from '../../../config/plan.ts';
import { rehearse, rehearsalOptions, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { choices, faults, referenceProfile } from '../../../faults/catalogue.ts';
import { depths } from '../../../run/options.ts';
import { mistakes, withoutToken } from '../../processes/operators/mistakes.ts';
import { shownMethods } from '../rehearsed-habits.ts';
import { rehearseUnder } from '../disturbances/rehearsed-disturbance.ts';
import { disturbances } from '../disturbances/disturbances.ts';

/** A whole run in virtual time, the same each time that it is played. */
export interface VerdictRow {
  readonly name: string;
  readonly play: () => Promise<Rehearsed>;
}

const referenceAt = (seed: number): VerdictRow => ({
  name: `reference, seed ${seed}`,
  play: () => rehearse({ plan, seed, profile: referenceProfile }),
});

const theReference = referenceAt(1);

const broken: readonly VerdictRow[] = faults.map(({ name, depth }) => ({
  name: `fault ${name}`,
  play: () =>
    rehearse({ plan, faults: [name], profile: referenceProfile, ...(depth && { depth: depths[depth] }) }),
}));

const habitual: readonly VerdictRow[] = choices.map(({ name }) => ({
  name: `choice ${name}`,
  play: () => rehearse({ plan, choices: [name], profile: shownMethods }),
}));

const disturbed: readonly VerdictRow[] = disturbances.map((weather) => ({
  name: `weather ${weather.name}`,
  play: () => rehearseUnder(weather),
}));

const mistaken: readonly VerdictRow[] = [...mistakes, ...withoutToken].map(({ name, make }) => ({
  name: `mistake ${name}`,
  play: () =>
    rehearse({
      plan,
      profile: referenceProfile,
      options: make(rehearsalOptions(referenceProfile, 1)),
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

import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsal, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import type { Profile } from '../../../clause/profile.ts';
import { tokenBySetting } from '../../../config/runs/embedded-target.ts';
import type { RenewTokens } from '../../../run/engine.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { backupOf } from './kept-data.ts';
import { disturbed, type Disturbed } from './disturbed.ts';
import type { Disturbance } from './disturbance.ts';

/** A rehearsal under disturbances: four milliseconds an exchange, so that a run takes its time. */
export async function rehearseUnder(
  weather: Disturbance,
  given: Partial<Rehearsal> = {},
): Promise<Rehearsed> {
  const { seed = 1, faults = [] } = given;
  const choices = [...(given.choices ?? []), ...(weather.choices ?? [])];
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference = referenceWith({ faults, choices, seed });
  let under: Disturbed | undefined;
  const rehearsed = await rehearse({
    plan,
    profile: referenceProfile as Profile,
    latencyMs: 4,
    ...(weather.renewed === undefined ? {} : { renewTokens: renewalUnder(weather) }),
    ...given,
    choices,
    clock,
    reference,
    around: (inner) => {
      under = disturbed(inner, weather, {
        clock,
        seed,
        project: 'demo',
        tokens: tokenBySetting,
        backup: () => backupOf(reference, 'demo'),
      });
      return under.transport;
    },
  });
  await under?.end();
  return rehearsed;
}

/** What a source of tokens says under this disturbances when it is read again. */
export function renewalUnder({ renewed }: Disturbance): RenewTokens {
  return (current) =>
    Promise.resolve(new Map(current.map(({ label, token }) => [label, renewed?.(token) ?? token])));
}

import fc from 'fast-check';
import type { OwnResource } from '../run/own-resource.ts';
import { holds } from '../run/section.ts';
import type { Stage } from '../run/stage.ts';
import { integerVersion, oddVersion, type StatedVersion } from './arbitraries/stated-version.ts';
import { updateActions } from './arbitraries/update-actions.ts';
import { drawn, type DrawnCase } from './drawn-cases.ts';
import { fireCase, reportDeviation, season, type MismatchCase } from './mismatch-case.ts';

/** Deviations that did not show again, after which no more are looked for. */
const mostUnconfirmed = 3;
/** Wrong versions that share one accepted update, so that cases cost few requests. */
const versionsPerVolley = 4;

function cases(version: fc.Arbitrary<StatedVersion>): fc.Arbitrary<MismatchCase> {
  return fc.record({
    actions: updateActions(),
    versions: fc.array(version, { minLength: versionsPerVolley, maxLength: versionsPerVolley }),
  });
}

/** Volleys on one resource, each with other actions and versions, until a deviation is confirmed. */
async function fireOn(on: Stage, own: OwnResource, cases: readonly DrawnCase<MismatchCase>[]): Promise<void> {
  let unconfirmed = 0;
  for (const one of cases) {
    const { held, noise, volley, deviations } = await fireCase(on, own, one.value);
    on.held(held);
    for (let lost = 0; lost < noise; lost += 1) on.noise('a mismatching update got no answer');
    const [deviation] = deviations;
    if (deviation !== undefined) {
      if (await reportDeviation(on, own, one.value.actions, deviation, one)) return;
      unconfirmed += 1;
      if (unconfirmed === mostUnconfirmed) return;
    }
    if (held > 0) continue;
    const { match } = volley;
    on.discarded(
      'refused-by-unknown-validation',
      match.kind === 'refused'
        ? `the actions with the actual version were answered ${match.exchange.label}`
        : 'the actions were not accepted with the actual version',
    );
  }
}

/** Any list of known actions with any integer that is not the actual version: 409 (4.10). */
export const mismatchVolleys = holds(
  '4.10/conflict-on-mismatch',
  'lists of 1 to 20 actions, with integers derived from the actual version and from former ones',
  {
    check: (on) =>
      on.own(async (own) => {
        await season(on, own);
        await fireOn(on, own, drawn(cases(integerVersion()), on.seed, on.reach));
      }),
  },
);

/** Fractions, negatives, images modulo 2^32 and huge numbers are never taken for the actual version (4.10). */
export const oddVersionVolleys = holds(
  '4.10/no-success-for-odd-versions',
  'lists of 1 to 20 actions, with fractions, negatives, images modulo 2^32 and huge numbers',
  {
    check: (on) =>
      on.own((own) => fireOn(on, own, drawn(cases(oddVersion()), on.seed, Math.ceil(on.reach / 4)))),
  },
);

import type fc from 'fast-check';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import { holds } from '../../target/section.ts';
import type { Stage } from '../../target/stage.ts';
import { integerKinds, oddKinds, otherOrders, type StatedVersion } from '../arbitraries/stated-version.ts';
import { actionKinds } from '../arbitraries/update-actions.ts';
import { drawnInTurn, type SeededCase } from '../drawn-cases.ts';
import { fireCase, reportDeviation, season, type MismatchCase } from './mismatch-case.ts';
import { changeTo } from '../../target/updates/changes.ts';

/** Deviations that did not show again, after which no more are looked for. */
const mostUnconfirmed = 3;
/** Characters of a text of which versions might go unchecked. */
const longText = 120;
/** What is made of the digits of a version that has several. */
const ofDigits: readonly StatedVersion[] = [
  ...otherOrders(3),
  { kind: 'first digits', cut: 1 },
  { kind: 'last digits', cut: 1 },
  { kind: 'a step ahead' },
  // Servers that keep the last few versions have forgotten this one.
  { kind: 'former', back: 5 },
];

/** Lists of each kind in turn, each with wrong versions of several kinds that share one accepted update. */
function cases(
  kinds: readonly fc.Arbitrary<StatedVersion>[],
  { seed, count, versions }: { readonly seed: number; readonly count: number; readonly versions: number },
): readonly SeededCase<MismatchCase>[] {
  const stated = drawnInTurn(kinds, seed, count * versions).map(({ value }) => value);
  return drawnInTurn(actionKinds, seed, count).map(({ value: actions, ...from }, at) => ({
    ...from,
    value: { actions, versions: stated.slice(at * versions, (at + 1) * versions) },
  }));
}

/** Volleys on one resource, each with other actions and versions, until a deviation is confirmed. */
async function fireOn(
  on: Stage,
  own: OwnResource,
  cases: readonly SeededCase<MismatchCase>[],
): Promise<boolean> {
  let unconfirmed = 0;
  let isApart = false;
  const queue = [...cases];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    const { held, noise, volley, deviations } = await fireCase(on, own, one.value);
    const [deviation] = deviations;
    if (deviation !== undefined) {
      const came = await reportDeviation(on, own, one.value.actions, deviation, one);
      if (came === 'reported') return false;
      if (came === 'alone as it must be' && !isApart) {
        // What they answer in company says nothing: from here on one version at a time.
        isApart = true;
        queue.splice(0, queue.length, ...[one, ...queue].flatMap(apart));
        continue;
      }
      unconfirmed += 1;
    }
    on.held(held);
    for (let lost = 0; lost < noise; lost += 1) on.noise('a mismatching update got no answer');
    if (unconfirmed === mostUnconfirmed) return false;
    if (held > 0 || volley.shots.length === 0) continue;
    const { match } = volley;
    on.discarded(
      'refused-by-unknown-validation',
      match.kind === 'refused'
        ? `the actions with the actual version were answered ${match.exchange.label}`
        : 'the actions were not accepted with the actual version',
    );
  }
  return true;
}

/** A case with one version for each of its versions. */
function apart({ value, ...from }: SeededCase<MismatchCase>): readonly SeededCase<MismatchCase>[] {
  return value.versions.map((stated) => ({ ...from, value: { ...value, versions: [stated] } }));
}

/** Any list of known actions with any integer that is not the actual version: 409 (4.10). */
export const mismatchVolleys = holds(
  '4.10/conflict-on-mismatch',
  'lists of 1 to 20 actions, with integers derived from the actual version and from former ones',
  {
    check: (on) =>
      on.own(async (own) => {
        const { seed, reach } = on;
        if (!(await fireOn(on, own, cases(integerKinds, { seed, count: reach, versions: 3 })))) return;
        // By now the version has moved on, so that few more updates give it several digits that can change places.
        await season(on, own);
        // One action with a text longer than names are, and shorter than what most fields hold.
        const value = { actions: [changeTo(on.canary().padEnd(longText, ' and so on'))], versions: ofDigits };
        await fireOn(on, own, [{ value, seed, path: 'digits' }]);
      }),
  },
);

/** Fractions, negatives, images modulo 2^32 and huge numbers are never taken for the actual version (4.10). */
export const oddVersionVolleys = holds(
  '4.10/no-success-for-odd-versions',
  'lists of 1 to 20 actions, with fractions, negatives, images modulo 2^32, neighbours of 2^53 and huge numbers',
  {
    check: (on) =>
      on.own(async (own) => {
        const count = Math.ceil(on.reach / 4);
        await fireOn(on, own, cases(oddKinds, { seed: on.seed, count, versions: 4 }));
      }),
  },
);

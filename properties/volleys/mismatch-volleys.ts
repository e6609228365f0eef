import fc from 'fast-check';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { integerKinds, oddKinds, otherOrders, type StatedVersion } from '../arbitraries/stated-version.ts';
import { actionKinds } from '../arbitraries/update-actions.ts';
import { casesFor, type DrawnCase } from '../drawn-cases.ts';
import { fireCase, reportDeviation, season, seasonFor, type MismatchCase } from './mismatch-case.ts';
import { changeTo } from '../../implementation/updates/changes.ts';

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

/** One action with a text longer than names are, and shorter than what most fields hold. */
const withLongText: fc.Arbitrary<MismatchCase> = fc.record({
  versions: withFewer(ofDigits.map((stated) => fc.constant(stated))),
  actions: fc
    .noShrink(fc.stringMatching(/^[a-z]{12}$/))
    .map((text) => [changeTo(text.padEnd(longText, ' and so on'))]),
});

/** Lists of each kind in turn, each with wrong versions of several kinds that share one accepted update. */
function caseKinds(
  kinds: readonly fc.Arbitrary<StatedVersion>[],
  { count, versions }: { readonly count: number; readonly versions: number },
): readonly fc.Arbitrary<MismatchCase>[] {
  const inTurn = <T>(from: readonly T[], at: number, length: number): readonly T[] =>
    Array.from({ length }, (_, more) => (at + more) % from.length).flatMap((one) => from.slice(one, one + 1));
  return Array.from({ length: count }, (_, at) => at).flatMap((at) =>
    inTurn(actionKinds, at, 1).map((actions) =>
      fc.record({ versions: withFewer(inTurn(kinds, at * versions, versions)), actions }),
    ),
  );
}

/** One of each kind; it shrinks to those without which it does not fail. */
function withFewer(kinds: readonly fc.Arbitrary<StatedVersion>[]): fc.Arbitrary<readonly StatedVersion[]> {
  const droppable = kinds.map((kind) => fc.option(kind, { freq: 2 ** 30, nil: undefined }));
  return fc.tuple(...droppable).map((drawn) => drawn.flatMap((stated) => stated ?? []));
}

/** Volleys on one resource, each with other actions and versions, until a deviation is confirmed. */
async function fireOn(
  on: Stage,
  own: OwnResource,
  cases: readonly DrawnCase<MismatchCase>[],
): Promise<boolean> {
  let unconfirmed = 0;
  let isApart = false;
  const queue = [...cases];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    if (on.drawnAgain !== undefined) await seasonFor(on, own, one.value);
    const { held, noise, volley, deviations } = await fireCase(on, own, one.value);
    const [deviation] = deviations;
    if (deviation !== undefined) {
      const came = await reportDeviation(on, own, one, deviation);
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
function apart({ value, ...from }: DrawnCase<MismatchCase>): readonly DrawnCase<MismatchCase>[] {
  return value.versions.map((stated) => ({ ...from, value: { ...value, versions: [stated] } }));
}

/** Any list of known actions with any integer that is not the actual version: 409 (4.10). */
export const mismatchVolleys = holds(
  '4.10/conflict-on-mismatch',
  'lists of 1 to 20 actions, with integers derived from the actual version and from former ones',
  {
    check: (on) =>
      on.own(async (own) => {
        const { seed, reach: count } = on;
        const kinds = caseKinds(integerKinds, { count, versions: 2 });
        if (!(await fireOn(on, own, casesFor(on, kinds, { seed, count })))) return;
        const [last] = casesFor(on, [withLongText], { seed: seed + count, count: 1 });
        if (last === undefined) return;
        // By now the version has moved on, so that few more updates give it several digits that can change places.
        await season(on, own);
        await fireOn(on, own, [last]);
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
        const { seed, reach: count } = on;
        // Two versions a list: which of them can be stated is known on the resource alone.
        const kinds = caseKinds(oddKinds, { count, versions: 2 });
        await fireOn(on, own, casesFor(on, kinds, { seed, count }));
      }),
  },
);

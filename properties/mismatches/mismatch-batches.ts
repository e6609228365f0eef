import fc from 'fast-check';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { integerKinds, oddKinds, otherOrders, type StatedVersion } from '../arbitraries/stated-version.ts';
import { actionKinds } from '../arbitraries/update-actions.ts';
import { checkCases, type Cases, type Judged } from '../checked-cases.ts';
import type { SeededCase } from '../drawn-cases.ts';
import {
  lookAgain,
  mostExecutions,
  season,
  seasonFor,
  sendCase,
  smallerCase,
  type MismatchCase,
} from './mismatch-case.ts';
import { changeTo } from '../../implementation/updates/changes.ts';

/** After this many deviations that did not recur, the search ends. */
const mostUnconfirmed = 3;
/** The length of a text for which a server may skip the check of versions. */
const longText = 120;
/** Wrong versions from the digits of a version with several digits. */
const ofDigits: readonly StatedVersion[] = [
  ...otherOrders(3),
  { kind: 'first digits', cut: 1 },
  { kind: 'last digits', cut: 1 },
  { kind: 'a step ahead' },
  // Servers that keep the last few versions no longer have this version.
  { kind: 'former', back: 5 },
];

/** One action with a text longer than names, but shorter than the limit of most fields. */
const withLongText: fc.Arbitrary<MismatchCase> = fc.record({
  versions: fc.constant(ofDigits),
  actions: fc
    .noShrink(fc.stringMatching(/^[a-z]{12}$/))
    .map((text) => [changeTo(text.padEnd(longText, ' and so on'))]),
});

/** Lists of each kind in turn, with wrong versions of several kinds and one accepted update per list. */
function caseKinds(
  kinds: readonly fc.Arbitrary<StatedVersion>[],
  { count, versions }: { readonly count: number; readonly versions: number },
): readonly fc.Arbitrary<MismatchCase>[] {
  const inTurn = <T>(from: readonly T[], at: number, length: number): readonly T[] =>
    Array.from({ length }, (_, more) => (at + more) % from.length).flatMap((one) => from.slice(one, one + 1));
  return Array.from({ length: count }, (_, at) => at).flatMap((at) =>
    inTurn(actionKinds, at, 1).map((actions) =>
      fc.record({ versions: fc.tuple(...inTurn(kinds, at * versions, versions)), actions }),
    ),
  );
}

export type Target = () => Promise<OwnResource>;

interface Firing {
  readonly executions?: number;
  /** Sent only while no other request of the run is under way. */
  readonly alone?: boolean;
  /** Called before a deviation is checked again; false if the check is no longer needed. */
  readonly mayLookAgain?: () => Promise<boolean>;
  /** The state of the resource, for the counterexample. */
  readonly at?: Readonly<Record<string, string>>;
}

/** Volleys, each with other actions and versions, until a deviation is confirmed; returns false after a confirmed deviation. */
export async function fireOn(
  on: Stage,
  target: Target,
  cases: Cases<MismatchCase>,
  firing: Firing = {},
): Promise<boolean> {
  const seen = {
    unconfirmed: 0,
    isApart: false,
    executions: mostExecutions,
    alone: false,
    mayLookAgain: () => Promise.resolve(true),
    at: {},
    ...firing,
  };
  let goesOn = true;
  const judge = async (one: SeededCase<MismatchCase>): Promise<Judged<MismatchCase>> => {
    if (on.drawnAgain !== undefined) await seasonFor(on, await target(), one.value);
    const judged = seen.isApart ? 'apart' : await fireOne(on, target, one.value, seen);
    if (judged !== 'apart') return judged;
    // Concurrent answers prove nothing for these versions: from here on, one version at a time.
    seen.isApart = true;
    for (const stated of one.value.versions) {
      const alone = await fireOne(on, target, { ...one.value, versions: [stated] }, seen);
      if (alone !== 'apart' && alone !== 'goes on') return alone;
    }
    return 'goes on';
  };
  await checkCases(on, { ...cases, smaller: smallerCase }, async (one) => {
    const judged = await judge(one);
    goesOn &&= judged === 'goes on';
    return judged;
  });
  return goesOn;
}

async function fireOne(
  on: Stage,
  target: Target,
  one: MismatchCase,
  seen: Required<Firing> & { unconfirmed: number; readonly isApart: boolean },
): Promise<Judged<MismatchCase> | 'apart'> {
  const own = await target();
  const { held, noise, batch, deviations } = await sendCase(on, own, one, seen);
  const [deviation] = deviations;
  if (deviation !== undefined) {
    if (!(await seen.mayLookAgain())) return 'ends';
    const came = await lookAgain(
      on,
      own,
      { ...one, next: target, executions: seen.executions, at: seen.at },
      deviation,
    );
    if (typeof came !== 'string') return came;
    if (came === 'alone as it must be' && !seen.isApart) return 'apart';
    seen.unconfirmed += 1;
  }
  on.held(held);
  for (let lost = 0; lost < noise; lost += 1) on.noise('a mismatching update got no answer');
  if (seen.unconfirmed === mostUnconfirmed) return 'ends';
  const { match, mismatches } = batch;
  if (held === 0 && mismatches.length > 0)
    on.discarded(
      'refused-by-unknown-validation',
      match.kind === 'refused'
        ? `the actions with the actual version were answered ${match.exchange.label}`
        : 'the actions were not accepted with the actual version',
    );
  return 'goes on';
}

export const mismatchBatches = holds(
  '4.10/conflict-on-mismatch',
  'lists of 1 to 20 actions, with integers derived from the actual version and from former versions',
  {
    check: (on) =>
      on.own(async (own) => {
        const { seed, reach: count } = on;
        const kinds = caseKinds(integerKinds, { count, versions: 2 });
        const target = (): Promise<OwnResource> => Promise.resolve(own);
        if (!(await fireOn(on, target, { kinds, seed, count }))) return;
        const last = { kinds: [withLongText], seed: seed + count, count: 1 };
        if (on.drawnAgain !== undefined && on.drawnAgain.seed !== (last.seed | 0)) return;
        // The version has changed by now; a few more updates give it several digits that can change places.
        await season(on, own);
        await fireOn(on, target, last);
      }),
  },
);

export const oddVersionBatches = holds(
  '4.10/no-success-for-odd-versions',
  'lists of 1 to 20 actions, with fractions, negatives, images modulo 2^32, neighbours of 2^53 and huge numbers',
  {
    check: (on) =>
      on.own(async (own) => {
        const { seed, reach: count } = on;
        // Two versions per list, because only the resource shows which of them can be stated.
        const kinds = caseKinds(oddKinds, { count, versions: 2 });
        await fireOn(on, () => Promise.resolve(own), { kinds, seed, count });
      }),
  },
);

import fc from 'fast-check';
import { isOneForAll } from '../../implementation/learnt.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { StatedVersion } from '../arbitraries/stated-version.ts';
import { plainActions } from '../arbitraries/update-actions.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { fireOn, type Target } from './mismatch-batches.ts';
import type { MismatchCase } from './mismatch-case.ts';

/**
 * Versions that no write explains: a near version may be the actual one by now, if a server changes the version
 * itself after a create.
 */
const far: readonly StatedVersion[] = [
  { kind: 'off by', distance: 1_009 },
  { kind: 'off by', distance: -2_003 },
  { kind: 'former', back: 0 },
];
/** Versions that no resource has at any time. */
const odd: readonly StatedVersion[] = [
  { kind: 'fraction', part: 0.5 },
  { kind: 'literal', version: '-2003' },
];

/** Lists of one kind of action, and of both. */
const lists = casesOf(far, [doSomeThings(2, 2), plainActions(9, 20)]);
const longLists = casesOf(far, [doSomeThings(9, 20), plainActions(2, 8)]);
const shortLists = casesOf(odd, [doSomeThings(3, 8), plainActions(2, 2)]);

function casesOf(
  versions: readonly StatedVersion[],
  kinds: readonly fc.Arbitrary<readonly UpdateAction[]>[],
): readonly fc.Arbitrary<MismatchCase>[] {
  return kinds.map((actions) => fc.record({ versions: fc.constant(versions), actions }));
}

function doSomeThings(minLength: number, maxLength: number): fc.Arbitrary<readonly UpdateAction[]> {
  const action = fc.constant<UpdateAction>({ action: 'doSomeThing' });
  return fc.array(action, { minLength, maxLength, size: 'max' });
}

/** Lists of several actions with wrong versions, on a resource whose only write is its create (4.10). */
export const recentMismatches = holds(
  '4.10/conflict-on-mismatch',
  'lists of 2 to 20 actions, with wrong versions, at resources just made',
  {
    draws: true,
    minimum: () => 0,
    check: (on) => fireByAge(on, lists, async () => (await on.another()).own),
  },
);

/** A moment that requests which follow each other do not leave between them, in milliseconds. */
const moment = 100;

/** The same if an update was refused for its token a moment ago, with or without an accepted one before (4.10). */
export const refusedMismatches = holds(
  '4.10/conflict-on-mismatch',
  'lists of 2 to 20 actions, with wrong versions, a moment after an update that was refused for its token',
  {
    draws: true,
    minimum: () => 0,
    check: (on) =>
      fireByAge(on, longLists, async () => {
        const { own } = await on.another();
        if (on.random.integer(0, 1) === 1) await matchingUpdate(on, own, [anyAction(on)]);
        await updateWithoutToken(on, own);
        await on.clock.sleep(moment, awaited.spaced);
        return own;
      }),
  },
);

/** Versions that no resource ever has, right after the create or a moment after an update (4.10). */
export const oddMismatches = holds(
  '4.10/no-success-for-odd-versions',
  'lists of 2 to 8 actions, with a fraction and a negative version, at resources just made or updated a moment ago',
  {
    draws: true,
    phase: 'late',
    minimum: () => 0,
    check: (on) => {
      let made = 0;
      return fireByAge(on, shortLists, async () => {
        const { own } = await on.another();
        made += 1;
        if (made % 2 === 1) return own;
        await matchingUpdate(on, own, [anyAction(on)]);
        await on.clock.sleep(moment, awaited.spaced);
        return own;
      });
    },
  },
);

async function updateWithoutToken(on: Stage, own: OwnResource): Promise<void> {
  const version = await versionToState(on, own);
  if (version === undefined) return;
  const stated = new JsonNumber(version);
  const exchange = await update(on, own, stated, [anyAction(on)], { as: on.callers.none });
  if (!refuses(on, exchange)) own.forget();
}

/**
 * To make a case small: deviations that depend on no age shrink elsewhere, and each look here takes a resource of its
 * own.
 */
const fewExecutions = 12;

async function fireByAge(
  on: Stage,
  kinds: readonly fc.Arbitrary<MismatchCase>[],
  target: Target,
): Promise<void> {
  // A provided resource, or a single one for all creates, has no age of its own.
  if (on.facts.idSource === undefined || isOneForAll(on.facts)) return;
  await fireOn(on, target, { kinds, count: kinds.length, seed: on.seed }, fewExecutions);
}

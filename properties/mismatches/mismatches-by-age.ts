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
import { leastRestOf } from '../../suites/4.10/untouched.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { oddKinds, type StatedVersion } from '../arbitraries/stated-version.ts';
import { plainActions } from '../arbitraries/update-actions.ts';
import { refuses } from '../../judging/access/refusal.ts';
import type { Cases } from '../checked-cases.ts';
import { fireOn, type Target } from './mismatch-batches.ts';
import type { MismatchCase } from './mismatch-case.ts';

/**
 * Versions that nobody's write explains: a near one may be the actual one by now, where a server moves the version itself
 * after a create, or when a resource that was put away is read.
 */
const far: readonly StatedVersion[] = [
  { kind: 'off by', distance: 1_009 },
  { kind: 'off by', distance: -2_003 },
];

/** Lists of each length, of one kind of action and of both. */
const lists: readonly fc.Arbitrary<MismatchCase>[] = [
  plainActions(2, 2),
  doSomeThings(2, 8),
  plainActions(3, 20),
  doSomeThings(9, 20),
].map((actions) => fc.record({ versions: fc.constant(far), actions }));

/** Two lists of any kind, each with other versions that are no integers in range. */
const oddLists: readonly fc.Arbitrary<MismatchCase>[] = [0, 1].map((at) =>
  fc.record({
    versions: fc.tuple(...oddKinds.filter((_, place) => place % 2 === at).slice(0, 3)),
    actions: plainActions(1, 20),
  }),
);

function doSomeThings(fewest: number, most: number): fc.Arbitrary<readonly UpdateAction[]> {
  const action = fc.constant<UpdateAction>({ action: 'doSomeThing' });
  return fc.array(action, { minLength: fewest, maxLength: most, size: 'max' });
}

/** Lists of several actions with wrong versions, where the create is all that the resource has seen (4.10). */
export const recentMismatches = holds(
  '4.10/conflict-on-mismatch',
  'lists of 2 to 20 actions, with wrong versions, at resources just made',
  {
    draws: true,
    minimum: () => 0,
    check: (on) => fireByAge(on, async () => (await on.another()).own),
  },
);

/** A moment that requests which follow each other do not leave between them, in milliseconds. */
const moment = 100;

/** The same where an update was refused for its token, with or without an accepted one before, a moment ago (4.10). */
export const refusedMismatches = holds(
  '4.10/conflict-on-mismatch',
  'lists of 2 to 20 actions, with wrong versions, a moment after an update that was refused for its token',
  {
    draws: true,
    minimum: () => 0,
    check: (on) =>
      fireByAge(on, async () => {
        const { own } = await on.another();
        if (on.random.integer(0, 1) === 1) await matchingUpdate(on, own, [anyAction(on)]);
        await updateWithoutToken(on, own);
        await on.clock.sleep(moment, awaited.spaced);
        return own;
      }),
  },
);

/** The same at resources that rest since their create or since an update, and right after an update that ends a rest (4.10). */
export const restedMismatches = holds(
  '4.10/conflict-on-mismatch',
  'lists of 2 to 20 actions, with wrong versions, at resources that rest, and right after an update that ends a rest',
  {
    draws: true,
    minimum: () => 0,
    check: async (on) => {
      if (!hasAge(on)) return;
      const made = await makeAtOnce(on, lists.length);
      const [, second, ...others] = made;
      if (second !== undefined) await matchingUpdate(on, second, [anyAction(on)]);
      await Promise.all(others.map((own) => updateWithoutToken(on, own)));
      await on.until('late');
      await fireAtRest(on, [...made], { kinds: lists, count: lists.length });
      await fireAfterRest(on, made, { kinds: lists, count: lists.length / 2 });
    },
  },
);

/** Fractions, huge numbers and the like a moment after a create, at a resource that rests, and right after that (4.10). */
export const restedOddVersions = holds(
  '4.10/no-success-for-odd-versions',
  'fractions, negatives and images with lists of 1 to 20 actions, a moment after a create, at rest, and right after',
  {
    draws: true,
    minimum: () => 0,
    check: async (on) => {
      if (!hasAge(on)) return;
      const made = await makeAtOnce(on, oddLists.length);
      const [young] = made;
      await on.clock.sleep(moment, awaited.spaced);
      if (young !== undefined) await fireByAge(on, async () => young, { kinds: oddLists, count: 1 });
      await on.until('late');
      await fireAtRest(on, [...made], { kinds: oddLists, count: oddLists.length });
      await fireAfterRest(on, made, { kinds: oddLists, count: 1 });
    },
  },
);

/** To make a case small: what hangs on no age is made smaller elsewhere, and each look here takes a resource of its own. */
const fewExecutions = 12;

type Drawn = Omit<Cases<MismatchCase>, 'seed'>;

async function fireAtRest(on: Stage, made: OwnResource[], drawn: Drawn): Promise<void> {
  await fireByAge(on, () => rested(on, made), drawn);
}

/** At old resources, right after an update. */
async function fireAfterRest(on: Stage, made: OwnResource[], drawn: Drawn): Promise<void> {
  const target = async (): Promise<OwnResource> => {
    const own = made.shift() ?? (await rested(on, made));
    await matchingUpdate(on, own, [anyAction(on)]);
    return own;
  };
  await fireByAge(on, target, drawn);
}

async function updateWithoutToken(on: Stage, own: OwnResource): Promise<void> {
  const version = await versionToState(on, own);
  if (version === undefined) return;
  const stated = new JsonNumber(version);
  const exchange = await update(on, own, stated, [anyAction(on)], { as: on.callers.none });
  if (!refuses(on, exchange)) own.forget();
}

/** Whether resources have an age of their own: what is lent, or is one for all creates, has none. */
function hasAge({ facts }: Stage): boolean {
  return facts.idSource !== undefined && !isOneForAll(facts);
}

async function fireByAge(
  on: Stage,
  target: Target,
  drawn: Drawn = { kinds: lists, count: lists.length },
): Promise<void> {
  if (hasAge(on)) await fireOn(on, target, { ...drawn, seed: on.seed }, fewExecutions);
}

/** How many are made to look at a deviation again: they rest side by side. */
const forMoreLooks = 15;

/** The next of those that have rested; others are made where none is left. */
async function rested(on: Stage, made: OwnResource[]): Promise<OwnResource> {
  if (made.length === 0) made.push(...(await makeAtOnce(on, forMoreLooks)));
  const [own] = made.splice(0, 1);
  if (own === undefined) throw new RangeError('nothing was made');
  const wait = own.lastWriteAt + leastRestOf(on) - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
  return own;
}

async function makeAtOnce(on: Stage, count: number): Promise<OwnResource[]> {
  const made = await Promise.all(Array.from({ length: count }, () => on.another()));
  return made.map(({ own }) => own);
}

import { greatestSafe } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';
import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction, passable } from '../../implementation/updates/known-actions.ts';
import { demandsConflict, noteUnlessConflict } from '../../implementation/updates/missed-conflict.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { integerMismatches } from '../../implementation/updates/wrong-versions.ts';
import { resourcePath } from '../../history/resource-path.ts';
import { lastWriteAt } from '../../world/resources/last-write.ts';
import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { judgeConflicts } from './conflicts.ts';

/**
 * For this long nobody has written to them at least, in milliseconds: what a store keeps at hand is put away by then,
 * and the usual lag is over.
 */
const leastRest = 5_500;
/** The same where a run has to be short: most of it has passed by then anyway. */
const leastRestInShort = 3_300;

/** An update with a version that is made of a number among millions. */
interface Far {
  readonly version: (number: number) => string;
  readonly asNobody?: true;
  readonly followsRead?: true;
  /** While no other request of the run is under way. */
  readonly isAlone?: true;
}

const above: Far = { version: (number) => `${number}` };
const aboveAsNobody: Far = { ...above, asNobody: true };
const below: Far = { version: (number) => `-${number}` };
const fraction: Far = { version: (number) => `${number}.5`, isAlone: true };
const fractionAfterRead: Far = { ...fraction, followsRead: true };
const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** The requests that a resource gets after its rest. */
interface Look {
  /** A list of several may go another way through a server than a single action. */
  readonly actions: (on: Stage) => readonly UpdateAction[];
  /** One after the other: while they are refused, the resource rests. The first one demands 409. */
  readonly far: readonly Far[];
  /** Between the update that ends the rest and the next one, in milliseconds. */
  readonly pause: number;
}

/** One for each resource. */
const looks: readonly Look[] = [
  { actions: (on) => [anyAction(on)], far: [above, below, fractionAfterRead], pause: 0 },
  {
    actions: (on) => passable(on, [doSomeThing, doSomeThing]),
    far: [above, aboveAsNobody, below, above, fraction],
    pause: 100,
  },
  {
    actions: (on) => passable(on, [anyAction(on), doSomeThing, anyAction(on)]),
    far: [above, below, aboveAsNobody, fraction],
    pause: 0,
  },
  { actions: (on) => Array.from({ length: 16 }, () => anyAction(on)), far: [above, below], pause: 100 },
];

/** Versions near the actual one that follow: others meet them at every age. */
const fewNear = 2;

type Made = Stage['made'][number];

/**
 * A mismatch at each of several resources that rest: some shards of a store may never look at the version, and a
 * resource that was put away may be answered for in another way. One that is accepted is judged as it is elsewhere, and
 * what was accepted at rest alone by how many accept it; one that is refused otherwise than by 409 is noted.
 */
export async function judgeUntouched(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || !on.facts.readable) return;
  await on.until('late');
  const resting = await restingOnes(on);
  const judged = await Promise.all(
    looks.flatMap((look, at) => resting.slice(at, at + 1).map((one) => judgeOne(on, one, look))),
  );
  const accepted = judged.flatMap((one) => one ?? []);
  const [last] = accepted.slice(-1);
  if (last === undefined) return;
  // Each stated another one of millions: that two of them were the actual ones is no chance.
  if (accepted.length < 2 || versionsMoveTogether(on.facts))
    return notEveryTime(on, 'a version among millions was accepted at a resource that had rested', accepted);
  on.violated({
    expected: '409',
    got: `${last.label} for a version among millions, at ${accepted.length} of ${resting.length} resources that had rested, and no success once they were written to`,
    deviation: { kind: 'status', stated: 'other' },
    exchanges: accepted,
    reproduced: `${accepted.length}/${resting.length}`,
  });
}

/** Milliseconds since a resource was made or last written to. */
export function restedMs({ clock, world }: Pick<Stage, 'clock' | 'world'>, { id, at }: Made): number {
  return clock.now() - (lastWriteAt(world.history, id) ?? at);
}

/** The resources of the run that are there, those first that rest longest. */
export function longestAtRest(on: Stage): readonly Made[] {
  return on.made
    .filter(({ id }) => !on.gone.has(id))
    .toSorted((one, other) => restedMs(on, other) - restedMs(on, one));
}

/** How often the run has asked for a resource by its path. */
export function askedOf({ world }: Pick<Stage, 'world'>, { id }: Pick<Made, 'id'>): number {
  return world.history.of(resourcePath(world.history.given.projectKey, id)).length;
}

/** How long a resource has to be left alone to have rested, in milliseconds. */
export function leastRestOf({ options, facts }: Pick<Stage, 'options' | 'facts'>): number {
  return options.depth.name === 'ci' && !facts.lags ? leastRestInShort : leastRest;
}

/** Resources at rest, the least asked one of those that rest longest among them. */
async function restingOnes(on: Stage): Promise<readonly Made[]> {
  const longest = longestAtRest(on).slice(0, 3 * looks.length);
  const aimedAt = new Set(on.refusedWrites.map(({ target }) => target?.id));
  const [fresh] = longest
    .filter(({ id }) => !aimedAt.has(id))
    .toSorted((one, other) => askedOf(on, one) - askedOf(on, other));
  const last = longest[looks.length - 1] ?? longest.at(-1);
  if (last === undefined) return [];
  const least = leastRestOf(on);
  const wait = least - Math.min(restedMs(on, fresh ?? last), restedMs(on, last));
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
  const resting = longestAtRest(on).filter((one) => one.id !== fresh?.id && restedMs(on, one) >= least);
  const untouched = resting.filter(({ id }) => !aimedAt.has(id));
  const from = on.random.integer(0, Math.max(0, untouched.length - 1));
  const others = resting.filter(({ id }) => aimedAt.has(id));
  const first = fresh === undefined ? [] : [fresh];
  return [...first, ...untouched.slice(from), ...untouched.slice(0, from), ...others].slice(0, looks.length);
}

/**
 * The answer to a mismatch that was accepted, and to none of those that came after it; undefined for all others. If
 * none was accepted, the resource is updated, and gets near versions right after.
 */
async function judgeOne(on: Stage, { id, at }: Made, look: Look): Promise<Exchange | undefined> {
  const own = new OwnResource(id, at);
  own.written(on.clock.now());
  const actions = look.actions(on);
  const near = (most?: number) =>
    unlessInconclusive(
      judgeConflicts(
        on,
        own,
        actions,
        (v) => integerMismatches(v, own.former(v), on.random).slice(0, most),
        'exactly 409',
      ),
    );
  for (const far of look.far) {
    // Nobody has read its version; that it is just this one among millions would be found out below.
    const version = far.version(on.random.integer(2 ** 22, greatestSafe));
    const probe: Mismatch = { label: 'anywhere', version, far: true };
    const exchange = await stateFar(on, own, far, { version, actions });
    if (far.asNobody) continue;
    if (exchange.succeeded)
      return (await near())?.mismatches.some((one) => one.exchange.succeeded) === true ? undefined : exchange;
    if (says(exchange, 'conflict')) continue;
    // The resources tried next rest beyond the usual lag in any case.
    const restedMs = Math.max(on.clock.now() - at, leastRest);
    await noteUnlessConflict(on, own, { probe, exchange }, { actions, restedMs });
    if (demandsConflict(probe)) return undefined;
  }
  on.held();
  await near(fewNear);
  if (look.pause > 0) await on.clock.sleep(look.pause, awaited.spaced);
  await near(fewNear);
  return undefined;
}

async function stateFar(
  on: Stage,
  own: OwnResource,
  { asNobody, followsRead, isAlone }: Far,
  { version, actions }: { readonly version: string; readonly actions: readonly UpdateAction[] },
): Promise<Exchange> {
  if (followsRead) await readOwn(on, own);
  const as = asNobody ? { as: on.callers.none } : {};
  return await update(on, own, new JsonNumber(version), actions, { alone: isAlone === true, ...as });
}

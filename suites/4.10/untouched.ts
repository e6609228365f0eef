import { greatestSafe } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';
import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { OwnResource } from '../../implementation/resources/own-resource.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { noteUnlessConflict } from '../../implementation/updates/missed-conflict.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';
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

/** Lengths of the lists that the looks carry, one each: a list may go another way through a server than a single action. */
const lengths = [1, 2, 3, 16] as const;

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
  const judged = await Promise.all(resting.map((one, at) => judgeOne(on, one, lengths[at] ?? 1)));
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
function restedMs({ clock, world }: Pick<Stage, 'clock' | 'world'>, { id, at }: Made): number {
  return clock.now() - (lastWriteAt(world.history, id) ?? at);
}

/** The resources of the run that are there, those first that rest longest. */
function longestAtRest(on: Stage): readonly Made[] {
  return on.made
    .filter(({ id }) => !on.gone.has(id))
    .toSorted((one, other) => restedMs(on, other) - restedMs(on, one));
}

/** How often the run has asked for a resource by its path. */
function askedOf({ world }: Pick<Stage, 'world'>, { id }: Pick<Made, 'id'>): number {
  return world.history.of(resourcePath(world.history.given.projectKey, id)).length;
}

/** How long a resource has to be left alone to have rested, in milliseconds. */
function leastRestOf({ options, facts }: Pick<Stage, 'options' | 'facts'>): number {
  return options.depth.name === 'ci' && !facts.lags ? leastRestInShort : leastRest;
}

/** Resources at rest, first the one that the run has asked for least. */
async function restingOnes(on: Stage): Promise<readonly Made[]> {
  const longest = longestAtRest(on);
  const last = longest[lengths.length - 1] ?? longest.at(-1);
  if (last === undefined) return [];
  const least = leastRestOf(on);
  await on.clock.sleep(Math.max(0, least - restedMs(on, last)), awaited.age);
  const aimedAt = new Set(on.refusedWrites.map(({ target }) => target?.id));
  const resting = longestAtRest(on).filter((one) => restedMs(on, one) >= least);
  const untouched = resting.filter(({ id }) => !aimedAt.has(id));
  const others = resting.filter(({ id }) => aimedAt.has(id));
  const first = untouched.toSorted((one, other) => askedOf(on, one) - askedOf(on, other)).slice(0, 1);
  const from = on.random.integer(0, Math.max(0, untouched.length - 1));
  const inTurn = [...untouched.slice(from), ...untouched.slice(0, from)].filter((one) => one !== first[0]);
  return [...first, ...inTurn, ...others].slice(0, lengths.length);
}

/** The answer to a mismatch that was accepted, and to none of those that came after it; undefined for all others. */
async function judgeOne(on: Stage, { id, at }: Made, length: number): Promise<Exchange | undefined> {
  const own = new OwnResource(id, at);
  own.written(on.clock.now());
  const actions = Array.from({ length }, () => anyAction(on));
  // Nobody has read its version; that it is just this one among millions would be found out below.
  const version = String(on.random.integer(2 ** 22, greatestSafe));
  const probe: Mismatch = { label: 'anywhere', version, far: true };
  const exchange = await update(on, own, new JsonNumber(version), actions);
  if (says(exchange, 'conflict')) {
    on.held();
    return undefined;
  }
  // The resources tried next rest beyond the usual lag in any case.
  const restedMs = Math.max(on.clock.now() - at, leastRest);
  if (!exchange.succeeded) {
    await noteUnlessConflict(on, own, { probe, exchange }, { actions, restedMs });
    return undefined;
  }
  const batch = await unlessInconclusive(
    judgeConflicts(on, own, actions, (v) => integerMismatches(v, own.former(v), on.random), 'exactly 409'),
  );
  return batch?.mismatches.some((one) => one.exchange.succeeded) === true ? undefined : exchange;
}

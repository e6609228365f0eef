import fc from 'fast-check';
import { isOneForAll } from '../../implementation/learnt.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { changeTo, update } from '../../implementation/updates/changes.ts';
import { anyAction, moves, passable } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { Inconclusive } from '../../clause/thrown.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { awaited, type Awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { says } from '../../wire/status.ts';
import { numberOf, untouched, type Situation } from './space.ts';

/** A rest of three seconds, and a pause longer than between successive requests, in milliseconds. */
const pauses = { rest: 3_000, moment: 60 };

/** Whether each resource of this server has its own age: a provided resource, or a single resource for all creates, has none. */
export function canBeArranged(on: Stage): boolean {
  return on.facts.idSource !== undefined && !isOneForAll(on.facts);
}

/** Whether a resource needs to be made some seconds before its update. */
export function isOld({ age }: Situation): boolean {
  return age === 'after three seconds';
}

/** A new resource, after the earlier updates that its rest must follow. */
export async function made(on: Stage, row: Situation): Promise<OwnResource> {
  const { own } = await on.another();
  if (row.rest === 'after three seconds') await updateFor(on, own, row);
  return own;
}

/**
 * Waits until a resource is of its age; throws Inconclusive if an update that comes before is not accepted.
 *
 * @throws Inconclusive if an update before it is not accepted
 */
export async function approach(on: Stage, own: OwnResource, row: Situation): Promise<void> {
  const { age, rest, after } = row;
  const until = (at: number, why: Awaited = awaited.age): Promise<void> =>
    on.clock.sleep(Math.max(0, at - on.clock.now()), why);
  const isUntouched = untouched.some((one) => numberOf(one) === numberOf(row));
  const restMs = isUntouched ? on.options.depth.restMs : pauses.rest;
  if (rest === 'after three seconds') await until(own.lastWriteAt + restMs, awaited.rest);
  else {
    if (age === 'after three seconds') await until(own.madeAt + pauses.rest);
    if (age === 'within three seconds' && rest === 'at once') await until(own.madeAt + pauses.moment);
    await updateFor(on, own, row);
  }
  if (rest === 'within three seconds') await until(own.lastWriteAt + pauses.moment);
  if (after === 'a read') await readOwn(on, own);
  if (after === 'a conflict') await refused(on, own, 'conflict');
  if (after === 'another refusal') await refused(on, own, 'no token');
}

/**
 * Sends the updates that come before, unless they were sent already; throws Inconclusive if one is not accepted.
 *
 * @throws Inconclusive if one is not accepted
 */
export async function updateFor(on: Stage, own: OwnResource, row: Situation): Promise<void> {
  if (own.lastWriteAt > own.madeAt) return;
  const count = { 'no update': 0, 'one update': 1, 'several updates': 2 }[row.before];
  const last = passable(on, actionsOf(row));
  for (let at = 1; at <= count; at += 1) {
    // A client without an answer sends the same update again.
    const actions = at === count && moves(on.facts, last) ? last : [anyAction(on)];
    const { kind } = await matchingUpdate(on, own, actions);
    if (kind !== 'accepted')
      throw new Inconclusive({ code: 'premise-failed', text: 'an update was not accepted' });
  }
}

async function refused(on: Stage, own: OwnResource, by: 'conflict' | 'no token'): Promise<void> {
  const version = await versionToState(on, own);
  if (version === undefined) return;
  const stated = new JsonNumber(by === 'conflict' ? farVersion(version) : version);
  const as = by === 'conflict' ? {} : { as: on.callers.none };
  const exchange = await update(on, own, stated, [anyAction(on)], as);
  if (by === 'conflict' ? !says(exchange, 'conflict') : !refuses(on, exchange)) own.forget();
}

const lengths: Readonly<Record<Situation['list'], readonly [least: number, most: number]>> = {
  'one action': [1, 1],
  two: [2, 2],
  'three to eight': [3, 8],
  'nine to twenty': [9, 20],
};

/** The lists so far: to draw a list takes longer than to send it. */
const drawn = new Map<number, readonly UpdateAction[]>();

/** The list of a situation, always the same, in the situation's length and kind. */
export function actionsOf(row: Situation): readonly UpdateAction[] {
  const seed = numberOf(row);
  const [actions = []] = drawn.has(seed) ? [drawn.get(seed)] : fc.sample(listsOf(row), { seed, numRuns: 1 });
  drawn.set(seed, actions);
  return actions;
}

/** Lists of one length and kind, whose texts are plain words. */
function listsOf({ list, kind }: Situation): fc.Arbitrary<readonly UpdateAction[]> {
  const [minLength, maxLength] = lengths[list];
  const change = fc.stringMatching(/^[a-z]{4,8}$/).map((text) => changeTo(text));
  const other = fc.constant<UpdateAction>({ action: 'doSomeThing' });
  const many = (action: fc.Arbitrary<UpdateAction>, less = 0) =>
    fc.array(action, { minLength: minLength - less, maxLength: maxLength - less, size: 'max' });
  if (kind === 'both')
    return fc
      .tuple(change, other, many(fc.oneof(change, other), 2))
      .map(([one, two, more]) => [one, two, ...more]);
  return many(kind === 'doSomeThing' ? other : change);
}

import { isOneForAll } from '../../implementation/learnt.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { Inconclusive } from '../../clause/thrown.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { says } from '../../wire/status.ts';
import type { Situation } from './space.ts';

/** A rest of three seconds, and a pause that requests in succession do not leave, in milliseconds. */
const pauses = { rest: 3_000, moment: 60 };

/** Resources with the updates that come before. */
const updated = new WeakSet<OwnResource>();

/** Whether resources of this server have an age of their own: a provided one, or a single one for all creates, has none. */
export function canBeArranged(on: Stage): boolean {
  return on.facts.idSource !== undefined && !isOneForAll(on.facts);
}

/** Whether a resource needs to be made some seconds before its update. */
export function isOld({ age }: Situation): boolean {
  return age === 'after three seconds';
}

/** A new resource, and the updates that it has to rest from. */
export async function made(on: Stage, row: Situation): Promise<OwnResource> {
  const { own } = await on.another();
  if (row.rest === 'after three seconds') await updateFor(on, own, row);
  return own;
}

/**
 * Waits until a resource is of its age, and does what comes right before the update.
 *
 * @throws Inconclusive if an update before it is not accepted
 */
export async function approach(on: Stage, own: OwnResource, row: Situation): Promise<void> {
  const { age, rest, after } = row;
  const until = (at: number): Promise<void> => on.clock.sleep(Math.max(0, at - on.clock.now()), awaited.age);
  if (rest === 'after three seconds') await until(own.lastWriteAt + pauses.rest);
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
 * Sends the updates that come before, unless that was done.
 *
 * @throws Inconclusive if one is not accepted
 */
export async function updateFor(on: Stage, own: OwnResource, { before }: Situation): Promise<void> {
  if (updated.has(own)) return;
  updated.add(own);
  const count = { 'no update': 0, 'one update': 1, 'several updates': 2 }[before];
  for (let at = 0; at < count; at += 1) {
    const { kind } = await matchingUpdate(on, own, [anyAction(on)]);
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

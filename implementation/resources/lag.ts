import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Stage } from '../stage.ts';
import { versionOf, type OwnResource } from './own-resource.ts';
import { readOwn } from './read-own.ts';

/** Whether a read may show an earlier state, or nothing: the last write is younger than the longest lag. */
export function isWithinLag(on: Stage, own: OwnResource): boolean {
  return on.clock.now() - own.lastWriteAt < on.grace.readMs;
}

/** Repeats `look` until it is satisfied, or until no lag of the last write explains the missing effect; returns whether it was. */
export function lookWithinLag(on: Stage, own: OwnResource, look: () => Promise<boolean>): Promise<boolean> {
  return settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, look);
}

/** Waits until no lag of its last write can explain the reads of the resource. */
export async function afterReplicaLag(on: Stage, own: OwnResource): Promise<void> {
  const wait = own.lastWriteAt + on.grace.readMs - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait, awaited.reads);
}

/** Reads until the resource shows, or until no lag of its last write can hide it; returns the last answer. */
export async function pollUntilReadable(on: Stage, own: OwnResource): Promise<Exchange> {
  let read: Exchange | undefined;
  await lookWithinLag(on, own, async () => {
    read = await readOwn(on, own);
    return read.succeeded;
  });
  return read ?? (await readOwn(on, own));
}

/** The version shown after these updates, read again if a copy lags, or reads were seen to lag. */
export async function versionAfter(
  on: Stage,
  own: OwnResource,
  stated: readonly string[],
): Promise<string | undefined> {
  const shown = versionOf((await readOwn(on, own)).value);
  const last = stated.at(-1);
  const isLast = shown !== undefined && last !== undefined && sameNumber(shown, last);
  const isFormer = shown === undefined || stated.some((one) => sameNumber(one, shown));
  if (!isFormer || (isLast && !on.facts.lags)) return shown;
  await afterReplicaLag(on, own);
  return versionOf((await readOwn(on, own)).value);
}

import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../facts.ts';
import { matchingUpdate } from './matching-update.ts';
import { versionOf, type OwnResource } from '../resources/own-resource.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../stage.ts';
import { readOwn } from '../resources/read-own.ts';
import { lookWithinLag } from '../resources/lag.ts';

/** The value at the place where changeSomeProperty shows, read after an accepted update. */
export interface VisibleEffect {
  readonly update: Exchange;
  readonly stated: string;
  readonly read: Exchange;
  readonly value: string | undefined;
  /** The awaited value showed before the end of the lag. */
  readonly asAwaited: boolean;
}

/** A place that shows the property; reports why there is none. */
export function pointerOrReport(on: Stage): string | undefined {
  const { pointer } = on.facts;
  if (pointer === undefined)
    on.discarded(
      'not-observable',
      'no effect of changeSomeProperty was seen in the resource',
      '"update": {"observable": "/<JSON Pointer>"}  (or state the limit: CONFORMANCE_WITHOUT=action-effect)',
    );
  return pointer;
}

/** Sends the actions with the actual version and reads until the awaited value shows, or the lag is over. */
export async function applyAndRead(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  awaited: string,
): Promise<VisibleEffect | undefined> {
  const looks = await applyAndLook(on, own, actions, awaited, ({ asAwaited }) => asAwaited);
  return looks?.last;
}

/** Like `applyAndRead`, but briefly: ends once a read shows another version than stated; undefined if none does. */
export async function applyAndGlance(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  awaited: string,
): Promise<VisibleEffect | undefined> {
  const looks = await applyAndLook(on, own, actions, awaited, ({ read }, stated) => {
    const version = versionOf(read.value);
    return version !== undefined && !sameNumber(version, stated);
  });
  return looks?.sawEnough === true ? looks.last : undefined;
}

/** Sends the actions with the actual version and reads until a read is enough, or the lag is over. */
async function applyAndLook(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  awaited: string,
  isEnough: (look: VisibleEffect, stated: string) => boolean,
): Promise<{ readonly last: VisibleEffect; readonly sawEnough: boolean } | undefined> {
  const { pointer } = on.facts;
  const match = await matchingUpdate(on, own, actions);
  if (pointer === undefined || match.kind !== 'accepted') return undefined;
  const { exchange: update, stated } = match;
  let last: VisibleEffect = { update, stated, read: update, value: undefined, asAwaited: false };
  let looks = 0;
  const sawEnough = await lookWithinLag(on, own, async () => {
    const read = await readOwn(on, own);
    const shown = valueAt(read.value, pointer);
    const value = typeof shown === 'string' ? shown : undefined;
    last = { update, stated, read, value, asAwaited: value === awaited };
    looks += 1;
    return isEnough(last, stated);
  });
  if (last.asAwaited) on.learn.shown(looks === 1 ? 'once' : 'last');
  return { last, sawEnough };
}

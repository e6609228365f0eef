import { awaited } from '../../run/awaited.ts';
import { says } from '../../wire/status.ts';
import type { Learnt } from '../learnt.ts';
import type { OwnResource } from '../resources/own-resource.ts';
import type { Stage } from '../stage.ts';
import type { Match } from './mismatch-batch.ts';

/** Waits before an update that a gateway answered is sent again to the same resource, in milliseconds. */
const waitsMs = [250, 500, 1_000];

/** Sends an update until the server answers it itself: it may take none before a create has taken effect. */
export async function onceOldEnough(
  on: Stage,
  draft: Learnt,
  own: OwnResource,
  send: () => Promise<Match>,
): Promise<Match> {
  let match = await send();
  for (const ms of waitsMs) {
    if (match.kind !== 'noise' || !says(match.exchange, 'gateway')) return match;
    await on.clock.sleep(ms, awaited.age);
    match = await send();
    if (match.kind !== 'noise') draft.updatesWantMs = on.clock.now() - own.madeAt;
  }
  return match;
}

/** Waits until a new resource is as old as the first that took an update. */
export async function outOfYouth({ clock, facts }: Stage, own: OwnResource): Promise<void> {
  const wait = facts.updatesWantMs === 0 ? 0 : own.madeAt + facts.updatesWantMs - clock.now();
  if (wait > 0) await clock.sleep(wait, awaited.age);
}
